import { constants, createReadStream, createWriteStream, readSync } from "node:fs";
import { copyFile, mkdtemp, open, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { AppError } from "../../../platform/kernel/errors.ts";
import type { ImportedFile } from "../imported-file.ts";
import { DatabaseError } from "./database/open-database.ts";
import { readInProcess } from "./database/read-in-process.ts";
import { databaseHeaderError, walHeaderError } from "./database/sqlite-header.ts";

/** Imports a database of Uptime Kuma 1.23 or 2. Fetches and executes nothing. */

/** Bytes, the path of a file, or an open file. The file is not changed. */
type FileSource = Uint8Array | string | { fd: number; bytes: number };
/** `wal` is the write-ahead log that lies beside a database that was copied while Uptime Kuma ran. */
export type KumaFiles = { db: FileSource; wal?: FileSource | null | undefined };
export type KumaOptions = {
  /** Read statistics and changes of the status too; default: false. */
  history?: boolean;
  deadlineMs?: number;
  heapMb?: number;
  temporaryDirectory?: string;
};

const DEADLINE_MS = 30_000;
/** Reading 13 million checks of Uptime Kuma 1.23 takes about 40 s. */
const HISTORY_DEADLINE_MS = 120_000;
const HEADER_BYTES = 100;

/** Throws BAD_REQUEST with one sentence for a file that cannot be read. */
export async function importKuma(
  { db, wal = null }: KumaFiles,
  { history = false, temporaryDirectory = tmpdir(), ...limits }: KumaOptions = {},
): Promise<ImportedFile> {
  await assertHeader(db, databaseHeaderError);
  if (wal !== null) await assertHeader(wal, walHeaderError);
  const folder = await mkdtemp(join(temporaryDirectory, "vedette-kuma-"));
  try {
    const path = join(folder, "kuma.db");
    await copyTo(path, db);
    if (wal !== null) await copyTo(`${path}-wal`, wal);
    const bytes = (await stat(path)).size;
    const deadlineMs = limits.deadlineMs ?? (history ? HISTORY_DEADLINE_MS : DEADLINE_MS);
    return await readInProcess({ path, bytes, history }, { ...limits, deadlineMs });
  } catch (error) {
    throw error instanceof DatabaseError ? refusal(error.message, error) : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function assertHeader(
  source: FileSource,
  errorOf: (header: Uint8Array, fileBytes: number) => string | null,
): Promise<void> {
  const { header, bytes } = await readHeader(source);
  const message = errorOf(header, bytes);
  if (message !== null) throw refusal(message);
}

async function readHeader(source: FileSource): Promise<{ header: Uint8Array; bytes: number }> {
  if (source instanceof Uint8Array)
    return { header: source.subarray(0, HEADER_BYTES), bytes: source.byteLength };
  const header = Buffer.alloc(HEADER_BYTES);
  if (typeof source === "object") {
    const read = readSync(source.fd, header, 0, HEADER_BYTES, 0);
    return { header: header.subarray(0, read), bytes: source.bytes };
  }
  const file = await open(source);
  try {
    const { bytesRead } = await file.read(header, 0, HEADER_BYTES, 0);
    return { header: header.subarray(0, bytesRead), bytes: (await file.stat()).size };
  } finally {
    await file.close();
  }
}

async function copyTo(path: string, source: FileSource): Promise<void> {
  if (typeof source === "string") await copyFile(source, path, constants.COPYFILE_FICLONE);
  else if (source instanceof Uint8Array) await writeFile(path, source, { mode: 0o600 });
  else {
    // The descriptor belongs to the caller, and stays open.
    const content = createReadStream("", { fd: source.fd, start: 0, autoClose: false });
    await pipeline(content, createWriteStream(path, { mode: 0o600 }));
  }
}

function refusal(message: string, cause?: unknown): AppError {
  return new AppError("BAD_REQUEST", message, { details: [{ path: "file", message }], cause });
}

/**
 * Finds the database and its write-ahead log among the files of an upload, by their content. Other files, such as
 * `kuma.db-shm`, are ignored beside a database.
 */
export async function findKumaFiles(files: readonly FileSource[]): Promise<KumaFiles> {
  const kinds = await Promise.all(
    files.map(async (source) => {
      const { header, bytes } = await readHeader(source);
      const isDatabase = databaseHeaderError(header, bytes) === null;
      const isWal = bytes > 0 && walHeaderError(header, bytes) === null;
      return { source, isDatabase, isWal };
    }),
  );
  const databases = kinds.filter(({ isDatabase }) => isDatabase);
  const logs = kinds.filter(({ isWal }) => isWal);
  if (databases.length > 1 || logs.length > 1)
    throw refusal(
      "Several databases are given. Choose one database, kuma.db, and its kuma.db-wal if there is one.",
    );
  const [first] = files;
  if (first === undefined) throw refusal("No file is given. Choose kuma.db of Uptime Kuma.");
  // Without a database, the error is about the file that is no log.
  const other = kinds.find(({ isWal }) => !isWal)?.source ?? first;
  return { db: databases[0]?.source ?? other, wal: logs[0]?.source ?? null };
}
