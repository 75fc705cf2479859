import type { JourneyRunSpec } from "@vedette/contract/runs/run-job.ts";
import type { BrowserContext, Page } from "playwright-core";
import { withTimeout } from "../with-timeout.ts";

/**
 * Films the pages of a run: pictures as the browser paints them, few enough to be held in memory until it is
 * known whether anybody wants the video. Nothing is encoded before that. Fields with secrets are dots in it;
 * whatever else a page shows can be seen, so no journey is filmed that does not ask for it.
 */
export type Film = {
  /** What was filmed, oldest first. Nothing comes after that. */
  end(): readonly Frame[];
};

export type Frame = { jpeg: Buffer; atMs: number };

/** Nothing can be masked in a film, so that a run with secrets has one only where its journey says so. */
export function allowsVideo({
  capture,
  secretNames,
}: Pick<JourneyRunSpec, "capture" | "secretNames">): boolean {
  return secretNames.length === 0 || capture.video_with_secrets === true;
}

export const VIDEO_WITH_SECRETS =
  "the run uses secrets, and a video cannot be masked; allow it with capture.video_with_secrets";

export const FILM_SIZE = { width: 960, height: 600 };
const QUALITY = 60;
/** Two pictures a second show what happened; a browser that paints without end would give sixty. */
const INTERVAL_MS_MIN = 200;
/** At 30 kB a picture some two minutes; longer ones are thinned out. */
const FILM_BYTES_MAX = 33_554_432;
const START_MS_MAX = 2_000;

export async function startFilm(context: BrowserContext, nowMs: () => number): Promise<Film> {
  let frames: Frame[] = [];
  let bytes = 0;
  let intervalMs = INTERVAL_MS_MIN;
  let isOver = false;

  function take(jpeg: Buffer): void {
    const atMs = nowMs();
    const last = frames.at(-1);
    if (isOver || (last !== undefined && atMs - last.atMs < intervalMs)) return;
    frames.push({ jpeg, atMs });
    bytes += jpeg.length;
    if (bytes <= FILM_BYTES_MAX) return;
    // Every second picture, and half as many from now on: the whole run stays in view.
    frames = frames.filter((_, index) => index % 2 === 0);
    bytes = frames.reduce((sum, frame) => sum + frame.jpeg.length, 0);
    intervalMs *= 2;
  }

  async function film(page: Page): Promise<void> {
    // The page that came up last is the one in view; others behind it are not painted.
    await page.screencast.start({ onFrame: ({ data }) => take(data), quality: QUALITY, size: FILM_SIZE });
  }

  // A page that is gone again before it could be filmed has nothing to show.
  context.on("page", (page) => void film(page).catch(() => null));
  for (const page of context.pages()) await withTimeout(START_MS_MAX, film(page));
  return {
    end() {
      isOver = true;
      return frames;
    },
  };
}
