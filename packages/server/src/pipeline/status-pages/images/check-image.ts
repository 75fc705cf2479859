import { crc32 } from "node:zlib";

/**
 * Accepts PNG and JPEG files by their content, and keeps only what an image needs: no comments, profiles, positions or
 * appended data, which could contain another file format. Pixels are not decoded. Pure.
 */
export type CheckedImage = { contentType: "image/png" | "image/jpeg"; content: Buffer };

/** The message is for the user. */
export class ImageError extends Error {}

/** Twice the size of a logo on a wide page. A browser decodes at most 16 million pixels of it. */
const SIDE_MAX = 4_096;
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** What the pixels and their colors need. Source: PNG specification, section 4.7. */
const PNG_CHUNKS = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "gAMA", "cHRM", "sRGB", "IEND"]);

export function checkImage(file: Buffer): CheckedImage {
  if (file.subarray(0, 8).equals(PNG_SIGNATURE)) return { contentType: "image/png", content: cleanPng(file) };
  if (file.length > 4 && file.readUInt16BE(0) === SOI)
    return { contentType: "image/jpeg", content: cleanJpeg(file) };
  throw new ImageError("must be a PNG or a JPEG");
}

function cleanPng(file: Buffer): Buffer {
  const kept: Buffer[] = [PNG_SIGNATURE];
  let at = PNG_SIGNATURE.length;
  for (let isFirst = true; at + 12 <= file.length; isFirst = false) {
    const length = file.readUInt32BE(at);
    const name = file.toString("latin1", at + 4, at + 8);
    const end = at + 12 + length;
    if (end > file.length || isFirst !== (name === "IHDR")) break;
    const chunk = file.subarray(at, end);
    if (crc32(chunk.subarray(4, 8 + length)) !== chunk.readUInt32BE(8 + length)) break;
    if (name === "IHDR") assertSize(chunk.readUInt32BE(8), chunk.readUInt32BE(12));
    if (PNG_CHUNKS.has(name)) kept.push(chunk);
    if (name === "IEND") return Buffer.concat(kept);
    at = end;
  }
  throw new ImageError("is a damaged PNG");
}

const SOI = 0xffd8;
const EOI = 0xd9;
const SOS = 0xda;
/** The markers with the size of the image. Source: ITU T.81, table B.1. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
/** Tables, frames and restarts; of the application segments only those of JFIF and Adobe, which define the colors. */
const JPEG_SEGMENTS = new Set([...FRAMES, 0xc4, 0xdb, 0xdd, 0xe0, 0xee]);

function cleanJpeg(file: Buffer): Buffer {
  const kept: Buffer[] = [file.subarray(0, 2)];
  let hasFrame = false;
  let at = 2;
  while (at + 4 <= file.length && file[at] === 0xff) {
    const marker = file[at + 1] ?? 0;
    if (marker === EOI && hasFrame) return Buffer.concat([...kept, Buffer.from([0xff, EOI])]);
    const end = endOfSegment(file, { at, marker });
    if (end === null || (marker === SOS && !hasFrame)) break;
    if (FRAMES.has(marker)) {
      assertSize(file.readUInt16BE(at + 7), file.readUInt16BE(at + 5));
      hasFrame = true;
    }
    if (marker === SOS || JPEG_SEGMENTS.has(marker)) kept.push(file.subarray(at, end));
    at = end;
  }
  throw new ImageError("is a damaged JPEG, or one of a kind that browsers do not show");
}

/** Null if the file ends before. A scan is followed by its data. */
function endOfSegment(file: Buffer, { at, marker }: { at: number; marker: number }): number | null {
  const length = file.readUInt16BE(at + 2);
  const end = at + 2 + length;
  if (end > file.length || (FRAMES.has(marker) && length < 7)) return null;
  return marker === SOS ? endOfScan(file, end) : end;
}

/** Entropy-coded data ends at the next marker that is neither stuffing nor a restart. */
function endOfScan(file: Buffer, from: number): number | null {
  for (let at = from; at + 1 < file.length; at++) {
    const next = file[at + 1] ?? 0;
    if (file[at] === 0xff && next !== 0 && !(next >= 0xd0 && next <= 0xd7) && next !== 0xff) return at;
  }
  return null;
}

function assertSize(width: number, height: number): void {
  if (width >= 1 && height >= 1 && width <= SIDE_MAX && height <= SIDE_MAX) return;
  throw new ImageError(`must be at most ${SIDE_MAX} pixels wide and high`);
}
