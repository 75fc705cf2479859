/**
 * A lane: the runs of one target at one location that have not ended. What becomes of them when something
 * happens is decided here and nowhere else. Pure: knows no database, no queue and no clock.
 *
 *   queued → sent → started → (ended | waiting → sent → …)
 *
 * Promise: at most one run of a lane is past `queued`, and each ends exactly once, whatever is lost,
 * repeated or late. It holds because every stage but a wait for the run before it has an instant, `dueMs`, at
 * which it moves on though nothing was heard.
 */
export type RunQueue = readonly OpenRun[];

export type OpenRun = {
  runId: string;
  /** Waits for its turn; handed to a runner; taken by it; or waiting to be tried again. */
  stage: "queued" | "sent" | "started" | "waiting";
  attempt: number;
  maxAttempts: number;
  /** Counts how often it was handed out. A report that names another one is of no account. */
  lease: number;
  /** When it moves on by itself; null while it waits for the run before it. */
  dueMs: number | null;
  /** For one attempt, as it was when the run was handed out last. */
  timeoutMs: number;
};

export type RunQueueEvent =
  /** Somebody asked for a run: it waits for its turn. */
  | { type: "trigger"; run: NewRun }
  /** A slot of the schedule: a run begins if none is open. */
  | { type: "tick"; run: NewRun }
  | { type: "started"; of: LeasedAttempt }
  | { type: "finished"; of: LeasedAttempt; verdict: Verdict; mayRetry: boolean }
  /** No runner could take it, or not in time, or its runner was stopped in the middle of it. */
  | { type: "unstarted"; of: LeasedAttempt }
  /** Time has passed. */
  | { type: "look" }
  /** The target is gone. */
  | { type: "cancel" };

export type NewRun = Pick<OpenRun, "runId" | "maxAttempts" | "timeoutMs">;
export type LeasedAttempt = Pick<OpenRun, "runId" | "attempt" | "lease">;

/** `trouble` is a failure of our own, which says nothing of the target. */
export type Verdict = "passed" | "failed" | "trouble";

export type Ending = {
  runId: string;
  attempt: number;
  status: "passed" | "failed";
  because: "result" | "trouble" | "lost" | "no_runner" | "cancelled";
};

export type RunQueueStep = {
  lane: RunQueue;
  ended: Ending[];
  /** False where the event changed nothing: a tick in a busy lane, a report that is late or repeated. */
  isTaken: boolean;
};

/** An attempt that has not begun this long after it was handed out is not begun at all. */
export const START_WITHIN_MS = 30_000;
/** Longer, so that what a runner gives back arrives before it is taken for lost. */
const SENT_LEASE_MS = START_WITHIN_MS + 15_000;
/** Beyond its timeout, before a started attempt is taken for lost. Source: decisions.md, section 5. */
export const LOST_AFTER_MS = 30_000;
/** How often a run is handed out in vain; with the pauses between, about ten minutes. */
const VAIN_SENDS_MAX = 24;
/** The same for one that waits at busy runners each time: about an hour. */
const WAITS_MAX = 120;
const RETRY_FIRST_MS = 1_000;
const RETRY_MAX_MS = 30_000;

/** What an event makes of a lane, before anybody's turn comes: see `dispatchNext`. */
export function handle(lane: RunQueue, event: RunQueueEvent, nowMs: number): RunQueueStep {
  switch (event.type) {
    case "trigger":
      return { lane: [...lane, queued(event.run, nowMs)], ended: [], isTaken: true };
    case "tick":
      return lane.length > 0
        ? unchanged(lane)
        : { lane: [queued(event.run, nowMs)], ended: [], isTaken: true };
    case "started":
      return onReport(lane, event.of, (run) =>
        run.stage === "sent"
          ? { ...run, stage: "started", dueMs: nowMs + run.timeoutMs + LOST_AFTER_MS }
          : run,
      );
    case "finished":
      return onReport(lane, event.of, (run) =>
        afterAttempt(event.mayRetry ? run : { ...run, maxAttempts: run.attempt }, event.verdict, nowMs),
      );
    case "unstarted":
      return onReport(lane, event.of, (run) => afterVainSend(run, nowMs, hasWaited(run, nowMs)));
    case "look":
      return onLook(lane, nowMs);
    case "cancel":
      return { lane: [], ended: lane.map((run) => ending(run, "cancelled")), isTaken: lane.length > 0 };
  }
}

/** Hands out the next run if none is under way and its time has come. */
export function dispatchNext(lane: RunQueue, nowMs: number): { lane: RunQueue; sent: OpenRun | null } {
  const underWay = lane.find(({ stage }) => stage !== "queued");
  const next = underWay ?? lane[0];
  const isReady = next !== undefined && (next.stage === "queued" || next.stage === "waiting");
  const mayGo = isReady && (next.dueMs ?? nowMs) <= nowMs;
  const sent: OpenRun | null = mayGo
    ? { ...next, stage: "sent", lease: next.lease + 1, dueMs: nowMs + SENT_LEASE_MS }
    : null;
  const moved = lane.map((run) => {
    if (sent && run.runId === sent.runId) return sent;
    // Whoever waits for the run before it is woken by that one's end.
    return run.stage === "queued" && run !== next && run.dueMs !== null ? { ...run, dueMs: null } : run;
  });
  return { lane: moved, sent };
}

function queued(run: NewRun, nowMs: number): OpenRun {
  return { ...run, stage: "queued", attempt: 1, lease: 0, dueMs: nowMs };
}

/** `next` gives the run after the report, the run itself where the report changes nothing, or its ending. */
function onReport(lane: RunQueue, of: LeasedAttempt, next: (run: OpenRun) => OpenRun | Ending): RunQueueStep {
  const run = lane.find(({ runId }) => runId === of.runId);
  const counts =
    run !== undefined && run.attempt === of.attempt && run.lease === of.lease && isHandedOut(run);
  if (!counts) return unchanged(lane);
  const after = next(run);
  return after === run ? unchanged(lane) : replaced(lane, run, after);
}

function isHandedOut({ stage }: OpenRun): boolean {
  return stage === "sent" || stage === "started";
}

function onLook(lane: RunQueue, nowMs: number): RunQueueStep {
  const run = lane.find((each) => isHandedOut(each) && each.dueMs !== null && each.dueMs <= nowMs);
  if (!run) return unchanged(lane);
  return replaced(
    lane,
    run,
    run.stage === "sent" ? afterVainSend(run, nowMs, false) : afterAttempt(run, "lost", nowMs),
  );
}

function afterAttempt(run: OpenRun, verdict: Verdict | "lost", nowMs: number): OpenRun | Ending {
  if (verdict === "passed") return ending(run, "result", "passed");
  if (run.attempt >= run.maxAttempts) return ending(run, verdict === "failed" ? "result" : verdict);
  return { ...run, stage: "waiting", attempt: run.attempt + 1, dueMs: nowMs + pauseMs(run.attempt) };
}

/**
 * The attempt was never made, so it is not counted; the run is handed out again, a little later each time. One that has
 * waited at a busy runner goes back to it at once, where its organization's turn is kept for it.
 */
function afterVainSend(run: OpenRun, nowMs: number, isRunnerBusy: boolean): OpenRun | Ending {
  const vain = run.lease - run.attempt + 1;
  if (vain >= (isRunnerBusy ? WAITS_MAX : VAIN_SENDS_MAX)) return ending(run, "no_runner");
  return { ...run, stage: "waiting", dueMs: nowMs + pauseMs(isRunnerBusy ? 1 : vain) };
}

/** Whether a runner held it for as long as it may wait there. */
function hasWaited({ dueMs }: OpenRun, nowMs: number): boolean {
  return dueMs !== null && nowMs >= dueMs - SENT_LEASE_MS + START_WITHIN_MS;
}

/** 1, 2, 4 … s. Source: decisions.md, section 5. */
function pauseMs(failures: number): number {
  return Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** (failures - 1));
}

function ending(run: OpenRun, because: Ending["because"], status: Ending["status"] = "failed"): Ending {
  return { runId: run.runId, attempt: run.attempt, status, because };
}

function replaced(lane: RunQueue, run: OpenRun, after: OpenRun | Ending): RunQueueStep {
  if ("because" in after) {
    return { lane: lane.filter((each) => each !== run), ended: [after], isTaken: true };
  }
  return { lane: lane.map((each) => (each === run ? after : each)), ended: [], isTaken: true };
}

function unchanged(lane: RunQueue): RunQueueStep {
  return { lane, ended: [], isTaken: false };
}
