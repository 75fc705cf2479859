import { createReadStream } from "node:fs";
import { buffer } from "node:stream/consumers";
import type { ImportForm } from "@vedette/contract/imports/import-requests.ts";
import type { ImportKind } from "@vedette/contract/imports/imports.ts";
import { badFields } from "../../platform/kernel/errors.ts";
import type { ImportTurn } from "../importing/document-importer.ts";
import type { ImportedFile } from "../importing/imported-file.ts";
import type { ReceivedUpload } from "./receive-files.ts";

type Reading = { kind: ImportKind; fields: ImportForm; turn: ImportTurn };

/** Converts the files of a tool, in a thread or a process that ends if it takes too long. */
export async function readFiles(
  files: readonly ReceivedUpload[],
  { kind, fields, turn }: Reading,
): Promise<ImportedFile> {
  if (kind === "kuma") {
    const { db, wal } = databaseOf(files);
    const sources = { db: await sourceOf(db), wal: wal && (await sourceOf(wal)) };
    return turn.readKuma(sources, { history: fields.history });
  }
  const opened = files.map(({ path, fd, bytes }) => ({ path, fd, bytes }));
  return turn.readTexts({ kind, files: opened, env: fields.env ?? {} });
}

/** The shared memory beside a database is rebuilt from its log. */
function databaseOf(files: readonly ReceivedUpload[]): { db: ReceivedUpload; wal: ReceivedUpload | null } {
  const relevant = files.filter(({ path }) => !path.endsWith("-shm"));
  const logs = relevant.filter(({ path, bytes }) => path.endsWith("-wal") && bytes > 0);
  const [db, ...others] = relevant.filter(({ path }) => !path.endsWith("-wal"));
  if (db === undefined || others.length > 0 || logs.length > 1) {
    const message = "must be one database, kuma.db, and kuma.db-wal if it exists";
    throw badFields([{ path: "file", message }]);
  }
  return { db, wal: logs[0] ?? null };
}

/** A file without a name has a path on Linux; elsewhere its content is read. */
async function sourceOf({ fd }: ReceivedUpload): Promise<string | Uint8Array> {
  if (process.platform === "linux") return `/proc/self/fd/${fd}`;
  return buffer(createReadStream("", { fd, start: 0, autoClose: false }));
}
