import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Area } from "./compare-pixels.ts";
import { PngError, pngSize } from "./png.ts";

/**
 * The visual check: how much of a screenshot differs from its baseline. Knows images and nothing of journeys,
 * stores or thresholds.
 */

export type ImageComparison = {
  /** Of the pixels that either image has, 0 to 100; anti-aliasing and what is masked do not count. */
  percent: number;
  /** A PNG of the baseline, faded, with the difference in red; null where there is none. */
  diff: Buffer | null;
  isSameSize: boolean;
};

/** Why two images cannot be compared, for a person. */
export type ComparisonFault = { fault: string };

/**
 * Compares a screenshot with its baseline. Equal bytes, which an unchanged page gives, are answered at once;
 * anything else takes 50 ms for a screen and 600 for a page of 8,000 pixels, so it is done in a
 * thread of its own, which is gone afterwards with all its memory. The caller bounds how many there are at once.
 */
export async function compareImages(
  baseline: Buffer,
  actual: Buffer,
  { masks = [], signal }: { masks?: readonly Area[]; signal?: AbortSignal } = {},
): Promise<ImageComparison | ComparisonFault> {
  const sizes = sizesOf(baseline, actual);
  if ("fault" in sizes) return sizes;
  const isSameSize =
    sizes.baseline.width === sizes.actual.width && sizes.baseline.height === sizes.actual.height;
  if (baseline.equals(actual)) return { percent: 0, diff: null, isSameSize };
  const answer = await inThread({ baseline, actual, masks }, signal);
  if ("fault" in answer) return answer;
  const { percent, diff } = answer;
  return { percent, diff: diff && Buffer.from(diff), isSameSize };
}

/** 16 megapixels: a page 1,280 wide and 13,107 high. Four bytes a pixel, a few copies: 280 MB for its time, as measured. */
const PIXELS_MAX = 16 * 1_048_576;

/** A comparison of the largest images takes three seconds; the rest is for a busy machine. */
const TIMEOUT_MS = 20_000;

/** What goes to `compare-thread.ts` and comes back: Buffers arrive as plain bytes. */
export type ThreadTask = { baseline: Uint8Array; actual: Uint8Array; masks: readonly Area[] };
export type ThreadAnswer = { percent: number; diff: Uint8Array | null } | ComparisonFault;

type Size = { width: number; height: number };

function sizesOf(baseline: Buffer, actual: Buffer): { baseline: Size; actual: Size } | ComparisonFault {
  const sizes = { baseline: sizeOf(baseline, "The baseline"), actual: sizeOf(actual, "The screenshot") };
  if ("fault" in sizes.baseline) return sizes.baseline;
  if ("fault" in sizes.actual) return sizes.actual;
  // A row of a million pixels and a column of as many are small; the canvas for both is not.
  const width = Math.max(sizes.baseline.width, sizes.actual.width);
  const height = Math.max(sizes.baseline.height, sizes.actual.height);
  if (width * height > PIXELS_MAX) return tooLarge("The two images together");
  return { baseline: sizes.baseline, actual: sizes.actual };
}

function sizeOf(png: Buffer, what: string): Size | ComparisonFault {
  try {
    const size = pngSize(png);
    return size.width * size.height > PIXELS_MAX ? tooLarge(what) : size;
  } catch (error) {
    if (error instanceof PngError) return { fault: `${what} cannot be read: ${error.message}` };
    throw error;
  }
}

function tooLarge(what: string): ComparisonFault {
  return { fault: `${what} cannot be compared: at most ${PIXELS_MAX / 1_048_576} megapixels are.` };
}

async function inThread(task: ThreadTask, signal: AbortSignal | undefined): Promise<ThreadAnswer> {
  const worker = new Worker(new URL("./compare-thread.ts", import.meta.url), {
    workerData: task,
    name: "visual",
    env: {},
  });
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  const end = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
  try {
    // An error of the thread itself is a bug, and is thrown here.
    const [answer]: ThreadAnswer[] = await once(worker, "message", { signal: end });
    if (answer === undefined) throw new Error("the thread of a visual check answered nothing");
    return answer;
  } catch (error) {
    if (!end.aborted) throw error;
    if (!deadline.aborted) return { fault: "The run was given up before its screenshot was compared." };
    return { fault: `The comparison was given up after ${TIMEOUT_MS / 1_000} seconds.` };
  } finally {
    await worker.terminate();
  }
}
