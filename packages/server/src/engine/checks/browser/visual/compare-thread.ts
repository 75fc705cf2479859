import { parentPort, workerData } from "node:worker_threads";
import type { ThreadResult, ThreadTask } from "./compare-images.ts";
import { comparePixels } from "./compare-pixels.ts";
import { PngError, readPng } from "./png.ts";

/** Runs one comparison in its own thread; `compare-images.ts` starts and stops it. */

const { baseline, actual, masks }: ThreadTask = workerData;
parentPort?.postMessage(result());

function result(): ThreadResult {
  try {
    return comparePixels(readPng(bytesOf(baseline)), readPng(bytesOf(actual)), masks);
  } catch (error) {
    if (error instanceof PngError) return { error: `The images cannot be compared: ${error.message}` };
    throw error;
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
