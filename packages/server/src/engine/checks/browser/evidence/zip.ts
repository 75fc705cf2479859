import { promisify } from "node:util";
import { crc32, deflateRaw, inflateRaw } from "node:zlib";

/**
 * Zip archives as far as traces need them: read and written as a whole. Source: PKWARE's APPNOTE.TXT, 4.3. A
 * script may provide any bytes, so memory and work are bounded no matter what the headers say.
 */
export type ZipEntry = { name: string; data: Buffer };

const inflate = promisify(inflateRaw);
const deflate = promisify(deflateRaw);

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;
/** Names are UTF-8. */
const FLAGS = 0x0800;
/** January 1, 1980, the start of the format's time; the run itself says when it was created. */
const DATE = 0x0021;

/** Maximum decompressed size of all entries. */
const UNPACKED_BYTES_MAX = 134_217_728;

/** A trace of a long run has some hundred: one for each file that its pages loaded. */
const ENTRIES_MAX = 20_000;

/** Returns null if the archive is invalid, damaged, or too large decompressed. */
export async function readZip(archive: Buffer): Promise<ZipEntry[] | null> {
  try {
    return await readEntries(archive);
  } catch (error) {
    // An offset beyond the end, or data that does not decompress.
    if (error instanceof RangeError || isUnpackError(error)) return null;
    throw error;
  }
}

function isUnpackError(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}

async function readEntries(archive: Buffer): Promise<ZipEntry[] | null> {
  const end = archive.lastIndexOf(Buffer.from("PK\u0005\u0006"));
  if (end < 0 || archive.length < end + 22 || archive.readUInt32LE(end) !== END_SIGNATURE) return null;
  const entries: ZipEntry[] = [];
  if (archive.readUInt16LE(end + 10) > ENTRIES_MAX) return null;
  let at = archive.readUInt32LE(end + 16);
  let leftBytes = UNPACKED_BYTES_MAX;
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    if (archive.length < at + 46 || archive.readUInt32LE(at) !== ENTRY_SIGNATURE) return null;
    const nameLength = archive.readUInt16LE(at + 28);
    const unpackedBytes = archive.readUInt32LE(at + 24);
    leftBytes -= unpackedBytes;
    if (leftBytes < 0) return null;
    const name = archive.toString("utf8", at + 46, at + 46 + nameLength);
    const packed = packedData(archive, at);
    const isDeflated = archive.readUInt16LE(at + 10) === DEFLATED;
    const data = isDeflated ? await inflate(packed, { maxOutputLength: Math.max(1, unpackedBytes) }) : packed;
    if (data.length !== unpackedBytes) return null;
    entries.push({ name, data });
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return entries;
}

/** The position of the data depends on its local header, whose lengths may differ from the directory's. */
function packedData(archive: Buffer, at: number): Buffer {
  const local = archive.readUInt32LE(at + 42);
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  return archive.subarray(start, start + archive.readUInt32LE(at + 20));
}

export async function writeZip(entries: readonly ZipEntry[]): Promise<Buffer> {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data } of entries) {
    const deflated = await deflate(data);
    const isSmaller = deflated.length < data.length;
    const packed = isSmaller ? deflated : data;
    const nameBytes = Buffer.from(name);
    const facts = factsOf({
      data,
      packed,
      nameLength: nameBytes.length,
      method: isSmaller ? DEFLATED : STORED,
    });
    const local = Buffer.alloc(30);
    local.writeUInt32LE(LOCAL_SIGNATURE, 0);
    facts.copy(local, 4);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(ENTRY_SIGNATURE, 0);
    entry.writeUInt16LE(20, 4);
    facts.copy(entry, 6);
    entry.writeUInt32LE(offset, 42);
    bodies.push(local, nameBytes, packed);
    directory.push(entry, nameBytes);
    offset += local.length + nameBytes.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END_SIGNATURE, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, list, end]);
}

type Facts = { data: Buffer; packed: Buffer; nameLength: number; method: number };

/**
 * Returns the fields that both headers of an entry share, from the required version to the length of its
 * name.
 */
function factsOf({ data, packed, nameLength, method }: Facts): Buffer {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(FLAGS, 2);
  facts.writeUInt16LE(method, 4);
  facts.writeUInt16LE(DATE, 8);
  facts.writeUInt32LE(crc32(data), 10);
  facts.writeUInt32LE(packed.length, 14);
  facts.writeUInt32LE(data.length, 18);
  facts.writeUInt16LE(nameLength, 22);
  return facts;
}
