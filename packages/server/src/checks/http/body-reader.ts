/** Decoded bytes that an assertion may look at. Source: decisions.md, section 3. */
export const TEXT_BYTES_MAX = 1_048_576;
/** What is read where nobody looks at it: the time of a download is known well enough by then. */
const UNREAD_BYTES_MAX = 10 * 1_048_576;
/** Compressed, the largest text that can still be within its limit: incompressible, and framed. */
const WIRE_BYTES_MAX = TEXT_BYTES_MAX + 65_536;

/** Takes a body as it comes: counts it, and keeps it where an assertion needs its text. */
export type BodyReader = {
  readonly wireBytes: number;
  /** "more" until enough has come; "enough" is no error, "too_large" is one. */
  take(chunk: Buffer): "more" | "enough" | "too_large";
  /** What was kept, as it was sent. */
  kept(): Buffer;
};

export function createBodyReader(isKept: boolean): BodyReader {
  const chunks: Buffer[] = [];
  let wireBytes = 0;
  return {
    get wireBytes() {
      return wireBytes;
    },
    take(chunk) {
      wireBytes += chunk.length;
      if (!isKept) return wireBytes < UNREAD_BYTES_MAX ? "more" : "enough";
      if (wireBytes > WIRE_BYTES_MAX) return "too_large";
      chunks.push(chunk);
      return "more";
    },
    kept() {
      const [only] = chunks;
      return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, wireBytes);
    },
  };
}
