import fc from "fast-check";
import { expect, test } from "vitest";
import { encodePng, makePng } from "../../../../../test/servers/png.ts";
import { PngError, pngSize, readPng, writeIndexedPng } from "./png.ts";

test("an image is decoded pixel by pixel as encoded, through every filter", () => {
  const size = fc.record({ width: fc.integer({ min: 1, max: 9 }), height: fc.integer({ min: 1, max: 11 }) });
  fc.assert(
    fc.property(size, fc.integer({ min: 1, max: 1_000 }), ({ width, height }, seed) => {
      const value = (x: number, y: number, channel: number) =>
        ((x * 31 + y * 57 + channel * 91) * seed) & 255;
      const png = makePng({ width, height }, (x, y) => [value(x, y, 0), value(x, y, 1), value(x, y, 2)]);
      const { data } = readPng(png);
      const expected = Array.from({ length: width * height }, (_, place) => {
        const [x, y] = [place % width, Math.floor(place / width)];
        return [value(x, y, 0), value(x, y, 1), value(x, y, 2), 255];
      });
      expect([...data]).toEqual(expected.flat());
      expect(pngSize(png)).toEqual({ width, height });
    }),
  );
});

test("an image with an alpha channel keeps it", () => {
  const rows = [Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 8])];
  expect([...readPng(encodePng({ width: 2, height: 1 }, rows, [8, 6, 0, 0, 0])).data]).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8,
  ]);
});

test("rejects bytes that are not a screenshot, and never decompresses beyond the size in the header", () => {
  const size = { width: 10, height: 10 };
  const good = makePng(size, () => [1, 2, 3]);
  const bad = [
    Buffer.alloc(0),
    Buffer.from("<!doctype html><script>"),
    good.subarray(0, 20),
    good.subarray(0, 45),
    good.subarray(0, good.length - 20),
    // A hundred megabytes of zeros behind a header of ten by ten.
    encodePng(size, [Buffer.alloc(100_000_000)]),
    encodePng(size, [Buffer.alloc(100)]),
    encodePng(
      size,
      Array.from({ length: 10 }, () => Buffer.alloc(31, 9)),
    ),
    encodePng({ width: 0, height: 10 }, []),
    encodePng(size, [], [16, 2, 0, 0, 0]),
    encodePng(size, [], [8, 3, 0, 0, 0]),
    encodePng(size, [], [8, 2, 0, 0, 1]),
  ];
  for (const bytes of bad) expect(() => readPng(bytes)).toThrow(PngError);
});

test("any invalid bytes cause a PngError and no other error", () => {
  const good = makePng({ width: 6, height: 6 }, (x, y) => [x * 40, y * 40, 9]);
  const change = fc.tuple(fc.nat({ max: good.length - 1 }), fc.integer({ min: 0, max: 255 }));
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      const bytes = Buffer.from(good);
      for (const [place, value] of changes) bytes[place] = value;
      try {
        if (pngSize(bytes).width * pngSize(bytes).height < 10_000) readPng(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(PngError);
      }
    }),
  );
});

test("an image with a palette has the signature, the size and the checksums of a PNG", () => {
  const png = writeIndexedPng({ width: 2, height: 1, data: Uint8Array.from([0, 1]) }, [
    [255, 0, 0],
    [1, 2, 3],
  ]);
  // pngjs 7.0.0 decodes these bytes as those two pixels.
  expect(png.toString("hex")).toBe(
    "89504e470d0a1a0a0000000d4948445200000002000000010803000000c3fc8fb800000006504c5445ff0000010203eb5e4b0c" +
      "0000000b49444154789c636060040000040002bf7a3f4a0000000049454e44ae426082",
  );
});
