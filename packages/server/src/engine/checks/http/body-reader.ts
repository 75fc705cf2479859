/** Maximum decoded size of a body that assertions evaluate. */
export const TEXT_BYTES_MAX = 1_048_576;
/**
 * Maximum size that is read if the whole body is not needed: the download time is accurate enough by then.
 */
const UNREAD_BYTES_MAX = 10 * 1_048_576;
/** Maximum compressed size of a text within its limit: incompressible, and framed. */
const WIRE_BYTES_MAX = TEXT_BYTES_MAX + 65_536;
/**
 * A record shows 65,536 characters of up to four bytes each, and a little more because masking shortens the
 * text.
 */
export const BEGINNING_BYTES_MAX = 5 * 65_536;

/** What a body is needed for: only its size and time, its whole text, or the beginning of its text. */
export type BodyUse = "none" | "text" | "beginning";

/** Consumes a body as it arrives: counts it and buffers what is needed. */
export type BodyReader = {
  readonly wireBytes: number;
  /** Returns "more" until enough has arrived; "enough" is no error, "too_large" is one. */
  take(chunk: Buffer): "more" | "enough" | "too_large";
  /** Returns the buffered bytes as received; fewer than `wireBytes` if only the beginning was buffered. */
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
