import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { NEXT_STATEMENTS } from "../../../e2e/harness/next-migration.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
/** Parts of the repository that the server reads beside its own folder. */
const SHARED = [
  "node_modules",
  "docs",
  "packages/contract",
  "packages/code-files",
  "packages/dashboard",
  "packages/server/node_modules",
];

export const NEXT_MIGRATION = "9000_notes.sql";

/** Copies the server as its next version, with one more migration. Returns the path of its `vedette.mjs`. */
export function makeNextVersion(folder: string): string {
  const server = join(folder, "packages", "server");
  mkdirSync(server, { recursive: true, mode: 0o755 });
  for (const part of ["bin", "dist", "migrations", "src", "package.json"]) {
    cpSync(join(ROOT, "packages", "server", part), join(server, part), {
      recursive: true,
      // Without it the copy is an installed package, which runs its bundle.
      filter: (path) => !path.endsWith("server/src/main.ts"),
    });
  }
  for (const part of SHARED) symlinkSync(join(ROOT, part), join(folder, part));
  writeFileSync(join(server, "migrations", NEXT_MIGRATION), NEXT_STATEMENTS);
  const manifest = join(server, "package.json");
  const next: Record<string, unknown> = JSON.parse(readFileSync(manifest, "utf8"));
  writeFileSync(manifest, JSON.stringify({ ...next, version: "0.1.1" }));
  return join(server, "bin", "vedette.mjs");
}
