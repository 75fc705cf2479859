import { createHash } from "node:crypto";
import { StartError } from "../../kernel/errors.ts";
import { DamagedBackupError } from "./damaged-backup.ts";
import {
  BACKUP_FORMAT,
  type BackupHeader,
  type BackupManifest,
  backupHeaderSchema,
  backupManifestSchema,
  DOCUMENT_BYTES_MAX,
  HEADER_FILE,
  MANIFEST_FILE,
} from "./manifest.ts";
import { readTar, type TarEntry } from "./tar.ts";

type BackupTable = BackupHeader["tables"][number];

/** Receives an archive in its order. The archive is whole only when `onManifest` returns and the reader resolves. */
export type ArchiveReceiver = {
  onHeader(header: BackupHeader): Promise<void>;
  /** Returns the number of rows that it stored. */
  onTable(table: BackupTable, chunks: AsyncIterable<Buffer>): Promise<number>;
  onFile(key: string, file: { bytes: number; content: AsyncIterable<Buffer> }): Promise<void>;
  onManifest(manifest: BackupManifest): Promise<void>;
};

type ReadTables = BackupManifest["tables"];

/** Reads an archive to its end and compares each table with the manifest. */
export async function readArchive(source: AsyncIterable<Buffer>, receiver: ArchiveReceiver): Promise<void> {
  const entries = readTar(source)[Symbol.asyncIterator]();
  const next = async () => (await entries.next()).value ?? null;
  const header = await readHeader(await next());
  await receiver.onHeader(header);
  const read: ReadTables = {};
  let files = 0;
  let entry = await next();
  for (const table of header.tables) {
    if (!table.has_rows) continue;
    const prefix = `tables/${table.name}/`;
    const hash = createHash("sha256");
    let bytes = 0;
    async function* rows(): AsyncGenerator<Buffer> {
      for (; entry?.name.startsWith(prefix); entry = await next()) {
        for await (const chunk of entry.content) {
          hash.update(chunk);
          bytes += chunk.length;
          yield chunk;
        }
      }
    }
    const stored = await receiver.onTable(table, rows());
    read[table.name] = { rows: stored, bytes, sha256: hash.digest("hex") };
  }
  for (; entry?.name.startsWith("files/"); entry = await next()) {
    await receiver.onFile(entry.name.slice("files/".length), entry);
    files += 1;
  }
  if (entry?.name !== MANIFEST_FILE) throw new DamagedBackupError("the manifest is missing");
  const manifest = backupManifestSchema.parse(await readDocument(entry));
  assertSame(read, manifest);
  if (files !== manifest.files.count) throw new DamagedBackupError("files are missing");
  // The end of the stream authenticates everything before it.
  if ((await next()) !== null) throw new DamagedBackupError("files follow the manifest");
  await receiver.onManifest(manifest);
}

async function readHeader(entry: TarEntry | null): Promise<BackupHeader> {
  if (entry?.name !== HEADER_FILE) throw new DamagedBackupError("the header is missing");
  const content = await readDocument(entry);
  const parsed = backupHeaderSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const format = typeof content === "object" && content !== null && "format" in content ? content.format : 0;
  if (typeof format === "number" && format > BACKUP_FORMAT) {
    throw new StartError(
      `This backup has format ${format}, and this Vedette reads ${BACKUP_FORMAT}: restore it with the version that made it, or a newer one.`,
    );
  }
  throw new DamagedBackupError("the header is not valid");
}

async function readDocument({ name, bytes, content }: TarEntry): Promise<unknown> {
  if (bytes > DOCUMENT_BYTES_MAX) throw new DamagedBackupError(`${name} is too large`);
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString("utf8"));
}

function assertSame(read: ReadTables, { tables }: BackupManifest): void {
  for (const [name, { rows, bytes, sha256 }] of Object.entries(tables)) {
    const found = read[name];
    if (found?.rows === rows && found.bytes === bytes && found.sha256 === sha256) continue;
    throw new DamagedBackupError(
      `the table ${name} has ${found?.rows ?? 0} rows, and the manifest says ${rows}`,
    );
  }
}
