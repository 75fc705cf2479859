import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import type { ArtifactStore } from "../artifacts/artifact-store.ts";
import { StartError } from "../kernel/errors.ts";
import type { Connection } from "../storage/connection.ts";
import { type DatabaseLoad, openLoad } from "../storage/dump/load.ts";
import { type Migration, readMigrations } from "../storage/migrate.ts";
import { DamagedBackupError } from "./archive/damaged-backup.ts";
import { decryptStream } from "./archive/encryption.ts";
import type { BackupHeader } from "./archive/manifest.ts";
import { type ArchiveReceiver, readArchive } from "./archive/read-archive.ts";
import type { BackupStore } from "./store/backup-store.ts";

/** Restores a backup into an empty database: all of it, or nothing. */
export type RestoreOptions = {
  connection: Connection;
  store: BackupStore;
  name: string;
  /** A passphrase, or an identity of age. */
  key: string;
  /** Where files of runs go. */
  files: ArtifactStore;
  /** Throws a StartError if secrets of the backup could not be decrypted. Called before anything is written. */
  assertMasterKey: (masterKey: NonNullable<BackupHeader["master_key"]>) => void;
  /** The folder of migrations; default: those of this version. */
  migrationsDirectory?: string;
};

export type RestoreSummary = {
  /** When the backup was made. */
  createdAt: string;
  rows: number;
  files: number;
  withResults: boolean;
  withFiles: boolean;
};

export async function restoreBackup(options: RestoreOptions): Promise<RestoreSummary> {
  const { store, name, key, connection, files } = options;
  const load = await openLoad(connection);
  const stored: string[] = [];
  try {
    const source = await decryptStream(key, await store.open(name));
    const receiver = receiverOf(load, { ...options, stored });
    await readCompressed(source, receiver.archive);
    await load.commit();
    return receiver.summary();
  } catch (error) {
    await files.remove(stored);
    throw explain(error, store.placeOf(name));
  } finally {
    await load.close();
  }
}

/** Reads the header and checks everything else as a restore does, without a database. */
export async function verifyBackup({
  store,
  name,
  key,
}: Pick<RestoreOptions, "store" | "name" | "key">): Promise<RestoreSummary> {
  let header: BackupHeader | null = null;
  const counts = { rows: 0, files: 0 };
  const archive: ArchiveReceiver = {
    onHeader: async (read) => {
      header = read;
    },
    onTable: async (_, chunks) => {
      const rows = await countLines(chunks);
      counts.rows += rows;
      return rows;
    },
    onFile: async (_, { content }) => {
      for await (const _chunk of content);
      counts.files += 1;
    },
    onManifest: async () => {},
  };
  try {
    await readCompressed(await decryptStream(key, await store.open(name)), archive);
  } catch (error) {
    throw explain(error, store.placeOf(name));
  }
  return summaryOf(header, counts);
}

async function readCompressed(source: AsyncIterable<Uint8Array>, archive: ArchiveReceiver): Promise<void> {
  const decompress = createZstdDecompress();
  await pipeline(
    Readable.from(source, { objectMode: false }),
    decompress satisfies Writable,
    async (content: AsyncIterable<Buffer>) => readArchive(content, archive),
  );
}

function receiverOf(
  load: DatabaseLoad,
  { files, assertMasterKey, migrationsDirectory, stored }: RestoreOptions & { stored: string[] },
): { archive: ArchiveReceiver; summary(): RestoreSummary } {
  let header: BackupHeader | null = null;
  let rows = 0;
  const archive: ArchiveReceiver = {
    async onHeader(read) {
      header = read;
      const migrations = await findMigrations(read, migrationsDirectory);
      if (read.master_key !== null) assertMasterKey(read.master_key);
      await load.createTables(migrations);
      for (const table of read.tables) await load.createPartition(table);
    },
    async onTable(table, chunks) {
      const count = await load.copyIn(table, chunks);
      rows += count;
      return count;
    },
    async onFile(key, { content }) {
      await files.put(key, content);
      stored.push(key);
    },
    async onManifest({ sequences }) {
      for (const { name, value, is_called: isCalled } of sequences) {
        await load.setSequence({ name, value, isCalled });
      }
    },
  };
  return { archive, summary: () => summaryOf(header, { rows, files: stored.length }) };
}

function summaryOf(header: BackupHeader | null, counts: { rows: number; files: number }): RestoreSummary {
  if (header === null) throw new Error("a backup was read without its header");
  return {
    createdAt: header.created_at,
    ...counts,
    withResults: header.with_results,
    withFiles: header.with_files,
  };
}

/** The migrations of the backup, which this version must know, so that it can add its own afterwards. */
async function findMigrations(
  { migrations, version }: BackupHeader,
  directory: string | undefined,
): Promise<Migration[]> {
  const known = await readMigrations(directory);
  return migrations.map(({ name, sha256 }, index) => {
    const own = known[index];
    if (own?.name === name && own.sha256 === sha256) return own;
    if (index >= known.length) {
      throw new StartError(
        `This backup is from a newer Vedette (${version}; ${name} is unknown here): install that version or a newer one, and restore again.`,
      );
    }
    throw new StartError(
      `This backup is from another Vedette (${version}): its migration ${name} differs from the one here. Install the version that made it, and restore again.`,
    );
  });
}

const LINE_FEED = 10;

/** COPY escapes line feeds within values. */
async function countLines(chunks: AsyncIterable<Buffer>): Promise<number> {
  let lines = 0;
  for await (const chunk of chunks) {
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) lines += 1;
  }
  return lines;
}

function explain(error: unknown, place: string): unknown {
  const isDamaged = error instanceof DamagedBackupError || isZstdError(error);
  if (!isDamaged) return error;
  const reason = error instanceof DamagedBackupError ? error.message : "its content cannot be decompressed";
  return new StartError(
    `The backup ${place} is damaged or incomplete (${reason}): use another one. Nothing was restored.`,
    { cause: error },
  );
}

function isZstdError(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("ZSTD_");
}
