import type { JourneyRunSpec } from "@vedette/contract/runs/run-job.ts";
import type { BrowserContext, Page } from "playwright-core";
import { withTimeout } from "../with-timeout.ts";

/**
 * Records the pages of a run: frames as the browser paints them, few enough to hold in memory until it is
 * known whether the video is needed. Encoding happens only then. Fields with secrets appear as dots;
 * everything else on a page is visible, so a journey with secrets is recorded only on request.
 */
export type Recording = {
  /** Returns the recorded frames, oldest first, and stops recording. */
  end(): readonly VideoFrame[];
};

export type VideoFrame = { jpeg: Buffer; atMs: number };

/** A video cannot be masked, so a run with secrets has one only if its journey allows it. */
export function allowsVideo({
  capture,
  secretNames,
}: Pick<JourneyRunSpec, "capture" | "secretNames">): boolean {
  return secretNames.length === 0 || capture.video_with_secrets === true;
}

export const VIDEO_WITH_SECRETS =
  "the run uses secrets, and a video cannot be masked; allow it with capture.video_with_secrets";

export const VIDEO_SIZE = { width: 960, height: 600 };
const QUALITY = 60;
/** Up to five frames a second show what happened; a browser that paints constantly would send sixty. */
const INTERVAL_MS_MIN = 200;
/** About two minutes at 30 kB a frame; longer recordings are thinned out. */
const FRAMES_BYTES_MAX = 33_554_432;
const START_MS_MAX = 2_000;

export async function startRecording(context: BrowserContext, nowMs: () => number): Promise<Recording> {
  let frames: VideoFrame[] = [];
  let bytes = 0;
  let intervalMs = INTERVAL_MS_MIN;
  let isStopped = false;

  function take(jpeg: Buffer): void {
    const atMs = nowMs();
    const last = frames.at(-1);
    if (isStopped || (last !== undefined && atMs - last.atMs < intervalMs)) return;
    frames.push({ jpeg, atMs });
    bytes += jpeg.length;
    if (bytes <= FRAMES_BYTES_MAX) return;
    // Keeps every second frame and halves the rate: the whole run stays covered.
    frames = frames.filter((_, index) => index % 2 === 0);
    bytes = frames.reduce((sum, frame) => sum + frame.jpeg.length, 0);
    intervalMs *= 2;
  }

  async function record(page: Page): Promise<void> {
    // Only the newest page is painted; the pages behind it are not.
    await page.screencast.start({ onFrame: ({ data }) => take(data), quality: QUALITY, size: VIDEO_SIZE });
  }

  // A page that closed before recording started has nothing to show.
  context.on("page", (page) => void record(page).catch(() => null));
  for (const page of context.pages()) await withTimeout(START_MS_MAX, record(page));
  return {
    end() {
      isStopped = true;
      return frames;
    },
  };
}
