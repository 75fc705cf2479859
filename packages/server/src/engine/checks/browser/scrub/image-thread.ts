import { parentPort, workerData } from "node:worker_threads";
import { decode, encode } from "jpeg-js";
import { PngError, repackPng } from "../visual/png.ts";
import type { ImageResult, ImageTask } from "./reencode-images.ts";

/** Decodes and encodes images; `reencode-images.ts` starts and stops it. */

/** A page 1,280 wide and 26,214 high: at four bytes a pixel 128 MiB. */
const MEGAPIXELS_MAX = 32;
const MEMORY_MEBIBYTES_MAX = 512;
const JPEG_QUALITY = 80;
const PNG_FIRST = 0x89;

const { images }: ImageTask = workerData;
parentPort?.postMessage(images.map(reencode) satisfies ImageResult);

function reencode(image: Uint8Array): Uint8Array | null {
  const bytes = Buffer.from(image.buffer, image.byteOffset, image.byteLength);
  return bytes[0] === PNG_FIRST ? reencodePng(bytes) : reencodeJpeg(bytes);
}

function reencodePng(bytes: Buffer): Buffer | null {
  try {
    return repackPng(bytes, MEGAPIXELS_MAX * 1_048_576);
  } catch (error) {
    if (error instanceof PngError) return null;
    throw error;
  }
}

function reencodeJpeg(bytes: Buffer): Buffer | null {
  try {
    const limits = { maxResolutionInMP: MEGAPIXELS_MAX, maxMemoryUsageInMB: MEMORY_MEBIBYTES_MAX };
    const { width, height, data } = decode(bytes, { ...limits, useTArray: true, tolerantDecoding: false });
    return encode({ width, height, data }, JPEG_QUALITY).data;
  } catch {
    // The decoder throws generic errors for anything that it cannot read.
    return null;
  }
}
