/** When no process monitored, from the times in which each process ran. Pure. */

export type InterruptionReason = "stopped" | "crashed" | "stalled" | "clock";
export type Interruption = { fromMs: number; toMs: number; reason: InterruptionReason };

export type Stall = { fromMs: number; toMs: number; reason: "stalled" | "clock" };

export type ProcessLife = {
  startedMs: number;
  /** The last known sign of it, or now while it runs. */
  endMs: number;
  end: "running" | "stopped" | "crashed";
  /** In order, without overlaps. */
  stalls: readonly Stall[];
};

/** The time in which a process ran, and why it ended. */
type Stretch = { fromMs: number; toMs: number; reason: InterruptionReason | null };

/** A process that hands over to the next one is not an interruption. */
const INTERRUPTION_MS_MIN = 1_000;

/** Returns the interruptions between the start of the first process and now, in order. */
export function interruptions(processes: readonly ProcessLife[], nowMs: number): Interruption[] {
  const stretches = processes.flatMap(stretchesOf).sort((one, other) => one.fromMs - other.fromMs);
  const found: Interruption[] = [];
  let last: Stretch | undefined;
  for (const stretch of stretches) {
    if (last && stretch.fromMs > last.toMs) add(found, last, stretch.fromMs);
    if (!last || stretch.toMs >= last.toMs) last = stretch;
  }
  if (last) add(found, last, nowMs);
  return found;
}

function add(found: Interruption[], { toMs: fromMs, reason }: Stretch, toMs: number): void {
  if (reason !== null && toMs - fromMs >= INTERRUPTION_MS_MIN) found.push({ fromMs, toMs, reason });
}

function stretchesOf({ startedMs, endMs, end, stalls }: ProcessLife): Stretch[] {
  const stretches: Stretch[] = [];
  let fromMs = startedMs;
  for (const stall of stalls) {
    stretches.push({ fromMs, toMs: Math.max(fromMs, stall.fromMs), reason: stall.reason });
    fromMs = Math.max(fromMs, stall.toMs);
  }
  const toMs = Math.max(fromMs, endMs);
  return [...stretches, { fromMs, toMs, reason: end === "running" ? null : end }];
}

/** Milliseconds of the interruptions within a time. */
export function interruptedMs(found: readonly Interruption[], fromMs: number, toMs: number): number {
  return found.reduce(
    (sum, one) => sum + Math.max(0, Math.min(one.toMs, toMs) - Math.max(one.fromMs, fromMs)),
    0,
  );
}
