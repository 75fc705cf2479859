import type { RunKind, RunReport } from "@vedette/contract/runs/run-job.ts";
import { newId } from "../../platform/kernel/ids.ts";
import type { OpenRunRow, RunQueueKey } from "./queries.ts";
import {
  begin,
  draftOf,
  end,
  endAttempt,
  follow,
  loseAttempt,
  type RunDraft,
  toOpenRun,
  verdictOf,
} from "./run-draft.ts";
import { dispatchNext, handle, type OpenRun, type RunQueue, type RunQueueEvent } from "./run-queue.ts";

/**
 * Applies events to the runs of one queue. `run-queue.ts` makes the decisions; here the rows follow. Pure.
 */

/** An event for a run queue. */
export type RunEvent =
  | { type: "tick"; slot: DueRun }
  | { type: "report"; report: RunReport }
  | { type: "look"; lane: RunQueueKey }
  /** Cancels the runs of this queue that were requested up to this instant. */
  | { type: "cancel"; lane: RunQueueKey; untilMs: number };

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
  lane: RunQueue;
  drafts: Map<string, RunDraft>;
  fresh: RunDraft[];
  skipped: DueRun[];
  sent: RunDraft | null;
};

export function processRunQueue(
  rows: readonly OpenRunRow[],
  happenings: readonly RunEvent[],
  nowMs: number,
): RunQueueUpdate {
  const drafts = new Map(rows.map((row) => [row.id, draftOf(row)]));
  const work: RunQueueUpdate = {
    lane: [...drafts.values()].map(toOpenRun),
    drafts,
    fresh: [],
    skipped: [],
    sent: null,
  };
  for (const happening of happenings) happen(work, happening, nowMs);
  const { lane, sent } = dispatchNext(work.lane, nowMs);
  work.lane = lane;
  settle(work);
  work.sent = sent && (drafts.get(sent.runId) ?? null);
  return work;
}

function settle({ lane, drafts }: RunQueueUpdate): void {
  for (const run of lane) {
    const draft = drafts.get(run.runId);
    if (draft) follow(draft, run);
  }
}

function happen(work: RunQueueUpdate, happening: RunEvent, nowMs: number): void {
  if (happening.type === "cancel") {
    cancel(work, nowMs, ({ row }) => row.queued_ms <= happening.untilMs);
    return;
  }
  const fresh = happening.type === "tick" ? draftOf(rowOf(happening.slot, nowMs)) : null;
  const before = work.lane;
  const step = handle(before, eventOf(happening, fresh), nowMs);
  work.lane = step.lane;
  if (fresh && happening.type === "tick") {
    if (step.isTaken) {
      work.drafts.set(fresh.row.id, fresh);
      work.fresh.push(fresh);
    } else work.skipped.push(happening.slot);
  }
  if (!step.isTaken) return;
  if (happening.type === "report") keepReport(work, happening.report);
  if (happening.type === "look") keepLosses(work, before, nowMs);
  for (const ending of step.ended) {
    const draft = work.drafts.get(ending.runId);
    if (draft) end(draft, ending);
  }
}

function eventOf(happening: Exclude<RunEvent, { type: "cancel" }>, fresh: RunDraft | null): RunQueueEvent {
  if (happening.type === "look") return { type: "look" };
  if (happening.type === "tick") {
    const { id: runId = "", max_attempts: maxAttempts = 1, timeout_ms: timeoutMs = 0 } = fresh?.row ?? {};
    return { type: "tick", run: { runId, maxAttempts, timeoutMs } };
  }
  const { report } = happening;
  if (report.event !== "finished") return { type: report.event, of: report };
  return { type: "finished", of: report, ...verdictOf(report.outcome) };
}

function keepReport({ drafts }: RunQueueUpdate, report: RunReport): void {
  const draft = drafts.get(report.runId);
  if (!draft) return;
  if (report.event === "started") begin(draft, report);
  if (report.event === "finished") endAttempt(draft, report);
}

/** An attempt that is no longer active without a report. */
function keepLosses({ lane, drafts }: RunQueueUpdate, before: RunQueue, nowMs: number): void {
  for (const run of before) {
    const after = lane.find(({ runId }) => runId === run.runId);
    const draft = drafts.get(run.runId);
    if (draft && run.stage === "started" && after?.attempt !== run.attempt)
      loseAttempt(draft, run.attempt, nowMs);
  }
}

/** The target no longer exists. */
export function cancelAll(work: RunQueueUpdate, nowMs: number): void {
  cancel(work, nowMs, () => true);
}

function cancel(work: RunQueueUpdate, nowMs: number, isMeant: (draft: RunDraft) => boolean): void {
  const [meant, rest] = [[] as OpenRun[], [] as OpenRun[]];
  for (const run of work.lane) {
    const draft = work.drafts.get(run.runId);
    (draft && isMeant(draft) ? meant : rest).push(run);
  }
  const { ended } = handle(meant, { type: "cancel" }, nowMs);
  work.lane = rest;
  for (const ending of ended) {
    const draft = work.drafts.get(ending.runId);
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

export function runQueueOf(happening: RunEvent): RunQueueKey {
  if (happening.type === "look" || happening.type === "cancel") return happening.lane;
  return happening.type === "tick" ? happening.slot : happening.report;
}
