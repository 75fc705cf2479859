/** The first bytes of an SQLite file. Source: https://www.sqlite.org/fileformat2.html, sections 1.3 and 4.1. */

const MAGIC = "SQLite format 3\0";
const HEADER_BYTES = 100;
const WAL_HEADER_BYTES = 32;
const WAL_MAGIC = 0x377f0682;
/** The newest version of the format: 2 is WAL. */
const FORMAT_VERSION_MAX = 2;
const PAGE_SIZE_MIN = 512;

/** Returns why a file is no readable database, as a sentence; null if its header is that of one. */
export function databaseHeaderError(header: Uint8Array, fileBytes: number): string | null {
  if (fileBytes === 0) return "The file is empty. Choose kuma.db of Uptime Kuma.";
  const bytes = Buffer.from(header.buffer, header.byteOffset, Math.min(header.byteLength, HEADER_BYTES));
  if (bytes.subarray(0, MAGIC.length).toString("latin1") !== MAGIC) return foreignFileError(bytes, fileBytes);
  if (fileBytes < HEADER_BYTES) return incompleteError();
  const pageSize = bytes.readUInt16BE(16) === 1 ? 65_536 : bytes.readUInt16BE(16);
  if (pageSize < PAGE_SIZE_MIN || (pageSize & (pageSize - 1)) !== 0)
    return "The database is damaged: its header has no valid page size. Copy kuma.db again while Uptime Kuma is stopped.";
  if (bytes.readUInt8(19) > FORMAT_VERSION_MAX)
    return "The file has a newer format of SQLite than this server reads. Update Vedette.";
  return fileBytes < pageSize ? incompleteError() : null;
}

/** Returns why a file is no write-ahead log, as a sentence; null if it is one, or is empty. */
export function walHeaderError(header: Uint8Array, fileBytes: number): string | null {
  if (fileBytes === 0) return null;
  const bytes = Buffer.from(header.buffer, header.byteOffset, header.byteLength);
  const isWal = bytes.length >= WAL_HEADER_BYTES && (bytes.readUInt32BE(0) & ~1) >>> 0 === WAL_MAGIC;
  return isWal
    ? null
    : "The second file is not the write-ahead log of a database. Choose kuma.db-wal from the folder of kuma.db.";
}

const incompleteError = () =>
  "The database is incomplete: the file ends before its content does. Copy kuma.db again while Uptime Kuma is stopped.";

function foreignFileError(bytes: Buffer, fileBytes: number): string {
  if (walHeaderError(bytes, fileBytes) === null)
    return "The file is a write-ahead log alone. Choose one database, kuma.db, and the log beside it.";
  const text = bytes.toString("latin1").trimStart();
  if (text.startsWith("{") || text.startsWith("["))
    return "The file is JSON. Backups in JSON are not read; choose kuma.db from the data folder of Uptime Kuma.";
  if (text.startsWith("PK") || bytes.readUInt16BE(0) === 0x1f8b)
    return "The file is an archive. Unpack it, and choose kuma.db.";
  // Encrypted databases have whole pages of random bytes, so also bytes that no text has.
  const isBinary = bytes.some((byte) => byte >= 0x80) && bytes.some((byte) => byte < 0x09);
  return isBinary && fileBytes % PAGE_SIZE_MIN === 0
    ? "The database is encrypted, or no SQLite database. Decrypt it, and choose the decrypted kuma.db."
    : "The file is no SQLite database. Choose kuma.db from the data folder of Uptime Kuma.";
}
