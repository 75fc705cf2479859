import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Returns memory that V8 would keep: with little work it collects too seldom, and moves too few objects together, to free
 * pages. See docs/adr/0094-bundle.md.
 */

/** Until the requests, jobs and first checks of a start are done. */
const SETTLE_MS = 30_000;
/** A collection of a small installation takes 0.25 s of CPU time in three threads: 0.2 % of a core. */
const PAUSE_MS = 120_000;
const LOOK_EVERY_MS = 10_000;
/** Below it, a pause costs more than it returns. */
const GROWN_BYTES_MIN = 3 * 2 ** 20;
/** A heap of 45 MB stops its thread for 0.13 s. A larger one than this would stop it for more than 0.3 s. */
const HEAP_BYTES_MAX = 96 * 2 ** 20;
/**
 * Share of a processor that the thread has used since the last look. Above it, a pause delays more than it returns. V8 also
 * collects more often after it, because a small heap grows in small steps: a check took 5 % more CPU time at 330 checks a second.
 */
const UTILIZATION_MAX = 0.03;

type Options = {
  afterMs?: number;
  pauseMs?: number;
  lookEveryMs?: number;
  /** Whether a pause would change what the thread measures. */
  isBusy?: () => boolean;
};

/**
 * Collects the garbage of this thread's start once, and then every two minutes what has gathered while the thread has little
 * to do. The pause after a start is up to 0.3 s with the heap of an API.
 */
export function collectGarbage({
  afterMs = SETTLE_MS,
  pauseMs = PAUSE_MS,
  lookEveryMs = LOOK_EVERY_MS,
  isBusy = () => false,
}: Options = {}): void {
  setTimeout(() => {
    // It also drops code that ran only at the start.
    collect();
    collectWhileQuiet({ looksMin: Math.ceil(pauseMs / lookEveryMs), lookEveryMs, isBusy });
  }, afterMs).unref();
}

type Watch = { looksMin: number; lookEveryMs: number; isBusy: () => boolean };

function collectWhileQuiet({ looksMin, lookEveryMs, isBusy }: Watch): void {
  let keptBytes = heapBytes();
  let looks = 0;
  let before = process.threadCpuUsage();
  setInterval(() => {
    looks += 1;
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    const utilization = (user + system) / 1_000 / lookEveryMs;
    const bytes = heapBytes();
    const isWorth = bytes >= keptBytes + GROWN_BYTES_MIN && bytes <= HEAP_BYTES_MAX;
    if (looks < looksMin || !isWorth || utilization > UTILIZATION_MAX || isBusy()) return;
    // The code of checks stays: compiling it again would lengthen the times that the next one measures.
    setFlagsFromString("--no-flush-bytecode");
    collect();
    setFlagsFromString("--flush-bytecode");
    keptBytes = heapBytes();
    looks = 0;
  }, lookEveryMs).unref();
}

/** With the pages of the heap that are partly free. */
function heapBytes(): number {
  return getHeapStatistics().total_heap_size;
}

/** V8's strongest collection, which moves objects together and returns free pages to the system. */
function collect(): void {
  setFlagsFromString("--expose-gc");
  // Undefined if another thread has just taken the flag back: flags apply to the whole process.
  const run: unknown = runInNewContext("globalThis.gc");
  // Contexts of later scripts get no such function.
  setFlagsFromString("--no-expose-gc");
  if (typeof run === "function") run({ type: "major", execution: "sync", flavor: "last-resort" });
}
