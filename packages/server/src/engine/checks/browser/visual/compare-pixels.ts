import pixelmatch from "pixelmatch";
import { type Pixels, writeIndexedPng } from "./png.ts";

/** An area of an image, in its pixels. May extend beyond its edges. */
export type Area = { x: number; y: number; width: number; height: number };

export type PixelDifference = {
  /** Share of the pixels that either image has, 0 to 100. Masked pixels count as equal. */
  percent: number;
  /** A PNG of the faded baseline with the difference in red; null if there is none. */
  diff: Buffer | null;
};

/**
 * Compares two images that are aligned at their top left corners. Modifies both: masks are painted on them.
 * Anti-aliasing is ignored; a pixel that only one of them has is different.
 */
export function comparePixels(baseline: Pixels, actual: Pixels, masks: readonly Area[]): PixelDifference {
  const canvas = {
    width: Math.max(baseline.width, actual.width),
    height: Math.max(baseline.height, actual.height),
  };
  const common = {
    width: Math.min(baseline.width, actual.width),
    height: Math.min(baseline.height, actual.height),
  };
  const masked = maskOf(masks, canvas);
  const [ours, theirs] = [crop(baseline, common), crop(actual, common)];
  blank([ours, theirs], { common, masked, stride: canvas.width });
  const found = new Uint8Array(common.width * common.height * 4);
  let different = pixelmatch(ours, theirs, found, common.width, common.height, {
    threshold: THRESHOLD,
    diffMask: true,
    diffColor: [255, 0, 0],
  });

  const marks = new Uint8Array(canvas.width * canvas.height);
  for (let y = 0; y < canvas.height; y++) {
    for (let x = 0; x < canvas.width; x++) {
      const position = y * canvas.width + x;
      const isCommon = x < common.width && y < common.height;
      if (isCommon) {
        const from = y * common.width + x;
        marks[position] = found[from * 4 + 3] ? RED : fadedGrey(ours, from * 4);
        continue;
      }
      const isInOne = isIn(baseline, x, y) || isIn(actual, x, y);
      const isDifferent = isInOne && masked?.[position] !== 1;
      if (isDifferent) different += 1;
      marks[position] = isDifferent ? RED : WHITE;
    }
  }
  const all = areaOf(baseline) + areaOf(actual) - areaOf(common);
  if (different === 0) return { percent: 0, diff: null };
  return { percent: (different / all) * 100, diff: writeIndexedPng({ ...canvas, data: marks }, PALETTE) };
}

/** Maximum distance of two equal colors, 0 to 1: pixelmatch's own measure and default. */
const THRESHOLD = 0.1;

/** Grays from black to white, except for one that is red. */
const RED = 0;
const WHITE = 255;
const PALETTE = Array.from({ length: 256 }, (_, index) =>
  index === RED ? ([255, 0, 0] as const) : ([index, index, index] as const),
);

type Size = { width: number; height: number };

function areaOf({ width, height }: Size): number {
  return width * height;
}

function isIn({ width, height }: Size, x: number, y: number): boolean {
  return x < width && y < height;
}

/** One byte for each pixel of the canvas, 1 if it is masked; null without masks. */
function maskOf(masks: readonly Area[], { width, height }: Size): Uint8Array | null {
  if (masks.length === 0) return null;
  const masked = new Uint8Array(width * height);
  for (const mask of masks) {
    const left = clamp(Math.floor(mask.x), width);
    const right = clamp(Math.ceil(mask.x + mask.width), width);
    const bottom = clamp(Math.ceil(mask.y + mask.height), height);
    for (let y = clamp(Math.floor(mask.y), height); y < bottom; y++) {
      masked.fill(1, y * width + left, y * width + Math.max(left, right));
    }
  }
  return masked;
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 0), max);
}

/** Returns the top left part of an image; without a copy if the rows have the same length. */
function crop({ width, data }: Pixels, size: Size): Uint8Array {
  if (width === size.width) return data.subarray(0, areaOf(size) * 4);
  const part = new Uint8Array(areaOf(size) * 4);
  for (let y = 0; y < size.height; y++) {
    const start = y * width * 4;
    part.set(data.subarray(start, start + size.width * 4), y * size.width * 4);
  }
  return part;
}

/** Makes masked pixels equal in both images. */
function blank(
  images: readonly Uint8Array[],
  { common, masked, stride }: { common: Size; masked: Uint8Array | null; stride: number },
): void {
  if (masked === null) return;
  for (let y = 0; y < common.height; y++) {
    for (let x = 0; x < common.width; x++) {
      if (masked[y * stride + x] !== 1) continue;
      const start = (y * common.width + x) * 4;
      for (const image of images) image.fill(WHITE, start, start + 4);
    }
  }
}

/** Returns a pixel's faded brightness, so that the page is recognizable and red stands out. */
function fadedGrey(image: Uint8Array, start: number): number {
  const [red = 0, green = 0, blue = 0] = [image[start], image[start + 1], image[start + 2]];
  const brightness = 0.299 * red + 0.587 * green + 0.114 * blue;
  return Math.round(WHITE - (WHITE - brightness) * FADED_TO);
}
const FADED_TO = 0.3;
