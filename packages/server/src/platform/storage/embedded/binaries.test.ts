import { lstat, mkdir, mkdtemp, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { linkLibraries } from "./binaries.ts";
import { chooseSocketDirectory } from "./socket-directory.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "vedette-binaries-"));
  await mkdir(join(root, "native/lib"), { recursive: true });
  await writeFile(join(root, "native/lib/libx.so.1.2"), "");
  const links = ["native/lib/libx.so", "native/lib/libx.so.1"].map((target) => ({
    source: "native/lib/libx.so.1.2",
    target,
  }));
  await writeFile(join(root, "native/pg-symlinks.json"), JSON.stringify(links));
  return () => rm(root, { recursive: true });
});

describe("linkLibraries", () => {
  test("creates relative links, concurrently and repeatedly", async () => {
    await Promise.all([linkLibraries(root), linkLibraries(root), linkLibraries(root)]);
    await linkLibraries(root);
    expect(await readlink(join(root, "native/lib/libx.so"))).toBe("libx.so.1.2");
    expect(await readlink(join(root, "native/lib/libx.so.1"))).toBe("libx.so.1.2");
  });

  test("keeps links that an install script created", async () => {
    await writeFile(join(root, "native/lib/libx.so"), "a file");
    await linkLibraries(root);
    expect((await lstat(join(root, "native/lib/libx.so"))).isFile()).toBe(true);
  });

  test("names the user who has to run it if it cannot write", async () => {
    await rm(join(root, "native/lib"), { recursive: true });
    await expect(linkLibraries(root)).rejects.toThrow(
      /links that cannot be created in .*native\/lib: run Vedette once/,
    );
  });
});

describe("chooseSocketDirectory", () => {
  test("is the data directory if the path of its socket is short enough", () => {
    expect(chooseSocketDirectory("/data/postgres")).toBe("/data/postgres");
  });

  test("is otherwise a separate folder for each data directory", () => {
    const [one, two] = [`/${"a".repeat(100)}`, `/${"b".repeat(100)}`];
    expect(chooseSocketDirectory(one, "/var/tmp")).toMatch(/^\/var\/tmp\/vedette-[0-9a-f]{16}$/);
    expect(chooseSocketDirectory(one, "/var/tmp")).not.toBe(chooseSocketDirectory(two, "/var/tmp"));
  });

  test("is in /tmp if the temporary folder is too deep as well", () => {
    expect(chooseSocketDirectory(`/${"a".repeat(100)}`, `/${"t".repeat(90)}`)).toMatch(/^\/tmp\/vedette-/);
  });
});
