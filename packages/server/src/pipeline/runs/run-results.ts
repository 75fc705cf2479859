import { isNotJudged } from "@vedette/contract/checks/check-errors.ts";
import type { CheckOutcome, CheckStatus, CheckTimings } from "@vedette/contract/checks/check-run.ts";
import type { RunOutcome } from "@vedette/contract/runs/run-job.ts";
import { shardOf } from "../../platform/kernel/shard.ts";
import type { Db } from "../../platform/storage/database.ts";
import type { SlotGapRow } from "../results/recording/queries.ts";
import type { Batch, FinishedReport } from "../results/recording/record-batch.ts";
import type { Applied } from "./apply-run-events.ts";
import { ensureSeries } from "./queries.ts";
import type { RunDraft } from "./run-draft.ts";

/**
 * Converts finished runs to results: one for the target at its location, which sets its status, and one for
 * each executed step. A run that ended with an internal error is a slot without a result.
 */
export async function resultsOf(db: Db, { ended, skipped }: Applied, nowMs: number): Promise<Batch> {
  const found = ended.filter((draft) => draft.ending?.cause === "result" && draft.outcome);
  const withoutResult = ended.filter((draft) => !found.includes(draft) && draft.row.trigger === "schedule");
  const wanted = [...found, ...withoutResult].flatMap(({ row, outcome }) =>
    [null, ...(outcome?.steps ?? []).map(({ name }) => name)].map((step) => ({
      targetId: row.target_id,
      location: row.location,
      step,
    })),
  );
  const keys = new Map<string, number>();
  if (wanted.length > 0) {
    for (const row of await ensureSeries(db, wanted, new Date(nowMs))) {
      keys.set(nameOf(row.target_id, row.location, row.step), row.series_key);
    }
  }
  const keyOf = ({ row }: RunDraft, step: string | null) =>
    keys.get(nameOf(row.target_id, row.location, step)) ?? 0;
  // A target deleted in the meantime gets no results.
  const exists = (draft: RunDraft) => keyOf(draft, null) !== 0;
  const [recorded, missedDrafts] = [found.filter(exists), withoutResult.filter(exists)];
  return {
    reports: recorded.flatMap((draft) => reportOf(draft, { seriesKey: keyOf(draft, null) })),
    ofSteps: recorded.flatMap((draft) => stepReports(draft, (step) => keyOf(draft, step))),
    gaps: [
      ...missedDrafts.map((draft) => missed(keyOf(draft, null), draft)),
      ...skipped.map(({ seriesKey, slotMs }) =>
        gap(seriesKey, slotMs, { kind: "skipped", reason: "running" }),
      ),
    ],
  };
}

function reportOf(draft: RunDraft, { seriesKey }: { seriesKey: number }): FinishedReport[] {
  const { outcome, ending } = draft;
  if (!outcome || !ending) return [];
  const durationMs = outcome.finishedAtMs - outcome.startedAtMs;
  const isPassed = ending.status === "passed";
  const status = isPassed ? "up" : hasNoVerdict(outcome) ? "error" : "down";
  return [
    {
      ...report(draft, { seriesKey, status, atMs: outcome.startedAtMs, durationMs }),
      run: {
        id: draft.row.id,
        visualDiffPercent: outcome.visualDiffPercent ?? null,
        error: isPassed ? null : outcome.error,
      },
    },
  ];
}

/** Whether all failures of the run say nothing about its target. */
function hasNoVerdict({ error, steps }: RunOutcome): boolean {
  const codes = [error, ...steps.map((step) => step.error)].flatMap((each) => (each ? [each.code] : []));
  return codes.length > 0 && codes.every(isNotJudged);
}

/** Steps with the same name share a series: the first one in a run counts. */
function stepReports(draft: RunDraft, keyOf: (step: string) => number): FinishedReport[] {
  const seen = new Set<string>();
  return (draft.outcome?.steps ?? []).flatMap(({ name, status: ended, error, startedAtMs, durationMs }) => {
    if (ended === "skipped" || startedAtMs === null || seen.has(name)) return [];
    seen.add(name);
    const status = ended === "passed" ? "up" : error && isNotJudged(error.code) ? "error" : "down";
    return [
      report(draft, { seriesKey: keyOf(name), status, atMs: startedAtMs, durationMs: durationMs ?? 0 }),
    ];
  });
}

type ResultFacts = { seriesKey: number; status: CheckStatus; atMs: number; durationMs: number };

function report(
  { row, ending }: RunDraft,
  { seriesKey, status, atMs, durationMs }: ResultFacts,
): FinishedReport {
  const outcome: CheckOutcome = {
    status,
    checkedAtMs: atMs,
    responseUs: Math.round(durationMs * 1_000),
    timings: NO_TIMINGS,
    statusCode: null,
    ip: null,
    tls: null,
    bodyBytes: null,
    attempts: ending?.attempt ?? row.attempt,
    assertions: [],
    error: null,
  };
  const trigger = row.trigger === "schedule" ? "schedule" : "manual";
  return {
    seriesKey,
    shard: shardOf(row.target_id),
    slotMs: row.slot_ms,
    location: row.location,
    trigger,
    runner: row.runner ?? "none",
    outcome,
  };
}

const NO_TIMINGS: CheckTimings = {
  dnsUs: null,
  connectUs: null,
  tlsUs: null,
  ttfbUs: null,
  downloadUs: null,
};

const REASONS = {
  lost: "runner_lost",
  no_runner: "no_runner",
  cancelled: "changed",
  internal_error: "internal_error",
  result: "internal_error",
};

function missed(seriesKey: number, { row, ending }: RunDraft): SlotGapRow {
  return gap(seriesKey, row.slot_ms, { kind: "missed", reason: REASONS[ending?.cause ?? "internal_error"] });
}

/** A slot that ended without a result. */
export function gap(
  seriesKey: number,
  slotMs: number,
  { kind, reason }: Pick<SlotGapRow, "kind" | "reason">,
): SlotGapRow {
  return { seriesKey, fromMs: slotMs, toMs: slotMs, kind, reason, slots: 1 };
}

function nameOf(targetId: string, location: string, step: string | null): string {
  return `${targetId} ${location} ${step ?? ""}`;
}
