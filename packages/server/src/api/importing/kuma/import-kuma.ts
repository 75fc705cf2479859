import { constants } from "node:fs";
import { copyFile, mkdtemp, open, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError } from "../../../platform/kernel/errors.ts";
import type { ImportedFile } from "../imported-file.ts";
import { DatabaseError } from "./database/open-database.ts";
import { readInProcess } from "./database/read-in-process.ts";
import { databaseHeaderError, walHeaderError } from "./database/sqlite-header.ts";

/** Imports a database of Uptime Kuma 1.23 or 2. Fetches and executes nothing. */

/** Bytes, or the path of a file, which is not changed. */
type FileSource = Uint8Array | string;
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
  if (typeof source !== "string")
    return { header: source.subarray(0, HEADER_BYTES), bytes: source.byteLength };
  const file = await open(source);
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    const { bytesRead } = await file.read(header, 0, HEADER_BYTES, 0);
    return { header: header.subarray(0, bytesRead), bytes: (await file.stat()).size };
  } finally {
    await file.close();
  }
}

async function copyTo(path: string, source: FileSource): Promise<void> {
  if (typeof source === "string") await copyFile(source, path, constants.COPYFILE_FICLONE);
  else await writeFile(path, source, { mode: 0o600 });
}

function refusal(message: string, cause?: unknown): AppError {
  return new AppError("BAD_REQUEST", message, { details: [{ path: "file", message }], cause });
}
