import { createHash } from "node:crypto";
import type { ArtifactStore } from "../../artifacts/artifact-store.ts";
import type { CatalogTable } from "../../storage/dump/catalog.ts";
import type { DatabaseSnapshot } from "../../storage/dump/snapshot.ts";
import type { Sql } from "../../storage/sql.ts";
import {
  type BackupHeader,
  type BackupManifest,
  filePart,
  HEADER_FILE,
  MANIFEST_FILE,
  tablePart,
} from "./manifest.ts";
import { tarEnd, tarFile } from "./tar.ts";

/** Rows wait in memory until they are a file of the archive, because its size precedes it. */
const PART_BYTES = 4 * 1_048_576;
/** Keys of files are short; a chunk of COPY is never longer than this without the end of a line. */
const KEY_BYTES_MAX = 1_000;

export type ArchiveSource = {
  snapshot: DatabaseSnapshot;
  header: BackupHeader;
  /** The store of files, and the query for their keys; null if they are not part of the backup. */
  files: { store: ArtifactStore; keys: Sql } | null;
  signal: AbortSignal;
  onManifest: (manifest: BackupManifest) => void;
};

/** Yields an archive: the header, the rows of each table, files of runs, and the manifest as the last file. */
export async function* writeArchive(source: ArchiveSource): AsyncGenerator<Buffer> {
  const { snapshot, header, signal } = source;
  const manifest: BackupManifest = {
    tables: {},
    sequences: [],
    files: { count: 0, bytes: 0, missing: 0 },
  };
  yield* document(HEADER_FILE, header);
  const withRows = new Set(header.tables.filter((table) => table.has_rows).map(({ name }) => name));
  for (const table of snapshot.tables) {
    signal.throwIfAborted();
    if (withRows.has(table.name)) yield* tableFiles(source, table, manifest);
  }
  if (source.files !== null) yield* runFiles(source, manifest);
  // Not in the snapshot: they are read after the rows, so that they are not behind.
  for (const { name, value, isCalled } of await snapshot.sequences()) {
    manifest.sequences.push({ name, value, is_called: isCalled });
  }
  yield* document(MANIFEST_FILE, manifest);
  yield tarEnd();
  source.onManifest(manifest);
}

async function* document(name: string, content: BackupHeader | BackupManifest): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(JSON.stringify(content, null, 1));
  yield* tarFile(name, bytes.length, [bytes]);
}

async function* tableFiles(
  { snapshot, signal }: ArchiveSource,
  table: CatalogTable,
  manifest: BackupManifest,
): AsyncGenerator<Buffer> {
  const copy = snapshot.copy(table);
  const hash = createHash("sha256");
  let [parts, bytes, waiting]: [number, number, Buffer[]] = [0, 0, []];
  let waitingBytes = 0;
  for await (const chunk of copy.chunks) {
    signal.throwIfAborted();
    hash.update(chunk);
    bytes += chunk.length;
    waiting.push(chunk);
    waitingBytes += chunk.length;
    if (waitingBytes < PART_BYTES) continue;
    yield* tarFile(tablePart(table.name, parts), waitingBytes, waiting);
    [parts, waiting, waitingBytes] = [parts + 1, [], 0];
  }
  if (waitingBytes > 0) yield* tarFile(tablePart(table.name, parts), waitingBytes, waiting);
  manifest.tables[table.name] = { rows: copy.rows(), bytes, sha256: hash.digest("hex") };
}

async function* runFiles(
  { snapshot, files, signal }: ArchiveSource,
  manifest: BackupManifest,
): AsyncGenerator<Buffer> {
  if (files === null) return;
  for await (const key of lines(snapshot.copyRows(files.keys))) {
    signal.throwIfAborted();
    const file = await files.store.open(key);
    if (file === null) {
      manifest.files.missing += 1;
      continue;
    }
    yield* tarFile(filePart(key), file.bytes, file.stream);
    manifest.files.count += 1;
    manifest.files.bytes += file.bytes;
  }
}

async function* lines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of chunks) {
    const parts = `${rest}${chunk.toString("latin1")}`.split("\n");
    rest = parts.pop() ?? "";
    if (rest.length > KEY_BYTES_MAX) throw new Error("a key of a file is too long");
    yield* parts;
  }
}
