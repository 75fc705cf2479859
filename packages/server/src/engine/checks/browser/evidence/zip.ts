import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type Entry, fromBufferPromise, type ZipFile as ZipReader } from "yauzl";
import { ZipFile as ZipWriter } from "yazl";

/**
 * Zip archives as far as traces need them: read and written as a whole. A script may provide any bytes, so
 * memory and work are bounded no matter what the headers say.
 */
export type ZipEntry = { name: string; data: Buffer };

/** Maximum decompressed size of all entries. */
const UNPACKED_BYTES_MAX = 134_217_728;

/** A trace of a long run has some hundred: one for each file that its pages loaded. */
const ENTRIES_MAX = 20_000;

/** The start of the format's time; the run itself says when it was created. */
const MODIFIED_AT = new Date("1980-01-01T00:00:00Z");

/** Returns null if the archive is invalid, damaged, or too large decompressed. */
export async function readZip(archive: Buffer): Promise<ZipEntry[] | null> {
  try {
    return await readEntries(await fromBufferPromise(archive));
  } catch {
    // The errors of yauzl have no class; all of them are about the archive.
    return null;
  }
}

async function readEntries(zip: ZipReader): Promise<ZipEntry[] | null> {
  if (zip.entryCount > ENTRIES_MAX) return null;
  const entries: ZipEntry[] = [];
  let leftBytes = UNPACKED_BYTES_MAX;
  for await (const entry of zip.eachEntry()) {
    leftBytes -= entry.uncompressedSize;
    if (leftBytes < 0 || !isFile(entry)) return null;
    // Fails as soon as an entry exceeds its declared size.
    const data = await buffer(await zip.openReadStreamPromise(entry));
    entries.push({ name: entry.fileName, data });
  }
  return entries;
}

/** Traces have no folders. yauzl has rejected absolute names and those with `..`. */
function isFile({ fileName }: Entry): boolean {
  return fileName !== "" && !fileName.endsWith("/");
}

/** Compresses one entry at a time, because each takes 256 kB of zlib's memory. */
export function writeZip(entries: readonly ZipEntry[]): Promise<Buffer> {
  const zip = new ZipWriter();
  for (const { name, data } of entries) {
    zip.addReadStreamLazy(name, { size: data.length, mtime: MODIFIED_AT }, (give) =>
      give(null, Readable.from(data)),
    );
  }
  zip.end();
  return buffer(zip.outputStream);
}
