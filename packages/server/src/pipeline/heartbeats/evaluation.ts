import { DURATION_MS_MAX } from "@vedette/contract/heartbeats/heartbeat-limits.ts";
import type { Occurrences } from "@vedette/contract/heartbeats/schedules/schedule-types.ts";
import type {
  AdvancedHeartbeat,
  AdvanceInput,
  EvaluatedPing,
  HeartbeatGap,
  HeartbeatResult,
} from "./advance-types.ts";
import { nextDeadlineMs, runDeadlineMs, slotDeadlineMs } from "./deadlines.ts";
import { isDuringOutage } from "./outages.ts";
import type { HeartbeatProgress, PendingPing, PingOutage, StartedRun } from "./progress.ts";
import { newestSlot, type SlotRange, slotsBefore } from "./slots.ts";

/** Deadlines of one call: after days without a scheduler they are evaluated in portions. */
const DEADLINES_MAX = 200;
/** Open runs; the oldest is given up. A job that starts more without ending them does not report ends. */
const RUNS_MAX = 20;
/** How far the clock of a job may be ahead of ours: its ping then answers the slot that is about to begin. */
const EARLY_MS_MAX = 30_000;
/** At most this share of the time between two slots. */
const EARLY_SHARE = 0.1;

/** One evaluation of a heartbeat: pings and deadlines in the order of their times. */
export class HeartbeatEvaluation {
  readonly #input: AdvanceInput;
  #progress: HeartbeatProgress;
  #verdict: AdvanceInput["verdict"];
  readonly #results: HeartbeatResult[] = [];
  readonly #gaps: HeartbeatGap[] = [];
  readonly #pings: EvaluatedPing[] = [];
  /** The last gap, unless a result followed it. */
  #openGap: HeartbeatGap | null = null;
  #deadlines = 0;

  constructor(progress: HeartbeatProgress, input: AdvanceInput) {
    this.#input = input;
    this.#progress = progress;
    this.#verdict = input.verdict;
  }

  end(isDone: boolean): AdvancedHeartbeat {
    return {
      progress: this.#progress,
      results: this.#results,
      gaps: this.#gaps,
      pings: this.#pings,
      isDone,
    };
  }

  nextDeadlineMs(): number {
    return nextDeadlineMs(this.#progress, this.#input);
  }

  /** Evaluates the deadlines before an instant. Returns false if there are more than fit into a portion. */
  passDeadlines(untilMs: number): boolean {
    for (;;) {
      const slotMs = slotDeadlineMs(this.#progress, this.#input);
      const runs = this.#progress.runs.map((run) => ({ run, atMs: runDeadlineMs(run, this.#input) }));
      const first = runs.toSorted((one, other) => one.atMs - other.atMs)[0];
      if (Math.min(slotMs, first?.atMs ?? Number.POSITIVE_INFINITY) >= untilMs) return true;
      this.#deadlines += 1;
      if (this.#deadlines > DEADLINES_MAX) return false;
      if (first && first.atMs <= slotMs) this.#passRun(first.run, first.atMs);
      else this.#passSlot(slotMs);
    }
  }

  apply(ping: PendingPing): void {
    const { id, kind, receivedMs } = ping;
    this.#update({
      pingCount: this.#progress.pingCount + 1,
      ...(kind !== "ignored" && { lastPingMs: receivedMs }),
    });
    const evaluated =
      kind === "start"
        ? this.#start(ping)
        : kind === "success" || kind === "fail"
          ? this.#finish(ping)
          : NOTHING;
    this.#pings.push({ id, ...evaluated });
  }

  /** A run took too long. It stays open for the duration of its end. */
  #passRun(run: StartedRun, atMs: number): void {
    this.#update({
      runs: this.#progress.runs.map((each) => (each === run ? { ...run, isOverdue: true } : each)),
    });
    this.#record({ cause: "too_long", atMs, durationMs: null, metrics: null }, run.slotMs);
  }

  /** No ping answered the next slot in time. */
  #passSlot(deadlineMs: number): void {
    const slotMs = this.#progress.nextSlotMs;
    if (slotMs === null) return;
    const { outages, isPausedAt } = this.#input;
    const outage = isDuringOutage(slotMs, outages);
    if (isPausedAt(slotMs) || isPausedAt(deadlineMs)) this.#skip(slotMs, "maintenance");
    else if (outage) this.#missAll(slotMs, outage);
    else if (this.#progress.runs.some(({ isOverdue }) => !isOverdue)) this.#skip(slotMs, "running");
    else {
      this.#moveOn(slotMs);
      this.#record({ cause: "missed", atMs: deadlineMs, durationMs: null, metrics: null }, slotMs);
    }
  }

  #skip(slotMs: number, reason: string): void {
    this.#addGap({ fromMs: slotMs, toMs: slotMs, count: 1, kind: "skipped", reason });
    this.#moveOn(slotMs);
  }

  /** The slots of an outage: a ping may have been sent and not accepted. */
  #missAll(slotMs: number, { toMs }: PingOutage): void {
    const { occurrences, plan } = this.#input;
    const stepMs = plan.schedule.type === "period" ? plan.schedule.seconds * 1_000 : 0;
    const lastMs = occurrences
      ? newestSlot(occurrences, slotMs, toMs)
      : slotMs + Math.floor((toMs - slotMs) / stepMs) * stepMs;
    const nextMs = occurrences ? occurrences.next(lastMs) : lastMs + stepMs;
    const range = occurrences
      ? rangeUpTo(occurrences, slotMs, lastMs)
      : { fromMs: slotMs, toMs: lastMs, count: Math.round((lastMs - slotMs) / stepMs) + 1 };
    this.#addGap({ ...range, kind: "missed", reason: "stopped" });
    this.#update({ nextSlotMs: nextMs });
  }

  /** Expects the slot after this one. */
  #moveOn(slotMs: number): void {
    this.#update({ nextSlotMs: this.#slotAfter(slotMs) });
  }

  #slotAfter(atMs: number): number | null {
    const { occurrences, plan } = this.#input;
    if (occurrences) return occurrences.next(atMs);
    return plan.schedule.type === "period" ? atMs + plan.schedule.seconds * 1_000 : null;
  }

  #start({ rid, receivedMs: atMs }: PendingPing): Omit<EvaluatedPing, "id"> {
    const { lastEnd } = this.#progress;
    // The end of the same run was stored first, by another process.
    if (lastEnd && lastEnd.rid === rid && lastEnd.atMs >= atMs) return NOTHING;
    const slotMs = this.#answer(atMs);
    if (slotMs !== null) this.#account(slotMs);
    const [oldest, ...others] = this.#progress.runs;
    const isFull = this.#progress.runs.length >= RUNS_MAX;
    if (isFull && oldest) this.#giveUp(oldest);
    const kept = (isFull ? others : this.#progress.runs).filter(
      ({ startMs, isOverdue }) => !isOverdue || atMs - startMs <= DURATION_MS_MAX,
    );
    this.#update({ runs: [...kept, { rid, startMs: atMs, slotMs, isOverdue: false }] });
    return { durationMs: null, slotMs };
  }

  #finish(ping: PendingPing): Omit<EvaluatedPing, "id"> {
    const { rid, receivedMs: atMs, kind, exitStatus, metrics } = ping;
    const run = this.#progress.runs.findLast((each) => each.rid === rid);
    const tookMs = ping.durationMs ?? (run ? atMs - run.startMs : null);
    const durationMs = tookMs !== null && tookMs >= 0 && tookMs <= DURATION_MS_MAX ? tookMs : null;
    if (run) this.#close(run);
    const slotMs = run ? (run.isOverdue ? null : run.slotMs) : this.#answer(atMs);
    const isSuccess = kind === "success";
    const end = isSuccess ? ({ cause: "success" } as const) : ({ cause: "failed", exitStatus } as const);
    this.#record({ ...end, atMs, durationMs, metrics }, slotMs);
    this.#update({
      lastEnd: { rid, atMs },
      ...(isSuccess && { lastSuccessMs: atMs }),
      ...(durationMs !== null && { lastDurationMs: durationMs }),
      // A period starts with every end of a run.
      ...(this.#input.occurrences === null && { nextSlotMs: this.#slotAfter(atMs) }),
    });
    return { durationMs, slotMs };
  }

  /** Removes a run, and the earlier ones without an id, whose end was never reported. */
  #close(run: StartedRun): void {
    const ended = this.#progress.runs.filter((each) => each.rid === run.rid && each.startMs <= run.startMs);
    for (const each of ended) if (each !== run) this.#giveUp(each);
    this.#update({ runs: this.#progress.runs.filter((each) => !ended.includes(each)) });
  }

  /** A later run answers for this one. */
  #giveUp({ slotMs, isOverdue }: StartedRun): void {
    if (slotMs === null || isOverdue) return;
    this.#addGap({ fromMs: slotMs, toMs: slotMs, count: 1, kind: "skipped", reason: "superseded" });
  }

  /** Returns the slot that a ping answers and expects the next one, or null for a ping between slots. */
  #answer(atMs: number): number | null {
    const { planned } = this.#progress;
    // Nothing is expected before the first ping.
    if (planned === null) {
      const { plan, scheduleSinceMs } = this.#input;
      const sinceMs = Math.max(atMs, scheduleSinceMs);
      this.#update({ planned: { schedule: plan.schedule, sinceMs }, nextSlotMs: this.#slotAfter(atMs) });
      return atMs;
    }
    const { occurrences } = this.#input;
    return occurrences ? this.#answerFixed(occurrences, atMs) : this.#answerPeriod(atMs);
  }

  #answerFixed(occurrences: Occurrences, atMs: number): number | null {
    const firstMs = this.#progress.nextSlotMs;
    if (firstMs === null) return null;
    if (firstMs > atMs) {
      const beforeMs = this.#progress.accountedMs ?? this.#progress.planned?.sinceMs ?? atMs;
      const earlyMs = Math.min(EARLY_MS_MAX, (firstMs - beforeMs) * EARLY_SHARE);
      if (firstMs - atMs > earlyMs) return null;
      this.#moveOn(firstMs);
      return firstMs;
    }
    const slotMs = newestSlot(occurrences, firstMs, atMs);
    // The grace time of the earlier ones has not passed, and the job works.
    const earlier = slotsBefore(occurrences, firstMs, slotMs);
    if (earlier) this.#addGap({ ...earlier, kind: "skipped", reason: "superseded" });
    this.#moveOn(slotMs);
    return slotMs;
  }

  /** A ping in the second half of a period answers it; the next period starts with the ping. */
  #answerPeriod(atMs: number): number | null {
    const { accountedMs, planned, nextSlotMs } = this.#progress;
    const { schedule } = this.#input.plan;
    const periodMs = schedule.type === "period" ? schedule.seconds * 1_000 : 0;
    const beganMs = accountedMs ?? planned?.sinceMs ?? atMs;
    this.#update({ nextSlotMs: atMs + periodMs });
    if (atMs - beganMs < periodMs / 2) return null;
    return Math.min(nextSlotMs ?? atMs, atMs);
  }

  /** Stores a result for a slot; without one, only if it changes the verdict or has values for rules. */
  #record(result: Omit<Found, "slotMs">, slotMs: number | null): void {
    const verdict = result.cause === "success" ? "up" : "down";
    const { accountedMs } = this.#progress;
    if (slotMs === null && verdict === this.#verdict && result.metrics === null) return;
    const at = slotMs ?? this.#betweenSlots(Math.max(result.atMs, (accountedMs ?? 0) + 1));
    this.#results.push({ ...result, slotMs: at } as HeartbeatResult);
    this.#openGap = null;
    this.#verdict = verdict;
    this.#account(at);
  }

  /** No two results of a series share an instant: the slot at this one ends by itself. */
  #betweenSlots(atMs: number): number {
    const { occurrences } = this.#input;
    const isSlot = occurrences ? occurrences.next(atMs - 1) === atMs : this.#progress.nextSlotMs === atMs;
    return isSlot ? atMs + 1 : atMs;
  }

  /** Neighboring slots with the same outcome are one gap. */
  #addGap(gap: HeartbeatGap): void {
    const open = this.#openGap;
    const isNext = open?.kind === gap.kind && open.reason === gap.reason && gap.fromMs > open.toMs;
    if (open && isNext) {
      open.toMs = gap.toMs;
      open.count += gap.count;
    } else {
      this.#openGap = { ...gap };
      this.#gaps.push(this.#openGap);
    }
    this.#account(gap.toMs);
  }

  #account(slotMs: number): void {
    this.#update({ accountedMs: Math.max(slotMs, this.#progress.accountedMs ?? slotMs) });
  }

  #update(part: Partial<HeartbeatProgress>): void {
    this.#progress = { ...this.#progress, ...part };
  }
}

type Found =
  | Extract<HeartbeatResult, { cause: "success" }>
  | Extract<HeartbeatResult, { cause: "failed" }>
  | Extract<HeartbeatResult, { cause: "missed" | "too_long" }>;

const NOTHING = { durationMs: null, slotMs: null };

function rangeUpTo(occurrences: Occurrences, firstMs: number, lastMs: number): SlotRange {
  const before = slotsBefore(occurrences, firstMs, lastMs);
  return { fromMs: firstMs, toMs: lastMs, count: (before?.count ?? 0) + 1 };
}
