import { describe, expect, test } from "vitest";
import { type Color, encodePng, makePng, type Size } from "../../../../../test/servers/png.ts";
import { compareImages, type ImageComparison } from "./compare-images.ts";

const WHITE: Color = [255, 255, 255];
const BLACK: Color = [0, 0, 0];
const SCREEN: Size = { width: 100, height: 80 };

/** A page with a box on it; its left edge is drawn in `edge`, as anti-aliasing does. */
function page({
  box = [20, 20, 30, 20],
  edge = BLACK,
  size = SCREEN,
}: {
  box?: readonly [left: number, top: number, width: number, height: number];
  edge?: Color;
  size?: Size;
} = {}): Buffer {
  const [left, top, width, height] = box;
  return makePng(size, (x, y) => {
    if (x < left || x >= left + width || y < top || y >= top + height) return WHITE;
    return x === left ? edge : BLACK;
  });
}

async function compare(...args: Parameters<typeof compareImages>): Promise<ImageComparison> {
  const found = await compareImages(...args);
  if ("error" in found) throw new Error(found.error);
  return found;
}

const PIXELS = SCREEN.width * SCREEN.height;
const COLOUR_TYPE_AT = 25;

describe("images of one size", () => {
  test("are equal if their bytes are, and if only their pixels are", async () => {
    const same = { percent: 0, diff: null, isSameSize: true };
    expect(await compare(page(), page())).toEqual(same);
    const rows = Array.from({ length: 80 }, () => Buffer.concat([Buffer.from([0]), Buffer.alloc(300, 255)]));
    const blank = makePng(SCREEN, () => WHITE);
    expect(await compare(blank, encodePng(SCREEN, rows))).toEqual(same);
  });

  test("differ by the share of their pixels, and the difference is drawn", async () => {
    const { percent, diff } = await compare(page(), page({ box: [20, 20, 40, 20] }));
    expect(percent).toBeCloseTo(((10 * 20) / PIXELS) * 100, 5);
    expect(diff?.readUInt32BE(16)).toBe(SCREEN.width);
    expect(diff?.readUInt32BE(20)).toBe(SCREEN.height);
    expect(diff?.[COLOUR_TYPE_AT]).toBe(3);
  });

  test("do not differ by anti-aliasing", async () => {
    const smooth = page({ edge: [120, 120, 120] });
    expect((await compare(page(), smooth)).percent).toBe(0);
  });

  test("do not differ where they are masked, and a mask may extend beyond them", async () => {
    const changed = page({ box: [20, 20, 40, 20] });
    const over = { x: 50, y: 20, width: 10, height: 20 };
    expect((await compare(page(), changed, { masks: [over] })).percent).toBe(0);
    const everything = { x: -50, y: -1e9, width: 1e9, height: 2e9 };
    expect((await compare(page(), changed, { masks: [everything] })).percent).toBe(0);
    const elsewhere = { x: 0, y: 60, width: 100, height: 20 };
    expect((await compare(page(), changed, { masks: [elsewhere] })).percent).toBeGreaterThan(2);
    const half = { x: 49.5, y: 20, width: 5.5, height: 20 };
    expect((await compare(page(), changed, { masks: [half] })).percent).toBeCloseTo(
      ((5 * 20) / PIXELS) * 100,
      5,
    );
  });
});

describe("images of different sizes", () => {
  test("differ by what only one of them has", async () => {
    const longer = page({ size: { width: 100, height: 100 } });
    for (const [baseline, actual] of [
      [page(), longer],
      [longer, page()],
    ] as const) {
      const { percent, isSameSize, diff } = await compare(baseline, actual);
      expect([percent, isSameSize, diff?.readUInt32BE(20)]).toEqual([20, false, 100]);
    }
  });

  test("do not differ by a corner that neither has", async () => {
    const [wide, high] = [
      { width: 40, height: 10 },
      { width: 10, height: 40 },
    ].map((size) => makePng(size, () => WHITE));
    const { percent } = await compare(wide ?? page(), high ?? page());
    expect(percent).toBeCloseTo((600 / 700) * 100, 5);
  });

  test("do not differ if the part that only one has is masked", async () => {
    const longer = page({ size: { width: 100, height: 100 } });
    const masks = [{ x: 0, y: 80, width: 100, height: 20 }];
    expect((await compare(page(), longer, { masks })).percent).toBe(0);
  });
});

describe("images that cannot be compared are returned as an error", () => {
  test("bytes that are not a screenshot", async () => {
    const html = Buffer.from("<!doctype html><title>not an image</title>");
    expect(await compareImages(html, page())).toMatchObject({ error: expect.stringContaining("baseline") });
    expect(await compareImages(page(), html)).toMatchObject({ error: expect.stringContaining("screenshot") });
    const cut = page().subarray(0, 60);
    expect(await compareImages(page(), cut)).toMatchObject({ error: expect.any(String) });
  });

  test("an image that decompresses to more than its header says, or declares too large a size", async () => {
    const bomb = encodePng(SCREEN, [Buffer.alloc(50_000_000)]);
    expect(await compareImages(page(), bomb)).toMatchObject({ error: expect.stringContaining("damaged") });
    const huge = encodePng({ width: 100_000, height: 100_000 }, []);
    expect(await compareImages(page(), huge)).toMatchObject({ error: expect.stringContaining("megapixels") });
    const [row, column] = [
      { width: 10_000_000, height: 1 },
      { width: 1, height: 10_000_000 },
    ].map((size) => encodePng(size, []));
    expect(await compareImages(row ?? page(), column ?? page())).toMatchObject({
      error: expect.stringContaining("megapixels"),
    });
  });

  test("a comparison for an aborted run", async () => {
    const result = await compareImages(page(), page({ edge: WHITE }), { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ error: expect.stringContaining("aborted") });
  });
});
