import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

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
/** Locks what each result needs, and builds an index, as a release may do. */
const STATEMENTS = `-- Works with: 0018
-- Notes of results.
alter table check_result add column note text;
alter table check_result add constraint note_length check (length(note) < 1000);
alter table stored_target add column note text not null default '';
create index check_result_by_note on check_result (series_key, note);
create table result_note (target_id uuid not null references stored_target (id) on delete cascade, text text);
`;

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
  writeFileSync(join(server, "migrations", NEXT_MIGRATION), STATEMENTS);
  const manifest = join(server, "package.json");
  const next: Record<string, unknown> = JSON.parse(readFileSync(manifest, "utf8"));
  writeFileSync(manifest, JSON.stringify({ ...next, version: "0.1.1" }));
  return join(server, "bin", "vedette.mjs");
}
