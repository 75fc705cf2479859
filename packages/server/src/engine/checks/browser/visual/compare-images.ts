import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { programFile } from "../../../../platform/kernel/own-files.ts";
import type { Area } from "./compare-pixels.ts";
import { PngError, pngSize } from "./png.ts";

/**
 * The visual check: how much a screenshot differs from its baseline. It must not know journeys, stores or
 * thresholds.
 */

export type ImageComparison = {
  /** Share of the pixels that either image has, 0 to 100; anti-aliasing and masked areas do not count. */
  percent: number;
  /** A PNG of the faded baseline with the difference in red; null if there is none. */
  diff: Buffer | null;
  isSameSize: boolean;
};

/** Why two images cannot be compared, for the user. */
export type ComparisonError = { error: string };

/**
 * Compares a screenshot with its baseline. Equal bytes, which an unchanged page produces, return immediately.
 * Otherwise it takes 50 ms for a screen and 600 for a page of 8,000 pixels, so it runs in a worker thread
 * that ends afterwards with all its memory. The caller limits the number of concurrent comparisons.
 */
export async function compareImages(
  baseline: Buffer,
  actual: Buffer,
  { masks = [], signal }: { masks?: readonly Area[]; signal?: AbortSignal } = {},
): Promise<ImageComparison | ComparisonError> {
  const sizes = sizesOf(baseline, actual);
  if ("error" in sizes) return sizes;
  const isSameSize =
    sizes.baseline.width === sizes.actual.width && sizes.baseline.height === sizes.actual.height;
  if (baseline.equals(actual)) return { percent: 0, diff: null, isSameSize };
  const result = await inThread({ baseline, actual, masks }, signal);
  if ("error" in result) return result;
  const { percent, diff } = result;
  return { percent, diff: diff && Buffer.from(diff), isSameSize };
}

/**
 * 16 megapixels: a page 1,280 wide and 13,107 high. Four bytes a pixel and a few copies: temporarily 280 MB,
 * as measured.
 */
const PIXELS_MAX = 16 * 1_048_576;

/** A comparison of the largest images takes three seconds; the rest is for a busy machine. */
const TIMEOUT_MS = 20_000;

/** The messages to and from `compare-thread.ts`: Buffers arrive as plain bytes. */
export type ThreadTask = { baseline: Uint8Array; actual: Uint8Array; masks: readonly Area[] };
export type ThreadResult = { percent: number; diff: Uint8Array | null } | ComparisonError;

type Size = { width: number; height: number };

function sizesOf(baseline: Buffer, actual: Buffer): { baseline: Size; actual: Size } | ComparisonError {
  const sizes = { baseline: sizeOf(baseline, "The baseline"), actual: sizeOf(actual, "The screenshot") };
  if ("error" in sizes.baseline) return sizes.baseline;
  if ("error" in sizes.actual) return sizes.actual;
  // A row of a million pixels and a column of as many are small; the canvas for both is not.
  const width = Math.max(sizes.baseline.width, sizes.actual.width);
  const height = Math.max(sizes.baseline.height, sizes.actual.height);
  if (width * height > PIXELS_MAX) return tooLarge("The two images together");
  return { baseline: sizes.baseline, actual: sizes.actual };
}

function sizeOf(png: Buffer, what: string): Size | ComparisonError {
  try {
    const size = pngSize(png);
    return size.width * size.height > PIXELS_MAX ? tooLarge(what) : size;
  } catch (error) {
    if (error instanceof PngError) return { error: `${what} cannot be read: ${error.message}` };
    throw error;
  }
}

function tooLarge(what: string): ComparisonError {
  return { error: `${what} cannot be compared: the maximum is ${PIXELS_MAX / 1_048_576} megapixels.` };
}

async function inThread(task: ThreadTask, signal: AbortSignal | undefined): Promise<ThreadResult> {
  const worker = new Worker(programFile("engine/checks/browser/visual/compare-thread.ts"), {
    workerData: task,
    name: "visual",
    env: {},
  });
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  const end = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
  try {
    // An error of the thread itself is a bug and is thrown here.
    const [result]: ThreadResult[] = await once(worker, "message", { signal: end });
    if (result === undefined) throw new Error("the thread of a visual check sent no result");
    return result;
  } catch (error) {
    if (!end.aborted) throw error;
    if (!deadline.aborted) return { error: "The run was aborted before its screenshot was compared." };
    return { error: `The comparison was stopped after ${TIMEOUT_MS / 1_000} seconds.` };
  } finally {
    await worker.terminate();
  }
}
