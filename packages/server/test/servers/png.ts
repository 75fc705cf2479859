import { crc32, deflateSync } from "node:zlib";

/** PNG images like browsers write them, for tests: truecolor, with each of the five filters in turn. */

export type Color = readonly [red: number, green: number, blue: number];
export type Size = { width: number; height: number };

/** Creates an image with the color that `colorAt` returns for each pixel. */
export function makePng({ width, height }: Size, colorAt: (x: number, y: number) => Color): Buffer {
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from(Array.from({ length: width }, (_, x) => colorAt(x, y)).flat()),
  );
  return encodePng({ width, height }, rows.map(applyFilter));
}

/** Encodes rows that are already filtered; `header` replaces the bytes of the header after the size. */
export function encodePng(
  { width, height }: Size,
  rows: readonly Buffer[],
  header = [8, 2, 0, 0, 0],
): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", Buffer.concat([size, Buffer.from(header)])),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Source: PNG specification, section 9.2. */
function applyFilter(row: Buffer, y: number, rows: readonly Buffer[]): Buffer {
  const filter = y % 5;
  const above = rows[y - 1] ?? Buffer.alloc(row.length);
  const bytes = row.map((value, i) => {
    const [left = 0, up = 0, corner = 0] = [row[i - 3], above[i], i < 3 ? 0 : above[i - 3]];
    const guesses = [0, left, up, Math.floor((left + up) / 2), paeth(left, up, corner)];
    return value - (guesses[filter] ?? 0);
  });
  return Buffer.concat([Buffer.from([filter]), bytes]);
}

function paeth(a: number, b: number, c: number): number {
  const p = a + b - c;
  const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
  if (pa <= pb && pa <= pc) return a;
  return pb <= pc ? b : c;
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}
