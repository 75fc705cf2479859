/** Keeps the end of the output of a command. */
export class OutputTail {
  readonly #bytesMax: number;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    while (this.#bytes - (this.#chunks[0]?.length ?? 0) >= this.#bytesMax)
      this.#bytes -= this.#chunks.shift()?.length ?? 0;
  }

  /** The last bytes, without the rest of a character that is cut. */
  last(bytesMax: number): Buffer {
    const all = Buffer.concat(this.#chunks);
    const cutAt = Math.max(0, all.length - Math.min(bytesMax, this.#bytesMax));
    if (cutAt === 0) return all;
    let start = cutAt;
    while (start < cutAt + CONTINUATIONS_MAX && isContinuation(all[start] ?? 0)) start += 1;
    return all.subarray(start);
  }
}

/** A character of UTF-8 has at most so many bytes after its first. Other encodings may have more such bytes in a row. */
const CONTINUATIONS_MAX = 3;

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
