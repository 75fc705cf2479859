import { crc32, deflateSync } from "node:zlib";
import fc from "fast-check";
import jpeg from "jpeg-js";
import { describe, expect, test } from "vitest";
import { checkImage, ImageError } from "./check-image.ts";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

function png({ side = 2, extra = [] as Buffer[] } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((side * 3 + 1) * Math.min(side, 64)));
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    ...extra,
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const pixels = { width: 8, height: 8, data: Buffer.alloc(8 * 8 * 4, 0x80) };
const photo = jpeg.encode(pixels, 80).data;

describe("an image", () => {
  test("is kept without comments, profiles and appended data", () => {
    const text = chunk("tEXt", Buffer.from("Comment\0<script>alert(1)</script>"));
    const dirty = Buffer.concat([png({ extra: [text] }), Buffer.from("<script>alert(2)</script>")]);
    const { contentType, content } = checkImage(dirty);
    expect(contentType).toBe("image/png");
    expect(content.equals(png())).toBe(true);
  });

  test("of a camera is kept without its position, and still decodes", () => {
    const position = Buffer.from("Exif\0\0GPS position");
    const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, position.length + 2]), position]);
    const dirty = Buffer.concat([photo.subarray(0, 2), segment, photo.subarray(2), Buffer.from("<html>")]);
    const { contentType, content } = checkImage(dirty);
    expect(contentType).toBe("image/jpeg");
    expect(content.includes("GPS")).toBe(false);
    expect(content.includes("<html>")).toBe(false);
    expect(jpeg.decode(content).width).toBe(8);
  });

  test.each([
    ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ["HTML", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["GIF", Buffer.from("GIF89a;alert(1)")],
    ["empty", Buffer.alloc(0)],
    ["a PNG that ends early", png().subarray(0, 40)],
    [
      "a PNG with a wrong checksum",
      Buffer.from(png().map((byte, index) => (index === 20 ? byte ^ 1 : byte))),
    ],
    ["a PNG that is too large", png({ side: 5_000 })],
    ["a JPEG without a frame", Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
    ["a JPEG that ends early", photo.subarray(0, photo.length - 2)],
  ])("that is %s is rejected", (_name, file) => {
    expect(() => checkImage(file)).toThrow(ImageError);
  });

  test("never fails in another way, for any bytes", () => {
    const start = fc.constantFrom(
      Buffer.alloc(0),
      SIGNATURE,
      photo.subarray(0, 2),
      png().subarray(0, 33),
      photo.subarray(0, 200),
    );
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 200 }), (head, tail) => {
        try {
          checkImage(Buffer.concat([head, tail]));
        } catch (error) {
          expect(error).toBeInstanceOf(ImageError);
        }
      }),
    );
  });
});
