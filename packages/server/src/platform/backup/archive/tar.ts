import { DamagedBackupError } from "./damaged-backup.ts";

/**
 * Archives in the tar format of POSIX (ustar), as streams: files of a size that is known before. So that a backup can be
 * unpacked with standard tools.
 */

const BLOCK_BYTES = 512;
const END = Buffer.alloc(2 * BLOCK_BYTES);

export type TarEntry = { name: string; bytes: number; content: AsyncIterable<Buffer> };

/** Yields a file with its header and its padding. `name` has at most 100 ASCII characters. */
export async function* tarFile(
  name: string,
  bytes: number,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<Buffer> {
  yield headerOf(name, bytes);
  let written = 0;
  for await (const chunk of content) {
    written += chunk.length;
    if (written > bytes) break;
    yield chunk;
  }
  if (written !== bytes) throw new Error(`${name} changed its size while it was read`);
  const padding = paddingOf(bytes);
  if (padding > 0) yield Buffer.alloc(padding);
}

export function tarEnd(): Buffer {
  return END;
}

/** Yields the files of an archive. The content of each must be read before the next. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const reader = createReader(source);
  for (;;) {
    const header = await reader.exactly(BLOCK_BYTES);
    if (header.every((byte) => byte === 0)) return reader.drain();
    const entry = parseHeader(header);
    let left = entry.bytes;
    async function* content(): AsyncGenerator<Buffer> {
      while (left > 0) {
        const chunk = await reader.atMost(left);
        left -= chunk.length;
        yield chunk;
      }
    }
    yield { ...entry, content: content() };
    if (left > 0) throw new DamagedBackupError(`${entry.name} was not read to its end`);
    await reader.exactly(paddingOf(entry.bytes));
  }
}

function headerOf(name: string, bytes: number): Buffer {
  if (!/^[\x21-\x7e]{1,100}$/.test(name)) throw new Error(`'${name}' cannot be the name of a file`);
  const header = Buffer.alloc(BLOCK_BYTES);
  header.write(name, 0, "latin1");
  header.write("0000600\0", 100, "latin1");
  header.write("0000000\0", 108, "latin1");
  header.write("0000000\0", 116, "latin1");
  header.write(`${bytes.toString(8).padStart(11, "0")}\0`, 124, "latin1");
  header.write("00000000000\0", 136, "latin1");
  // The checksum is computed with spaces in its place.
  header.write("        ", 148, "latin1");
  header.write("0", 156, "latin1");
  header.write("ustar\u000000", 257, "latin1");
  header.write(`${checksumOf(header).toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return header;
}

function parseHeader(header: Buffer): { name: string; bytes: number } {
  const field = (start: number, length: number) => {
    const text = header.toString("latin1", start, start + length);
    return text.split("\0")[0]?.trim() ?? "";
  };
  const stored = Number.parseInt(field(148, 8), 8);
  const summed = Buffer.from(header);
  summed.fill(" ", 148, 156);
  const bytes = Number.parseInt(field(124, 12), 8);
  if (stored !== checksumOf(summed) || !Number.isSafeInteger(bytes) || bytes < 0) {
    throw new DamagedBackupError("a header of the archive is not valid");
  }
  return { name: field(0, 100), bytes };
}

function checksumOf(header: Buffer): number {
  return header.reduce((sum, byte) => sum + byte, 0);
}

function paddingOf(bytes: number): number {
  return (BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES;
}

/** Reads a stream by lengths instead of by its chunks. */
function createReader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  async function atMost(length: number): Promise<Buffer> {
    while (rest.length === 0) {
      const { value, done } = await chunks.next();
      if (done) throw new DamagedBackupError("the archive ends too early");
      rest = value;
    }
    const taken = rest.subarray(0, length);
    rest = rest.subarray(taken.length);
    return taken;
  }
  return {
    atMost,
    async exactly(length: number): Promise<Buffer> {
      const parts: Buffer[] = [];
      for (let left = length; left > 0; ) {
        const part = await atMost(left);
        parts.push(part);
        left -= part.length;
      }
      return Buffer.concat(parts);
    },
    /** Reads the stream to its end, where its sender reports errors. */
    async drain(): Promise<void> {
      while (!(await chunks.next()).done);
    },
  };
}
