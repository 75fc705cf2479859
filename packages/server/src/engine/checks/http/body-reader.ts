/** Decoded bytes that an assertion may look at. Source: decisions.md, section 3. */
export const TEXT_BYTES_MAX = 1_048_576;
/** What is read where nobody needs all of it: the time of a download is known well enough by then. */
const UNREAD_BYTES_MAX = 10 * 1_048_576;
/** Compressed, the largest text that can still be within its limit: incompressible, and framed. */
const WIRE_BYTES_MAX = TEXT_BYTES_MAX + 65_536;
/** A record shows 65,536 characters: of up to four bytes each, and some more for what a mask shortens. */
export const BEGINNING_BYTES_MAX = 5 * 65_536;

/** What a body is read for: its size and time alone, its whole text, or the beginning of its text. */
export type BodyUse = "none" | "text" | "beginning";

/** Takes a body as it comes: counts it, and keeps of it what is needed. */
export type BodyReader = {
  readonly wireBytes: number;
  /** "more" until enough has come; "enough" is no error, "too_large" is one. */
  take(chunk: Buffer): "more" | "enough" | "too_large";
  /** What was kept, as it was sent; shorter than `wireBytes` where only the beginning was. */
  kept(): Buffer;
};

const KEPT_BYTES_MAX: Record<BodyUse, number> = {
  none: 0,
  text: WIRE_BYTES_MAX,
  beginning: BEGINNING_BYTES_MAX,
};

export function createBodyReader(use: BodyUse): BodyReader {
  const keptBytesMax = KEPT_BYTES_MAX[use];
  const chunks: Buffer[] = [];
  let wireBytes = 0;
  return {
    get wireBytes() {
      return wireBytes;
    },
    take(chunk) {
      if (wireBytes < keptBytesMax) chunks.push(chunk);
      wireBytes += chunk.length;
      if (use === "text") return wireBytes > WIRE_BYTES_MAX ? "too_large" : "more";
      return wireBytes < UNREAD_BYTES_MAX ? "more" : "enough";
    },
    kept() {
      const [only] = chunks;
      return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
    },
  };
}
