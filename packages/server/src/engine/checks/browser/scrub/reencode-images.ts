import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { programFile } from "../../../../platform/kernel/own-files.ts";

/**
 * Decodes and re-encodes images from a program that may be hostile: only their pixels remain, without
 * comments or appended data. Runs in a worker thread with bounded memory, one for all images of a run.
 */
export async function reencodeImages(
  images: readonly Buffer[],
  signal?: AbortSignal,
): Promise<readonly (Buffer | null)[]> {
  if (images.length === 0) return [];
  const worker = new Worker(programFile("engine/checks/browser/scrub/image-thread.ts"), {
    workerData: { images: images } satisfies ImageTask,
    name: "pictures",
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEBIBYTES },
  });
  const end = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]);
  try {
    const [result]: ImageResult[] = await once(worker, "message", { signal: end });
    return images.map((_, index) => {
      const reencoded = result?.[index];
      return reencoded ? Buffer.from(reencoded) : null;
    });
  } catch (error) {
    signal?.throwIfAborted();
    // An image that takes too long or too much memory counts as unreadable.
    if (end.aborted || isOutOfMemory(error)) return images.map(() => null);
    throw error;
  } finally {
    await worker.terminate();
  }
}

export type ImageTask = { images: readonly Uint8Array[] };
export type ImageResult = (Uint8Array | null)[];

/** A screenshot takes about 50 ms; 25 files of 25 MiB on a busy machine stay below this. */
const TIMEOUT_MS = 30_000;
const HEAP_MEBIBYTES = 256;

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
