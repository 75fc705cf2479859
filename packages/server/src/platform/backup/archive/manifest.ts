import { z } from "zod";

/** The two documents of a backup: `header.json` is its first file, `manifest.json` its last one. */

/** Raised when older code could not read a newer backup. */
export const BACKUP_FORMAT = 1;
export const HEADER_FILE = "header.json";
export const MANIFEST_FILE = "manifest.json";
/** The tables are about 150 and have a partition a day: a tenth of this for ten years. */
export const DOCUMENT_BYTES_MAX = 64 * 1_048_576;

const tableSchema = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  partition: z.object({ parent: z.string(), bound: z.string(), options: z.array(z.string()) }).nullable(),
  /** False for a table that is restored without rows. */
  has_rows: z.boolean(),
});

export const backupHeaderSchema = z.object({
  format: z.literal(BACKUP_FORMAT),
  /** Version of Vedette. */
  version: z.string(),
  created_at: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** What opens with the master key of the installation; null if it never had one. */
  master_key: z.object({ id: z.string(), check: z.base64(), ids: z.array(z.string()) }).nullable(),
  with_results: z.boolean(),
  /** False if the files of runs are in a bucket. */
  with_files: z.boolean(),
  tables: z.array(tableSchema),
});
export type BackupHeader = z.infer<typeof backupHeaderSchema>;

export const backupManifestSchema = z.object({
  tables: z.record(z.string(), z.object({ rows: z.number(), bytes: z.number(), sha256: z.string() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), is_called: z.boolean() })),
  files: z.object({ count: z.number(), bytes: z.number(), missing: z.number() }),
});
export type BackupManifest = z.infer<typeof backupManifestSchema>;

/** The folder of a table's rows, in parts that are numbered from 0. */
export function tablePart(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(8, "0")}`;
}

/** A file of a run, by its key. */
export function filePart(key: string): string {
  return `files/${key}`;
}
