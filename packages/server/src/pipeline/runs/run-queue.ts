/**
 * A run queue: the unfinished runs of one target at one location. All decisions on events are made here.
 * Pure: uses no database, no job queue and no clock.
 *
 * queued → sent → started → (ended | waiting → sent → …)
 *
 * Guarantee: at most one run of a queue is past `queued`, and each run ends exactly once, even if events are
 * lost, repeated or late. Every stage except waiting for the run before it has a deadline, `dueMs`, at which
 * it advances without any event.
 */
export type RunQueue = readonly OpenRun[];

export type OpenRun = {
  runId: string;
  /** Waits for the run before it; dispatched to a runner; accepted by it; or waiting for a retry. */
  stage: "queued" | "sent" | "started" | "waiting";
  attempt: number;
  maxAttempts: number;
  /** Counts dispatches. Reports with another lease are ignored. */
  lease: number;
  /** Deadline of the stage; null while it waits for the run before it. */
  dueMs: number | null;
  /** For one attempt, as of the last dispatch. */
  timeoutMs: number;
};

export type RunQueueEvent =
  /** A triggered run: it waits for its turn. */
  | { type: "trigger"; run: NewRun }
  /** A scheduled slot: a run starts if none is open. */
  | { type: "tick"; run: NewRun }
  | { type: "started"; of: LeasedAttempt }
  | { type: "finished"; of: LeasedAttempt; verdict: RunQueueDecision; mayRetry: boolean }
  /** No runner could accept it in time, or its runner stopped while executing it. */
  | { type: "unstarted"; of: LeasedAttempt }
  /** Time has passed. */
  | { type: "poll" }
  /** The target was deleted. */
  | { type: "cancel" };

export type NewRun = Pick<OpenRun, "runId" | "maxAttempts" | "timeoutMs">;
export type LeasedAttempt = Pick<OpenRun, "runId" | "attempt" | "lease">;

/** `internal_error` says nothing about the target. */
export type RunQueueDecision = "passed" | "failed" | "internal_error";

export type Ending = {
  runId: string;
  attempt: number;
  status: "passed" | "failed";
  cause: "result" | "internal_error" | "lost" | "no_runner" | "cancelled";
};

export type RunQueueStep = {
  runQueue: RunQueue;
  ended: Ending[];
  /** False if the event changed nothing: a tick in a busy queue, or a late or repeated report. */
  isApplied: boolean;
};

/** An attempt that has not started within this time after its dispatch is not started. */
export const START_WITHIN_MS = 30_000;
/** Longer, so that a returned run arrives before it counts as lost. */
const SENT_LEASE_MS = START_WITHIN_MS + 15_000;
/** Time beyond its timeout after which a started attempt counts as lost. */
export const LOST_AFTER_MS = 30_000;
/** Maximum dispatches without a start; about ten minutes with the pauses. */
const FAILED_DISPATCHES_MAX = 24;
/** The same for a run that waits at busy runners each time: about an hour. */
const WAITS_MAX = 120;
const RETRY_FIRST_MS = 1_000;
const RETRY_MAX_MS = 30_000;

/** Applies an event to a queue. Does not start the next run: see `dispatchNext`. */
export function applyQueueEvent(runQueue: RunQueue, event: RunQueueEvent, nowMs: number): RunQueueStep {
  switch (event.type) {
    case "trigger":
      return { runQueue: [...runQueue, queued(event.run, nowMs)], ended: [], isApplied: true };
    case "tick":
      return runQueue.length > 0
        ? unchanged(runQueue)
        : { runQueue: [queued(event.run, nowMs)], ended: [], isApplied: true };
    case "started":
      return onReport(runQueue, event.of, (run) =>
        run.stage === "sent"
          ? { ...run, stage: "started", dueMs: nowMs + run.timeoutMs + LOST_AFTER_MS }
          : run,
      );
    case "finished":
      return onReport(runQueue, event.of, (run) =>
        afterAttempt(event.mayRetry ? run : { ...run, maxAttempts: run.attempt }, event.verdict, nowMs),
      );
    case "unstarted":
      return onReport(runQueue, event.of, (run) => afterFailedDispatch(run, nowMs, hasWaited(run, nowMs)));
    case "poll":
      return onPoll(runQueue, nowMs);
    case "cancel":
      return {
        runQueue: [],
        ended: runQueue.map((run) => ending(run, "cancelled")),
        isApplied: runQueue.length > 0,
      };
  }
}

/** Dispatches the next run if none is active and its time has come. */
export function dispatchNext(
  runQueue: RunQueue,
  nowMs: number,
): { runQueue: RunQueue; sent: OpenRun | null } {
  const active = runQueue.find(({ stage }) => stage !== "queued");
  const next = active ?? runQueue[0];
  const isReady = next !== undefined && (next.stage === "queued" || next.stage === "waiting");
  const canDispatch = isReady && (next.dueMs ?? nowMs) <= nowMs;
  const sent: OpenRun | null = canDispatch
    ? { ...next, stage: "sent", lease: next.lease + 1, dueMs: nowMs + SENT_LEASE_MS }
    : null;
  const moved = runQueue.map((run) => {
    if (sent && run.runId === sent.runId) return sent;
    // A queued run behind another one is started by the end of that run.
    return run.stage === "queued" && run !== next && run.dueMs !== null ? { ...run, dueMs: null } : run;
  });
  return { runQueue: moved, sent };
}

function queued(run: NewRun, nowMs: number): OpenRun {
  return { ...run, stage: "queued", attempt: 1, lease: 0, dueMs: nowMs };
}

/** `next` returns the run after the report, the unchanged run, or its ending. */
function onReport(
  runQueue: RunQueue,
  of: LeasedAttempt,
  next: (run: OpenRun) => OpenRun | Ending,
): RunQueueStep {
  const run = runQueue.find(({ runId }) => runId === of.runId);
  const counts =
    run !== undefined && run.attempt === of.attempt && run.lease === of.lease && isDispatched(run);
  if (!counts) return unchanged(runQueue);
  const after = next(run);
  return after === run ? unchanged(runQueue) : replaced(runQueue, run, after);
}

function isDispatched({ stage }: OpenRun): boolean {
  return stage === "sent" || stage === "started";
}

function onPoll(runQueue: RunQueue, nowMs: number): RunQueueStep {
  const run = runQueue.find((each) => isDispatched(each) && each.dueMs !== null && each.dueMs <= nowMs);
  if (!run) return unchanged(runQueue);
  return replaced(
    runQueue,
    run,
    run.stage === "sent" ? afterFailedDispatch(run, nowMs, false) : afterAttempt(run, "lost", nowMs),
  );
}

function afterAttempt(run: OpenRun, verdict: RunQueueDecision | "lost", nowMs: number): OpenRun | Ending {
  if (verdict === "passed") return ending(run, "result", "passed");
  if (run.attempt >= run.maxAttempts) return ending(run, verdict === "failed" ? "result" : verdict);
  return { ...run, stage: "waiting", attempt: run.attempt + 1, dueMs: nowMs + pauseMs(run.attempt) };
}

/**
 * The attempt was not executed, so it is not counted. The run is dispatched again, after a growing pause. A
 * run that waited at a busy runner returns to it at once because that runner keeps its organization's turn.
 */
function afterFailedDispatch(run: OpenRun, nowMs: number, isRunnerBusy: boolean): OpenRun | Ending {
  const failedDispatches = run.lease - run.attempt + 1;
  if (failedDispatches >= (isRunnerBusy ? WAITS_MAX : FAILED_DISPATCHES_MAX)) return ending(run, "no_runner");
  return { ...run, stage: "waiting", dueMs: nowMs + pauseMs(isRunnerBusy ? 1 : failedDispatches) };
}

/** Whether a runner held it for the maximum waiting time. */
function hasWaited({ dueMs }: OpenRun, nowMs: number): boolean {
  return dueMs !== null && nowMs >= dueMs - SENT_LEASE_MS + START_WITHIN_MS;
}

/** 1, 2, 4 … s. */
function pauseMs(failures: number): number {
  return Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** (failures - 1));
}

function ending(run: OpenRun, cause: Ending["cause"], status: Ending["status"] = "failed"): Ending {
  return { runId: run.runId, attempt: run.attempt, status, cause };
}

function replaced(runQueue: RunQueue, run: OpenRun, after: OpenRun | Ending): RunQueueStep {
  if ("cause" in after) {
    return { runQueue: runQueue.filter((each) => each !== run), ended: [after], isApplied: true };
  }
  return { runQueue: runQueue.map((each) => (each === run ? after : each)), ended: [], isApplied: true };
}

function unchanged(runQueue: RunQueue): RunQueueStep {
  return { runQueue, ended: [], isApplied: false };
}
