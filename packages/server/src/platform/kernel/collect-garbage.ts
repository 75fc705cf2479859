import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Until a start's own requests, jobs and first checks are done. */
const SETTLE_MS = 5_000;

/**
 * Collects the garbage of this thread's start once, some seconds later. V8 would keep the pages: with little work it
 * collects too seldom to return them. Measured: 50 MB less in three threads, for 0.15 s of CPU time.
 */
export function collectStartGarbage(): void {
  setTimeout(() => {
    setFlagsFromString("--expose-gc");
    const collect: unknown = runInNewContext("gc");
    // Flags apply to the whole process, and contexts of later scripts get no such function.
    setFlagsFromString("--no-expose-gc");
    if (typeof collect === "function") collect();
  }, SETTLE_MS).unref();
}
