import type { RunKind, RunReport } from "@vedette/contract/runs/run-job.ts";
import { newId } from "../../platform/kernel/ids.ts";
import type { OpenRunRow, RunQueueKey } from "./queries.ts";
import {
  draftOf,
  end,
  type RunDraft,
  recordFinishedAttempt,
  recordLostAttempt,
  startAttempt,
  toOpenRun,
  updateFromQueue,
  verdictOf,
} from "./run-draft.ts";
import {
  applyQueueEvent,
  dispatchNext,
  type OpenRun,
  type RunQueue,
  type RunQueueEvent,
} from "./run-queue.ts";

/**
 * Applies events to the runs of one queue. `run-queue.ts` makes the decisions; here the rows follow. Pure.
 */

/** An event for a run queue. */
export type RunEvent =
  | { type: "tick"; slot: DueRun }
  | { type: "report"; report: RunReport }
  | { type: "poll"; runQueue: RunQueueKey }
  /** Cancels the runs of this queue that were requested up to this instant. */
  | { type: "cancel"; runQueue: RunQueueKey; untilMs: number };

/** A due slot of an API monitor's or a journey's schedule. */
export type DueRun = RunQueueKey & {
  orgId: string;
  kind: RunKind;
  seriesKey: number;
  slotMs: number;
  maxAttempts: number;
  timeoutMs: number;
  stepsTotal: number;
};

export type RunQueueUpdate = {
  runQueue: RunQueue;
  drafts: Map<string, RunDraft>;
  fresh: RunDraft[];
  skipped: DueRun[];
  sent: RunDraft | null;
};

export function processRunQueue(
  rows: readonly OpenRunRow[],
  runEvents: readonly RunEvent[],
  nowMs: number,
): RunQueueUpdate {
  const drafts = new Map(rows.map((row) => [row.id, draftOf(row)]));
  const update: RunQueueUpdate = {
    runQueue: [...drafts.values()].map(toOpenRun),
    drafts,
    fresh: [],
    skipped: [],
    sent: null,
  };
  for (const runEvent of runEvents) applyEvent(update, runEvent, nowMs);
  const { runQueue, sent } = dispatchNext(update.runQueue, nowMs);
  update.runQueue = runQueue;
  syncDrafts(update);
  update.sent = sent && (drafts.get(sent.runId) ?? null);
  return update;
}

function syncDrafts({ runQueue, drafts }: RunQueueUpdate): void {
  for (const run of runQueue) {
    const draft = drafts.get(run.runId);
    if (draft) updateFromQueue(draft, run);
  }
}

function applyEvent(update: RunQueueUpdate, runEvent: RunEvent, nowMs: number): void {
  if (runEvent.type === "cancel") {
    cancel(update, nowMs, ({ row }) => row.queued_ms <= runEvent.untilMs);
    return;
  }
  const fresh = runEvent.type === "tick" ? draftOf(rowOf(runEvent.slot, nowMs)) : null;
  const before = update.runQueue;
  const step = applyQueueEvent(before, eventOf(runEvent, fresh), nowMs);
  update.runQueue = step.runQueue;
  if (fresh && runEvent.type === "tick") {
    if (step.isApplied) {
      update.drafts.set(fresh.row.id, fresh);
      update.fresh.push(fresh);
    } else update.skipped.push(runEvent.slot);
  }
  if (!step.isApplied) return;
  if (runEvent.type === "report") recordReport(update, runEvent.report);
  if (runEvent.type === "poll") recordLostAttempts(update, before, nowMs);
  for (const ending of step.ended) {
    const draft = update.drafts.get(ending.runId);
    if (draft) end(draft, ending);
  }
}

function eventOf(runEvent: Exclude<RunEvent, { type: "cancel" }>, fresh: RunDraft | null): RunQueueEvent {
  if (runEvent.type === "poll") return { type: "poll" };
  if (runEvent.type === "tick") {
    const { id: runId = "", max_attempts: maxAttempts = 1, timeout_ms: timeoutMs = 0 } = fresh?.row ?? {};
    return { type: "tick", run: { runId, maxAttempts, timeoutMs } };
  }
  const { report } = runEvent;
  if (report.event !== "finished") return { type: report.event, of: report };
  return { type: "finished", of: report, ...verdictOf(report.outcome) };
}

function recordReport({ drafts }: RunQueueUpdate, report: RunReport): void {
  const draft = drafts.get(report.runId);
  if (!draft) return;
  if (report.event === "started") startAttempt(draft, report);
  if (report.event === "finished") recordFinishedAttempt(draft, report);
}

/** An attempt that is no longer active without a report. */
function recordLostAttempts({ runQueue, drafts }: RunQueueUpdate, before: RunQueue, nowMs: number): void {
  for (const run of before) {
    const after = runQueue.find(({ runId }) => runId === run.runId);
    const draft = drafts.get(run.runId);
    if (draft && run.stage === "started" && after?.attempt !== run.attempt)
      recordLostAttempt(draft, run.attempt, nowMs);
  }
}

/** The target no longer exists. */
export function cancelAll(update: RunQueueUpdate, nowMs: number): void {
  cancel(update, nowMs, () => true);
}

function cancel(update: RunQueueUpdate, nowMs: number, isMatch: (draft: RunDraft) => boolean): void {
  const [matching, rest] = [[] as OpenRun[], [] as OpenRun[]];
  for (const run of update.runQueue) {
    const draft = update.drafts.get(run.runId);
    (draft && isMatch(draft) ? matching : rest).push(run);
  }
  const { ended } = applyQueueEvent(matching, { type: "cancel" }, nowMs);
  update.runQueue = rest;
  for (const ending of ended) {
    const draft = update.drafts.get(ending.runId);
    if (draft) end(draft, ending);
  }
}

function rowOf(slot: DueRun, nowMs: number): OpenRunRow {
  return {
    id: newId(nowMs),
    org_id: slot.orgId,
    target_id: slot.targetId,
    kind: slot.kind,
    location: slot.location,
    trigger: "schedule",
    slot_ms: slot.slotMs,
    stage: "queued",
    due_ms: nowMs,
    attempt: 1,
    max_attempts: slot.maxAttempts,
    lease: 0,
    timeout_ms: slot.timeoutMs,
    overrides: null,
    runner: null,
    queued_ms: nowMs,
    started_ms: null,
    attempt_started_ms: null,
    attempts: [],
    steps_total: slot.stepsTotal,
  };
}

export function runQueueOf(runEvent: RunEvent): RunQueueKey {
  if (runEvent.type === "poll" || runEvent.type === "cancel") return runEvent.runQueue;
  return runEvent.type === "tick" ? runEvent.slot : runEvent.report;
}
