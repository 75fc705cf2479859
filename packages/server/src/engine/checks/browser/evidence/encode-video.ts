import type { BrowserContextOptions, Page } from "playwright-core";
import type { LeasedContext } from "../chromium/warm-browser.ts";
import { withTimeout } from "../with-timeout.ts";
import { VIDEO_SIZE, type VideoFrame } from "./video.ts";
import { type VideoChunk, writeWebm } from "./webm.ts";

/**
 * Encodes a video in the browser that is already running: Playwright's own recorder needs a build of ffmpeg
 * that no system provides. The encoding page is Vedette's own, in a separate context without network.
 */
export async function encodeVideo(lend: LeaseContext, frames: readonly VideoFrame[]): Promise<Buffer | null> {
  const [first] = frames;
  const last = frames.at(-1);
  if (first === undefined || last === undefined) return null;
  const lease = await lend({ viewport: { width: 100, height: 100 } });
  try {
    const encoding = encodeIn(await lease.context.newPage(), frames, first.atMs);
    const chunks = await withTimeout(ENCODE_MS_MAX, encoding).catch(() => null);
    if (chunks === null) return null;
    const durationMs = last.atMs - first.atMs + LAST_FRAME_MS;
    return writeWebm(chunks, { ...VIDEO_SIZE, durationMs });
  } finally {
    await lease.release();
  }
}

type LeaseContext = (options: BrowserContextOptions) => Promise<LeasedContext>;

/** Two minutes of video take some seconds; a finished run must not be delayed much longer. */
const ENCODE_MS_MAX = 15_000;
/** Display time of the last frame. */
const LAST_FRAME_MS = 1_000;
/** Frames per transfer. */
const BATCH = 20;
/** Encoders require a secure origin. No request is sent there. */
const ADDRESS = "https://film.invalid/";

async function encodeIn(page: Page, frames: readonly VideoFrame[], startMs: number): Promise<VideoChunk[]> {
  await page.route(ADDRESS, (route) => route.fulfill({ contentType: "text/html", body: ENCODER }));
  await page.goto(ADDRESS);
  const chunks: VideoChunk[] = [];
  for (let at = 0; at < frames.length; at += BATCH) {
    const batch = frames
      .slice(at, at + BATCH)
      .map(({ jpeg, atMs }) => ({ jpeg: jpeg.toString("base64"), atMs: atMs - startMs }));
    const isLast = at + BATCH >= frames.length;
    const made = await page.evaluate<EncodedChunk[]>(`encode(${JSON.stringify(batch)}, ${isLast})`);
    for (const { data, atMs, isKey } of made) {
      chunks.push({ data: Buffer.from(data, "base64"), atMs: Math.round(atMs), isKey });
    }
  }
  return chunks;
}

type EncodedChunk = { data: string; atMs: number; isKey: boolean };

const ENCODER = `<!doctype html><script>
const { width, height } = ${JSON.stringify(VIDEO_SIZE)};
const canvas = new OffscreenCanvas(width, height);
const drawing = canvas.getContext("2d", { alpha: false });
let made = [];
let failure = null;
const encoder = new VideoEncoder({
  output(chunk) {
    const bytes = new Uint8Array(chunk.byteLength);
    chunk.copyTo(bytes);
    made.push({ data: bytes.toBase64(), atMs: chunk.timestamp / 1000, isKey: chunk.type === "key" });
  },
  error(error) { failure = error; },
});
encoder.configure({ codec: "vp8", width, height, bitrate: 800_000, latencyMode: "realtime" });
let lastKeyMs = -Infinity;
async function encode(batch, isLast) {
  for (const { jpeg, atMs } of batch) {
    const image = await createImageBitmap(new Blob([Uint8Array.fromBase64(jpeg)], { type: "image/jpeg" }));
    const scale = Math.min(width / image.width, height / image.height);
    drawing.fillRect(0, 0, width, height);
    drawing.drawImage(image, (width - image.width * scale) / 2, 0, image.width * scale, image.height * scale);
    image.close();
    const keyFrame = atMs - lastKeyMs >= 5000;
    if (keyFrame) lastKeyMs = atMs;
    const frame = new VideoFrame(canvas, { timestamp: atMs * 1000 });
    encoder.encode(frame, { keyFrame });
    frame.close();
  }
  if (isLast) await encoder.flush();
  if (failure) throw failure;
  return made.splice(0);
}
</script>`;
