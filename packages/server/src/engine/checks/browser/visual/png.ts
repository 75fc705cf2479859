import { crc32, deflateSync, inflateSync } from "node:zlib";

/**
 * The PNG codec of the visual check. It reads what Chromium writes (eight bits per channel, with or without
 * alpha, not interlaced) and nothing else, so that memory is bounded by the size in the header. It writes
 * eight-bit images with a palette. Measured in docs/adr/0025-visual-comparison.md: 1.6 times and five times
 * as fast as pngjs.
 */

/** Rows from the top, four bytes a pixel: red, green, blue, alpha. */
export type Pixels = { width: number; height: number; data: Uint8Array };

/** The bytes are not a supported PNG; the message is for the user. */
export class PngError extends Error {}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const HEADER_BYTES = 13;
/** Length, name and checksum. */
const CHUNK_OVERHEAD = 12;
/** Maximum width and height that a PNG can declare. Source: PNG specification, section 11.2.1. */
const SIDE_MAX = 2 ** 31 - 1;
const TRUECOLOUR = 2;
const TRUECOLOUR_WITH_ALPHA = 6;
const INDEXED = 3;

type Header = { width: number; height: number; channels: 3 | 4 };

/** Returns the size of an image from its header, without decompressing it. */
export function pngSize(png: Buffer): { width: number; height: number } {
  const { width, height } = headerOf(png);
  return { width, height };
}

export function readPng(png: Buffer): Pixels {
  const { width, height, channels } = headerOf(png);
  const rowBytes = width * channels;
  const rows = unpack(png, (rowBytes + 1) * height);
  const data = new Uint8Array(width * height * 4);
  let above: Uint8Array = new Uint8Array(rowBytes);
  for (let y = 0; y < height; y++) {
    const start = y * (rowBytes + 1);
    const row = rows.subarray(start + 1, start + 1 + rowBytes);
    unfilter(row, { filter: rows[start] ?? 0, above, channels });
    if (channels === 4) data.set(row, y * rowBytes);
    else spread(row, data.subarray(y * width * 4, (y + 1) * width * 4));
    above = row;
  }
  return { width, height, data };
}

/** Writes an image of at most 256 colors, with one byte per pixel that selects its color. */
export function writeIndexedPng(
  { width, height, data }: Pixels,
  palette: readonly (readonly [number, number, number])[],
): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = INDEXED;
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) rows.set(data.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flat())),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Writes the same pixels to a file without comments, profiles or extra bytes. */
export function repackPng(png: Buffer, pixelsMax: number): Buffer {
  const { width, height, channels } = headerOf(png);
  if (width * height > pixelsMax) throw new PngError("The PNG is too large.");
  const rowBytes = width * channels + 1;
  const rows = unpack(png, rowBytes * height);
  for (let y = 0; y < height; y++) {
    if ((rows[y * rowBytes] ?? 0) > FILTER_MAX) throw new PngError("The PNG is damaged.");
  }
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", png.subarray(16, 16 + HEADER_BYTES)),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Paeth's is the last of the five filters. */
const FILTER_MAX = 4;

function headerOf(png: Buffer): Header {
  const isPng = png.length >= 33 && png.subarray(0, 8).equals(SIGNATURE) && nameAt(png, 8) === "IHDR";
  if (!isPng || png.readUInt32BE(8) !== HEADER_BYTES) throw new PngError("The file is not a PNG.");
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const [depth, colour, compression, filter, interlace] = png.subarray(24, 29);
  if (width < 1 || height < 1 || width > SIDE_MAX || height > SIDE_MAX) {
    throw new PngError("The PNG has no size.");
  }
  const isKnown = colour === TRUECOLOUR || colour === TRUECOLOUR_WITH_ALPHA;
  if (depth !== 8 || !isKnown || compression !== 0 || filter !== 0 || interlace !== 0) {
    throw new PngError("The PNG has a format that browsers do not use for screenshots.");
  }
  return { width, height, channels: colour === TRUECOLOUR ? 3 : 4 };
}

/** Returns the filtered rows. Decompresses at most `length` bytes, no matter what the file contains. */
function unpack(png: Buffer, length: number): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at + CHUNK_OVERHEAD <= png.length; ) {
    const size = png.readUInt32BE(at);
    const name = nameAt(png, at);
    if (name === "IEND") break;
    if (at + CHUNK_OVERHEAD + size > png.length) throw new PngError("The PNG is truncated.");
    if (name === "IDAT") parts.push(png.subarray(at + 8, at + 8 + size));
    at += CHUNK_OVERHEAD + size;
  }
  let rows: Buffer;
  try {
    rows = inflateSync(Buffer.concat(parts), { maxOutputLength: length });
  } catch (error) {
    throw new PngError("The PNG is damaged.", { cause: error });
  }
  if (rows.length !== length) throw new PngError("The PNG is truncated.");
  return rows;
}

function nameAt(png: Buffer, at: number): string {
  return png.toString("latin1", at + 4, at + 8);
}

/** Reverses a row's filter in place. Source: PNG specification, section 9. */
function unfilter(
  row: Uint8Array,
  { filter, above, channels }: { filter: number; above: Uint8Array; channels: number },
): void {
  switch (filter) {
    case 0:
      return;
    case 1:
      for (let i = channels; i < row.length; i++) row[i] = at(row, i) + at(row, i - channels);
      return;
    case 2:
      for (let i = 0; i < row.length; i++) row[i] = at(row, i) + at(above, i);
      return;
    case 3:
      for (let i = 0; i < row.length; i++) {
        const left = i < channels ? 0 : at(row, i - channels);
        row[i] = at(row, i) + ((left + at(above, i)) >> 1);
      }
      return;
    case 4:
      for (let i = 0; i < channels; i++) row[i] = at(row, i) + at(above, i);
      for (let i = channels; i < row.length; i++) {
        row[i] = at(row, i) + nearest(at(row, i - channels), at(above, i), at(above, i - channels));
      }
      return;
    default:
      throw new PngError("The PNG is damaged.");
  }
}

/** Callers only pass an index within the row. */
function at(row: Uint8Array, index: number): number {
  return row[index] as number;
}

/** Paeth's predictor: whichever of left, above and corner is nearest to left + above - corner. */
function nearest(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** Expands three bytes a pixel to four, opaque. */
function spread(row: Uint8Array, out: Uint8Array): void {
  for (let from = 0, to = 0; from < row.length; from += 3, to += 4) {
    out[to] = at(row, from);
    out[to + 1] = at(row, from + 1);
    out[to + 2] = at(row, from + 2);
    out[to + 3] = 255;
  }
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
