import type { RuleCondition } from "@vedette/contract/alerts/alert-rules.ts";
import { PREVIEW_ALERTS_MAX } from "@vedette/contract/alerts/alert-rules.ts";
import type { Evidence, Preview } from "@vedette/contract/alerts/alerts.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { SeriesState } from "../../results/recording/target-state.ts";
import {
  type ConditionState,
  createMemory,
  type Evaluated,
  evaluateCondition,
  remember,
  stateAfter,
  transitionAfter,
  windowShape,
} from "../evaluation/evaluate.ts";
import {
  type Extras,
  type HistoricResult,
  type HistoricSeries,
  historyId,
  readDiffs,
  readExpiries,
  readResults,
  readSeries,
} from "./read-history.ts";

/**
 * Computes the alerts that a rule would have opened: replays the stored results through the same evaluation,
 * page by page. It writes nothing and never knows whether the rule exists.
 */

export type PreviewTarget = { id: string; kind: TargetKind; name: string; resultsADay: number };

export type PreviewRequest = {
  orgId: string;
  condition: RuleCondition;
  cooldownMs: number;
  targets: readonly PreviewTarget[];
  days: number;
  nowMs: number;
};

/**
 * Results replayed without yielding: at a few microseconds each, other work waits for some tens of
 * milliseconds.
 */
const PAGE_RESULTS = 10_000;
const DAY_MS = 86_400_000;

type PreviewedAlert = Preview["alerts"][number];

export async function preview(db: Db, request: PreviewRequest): Promise<Preview> {
  const found: PreviewedAlert[] = [];
  for (const target of request.targets) found.push(...(await replay(db, request, target)));
  const newestFirst = found.sort((a, b) => b.triggered_at.localeCompare(a.triggered_at));
  const alerts = newestFirst.slice(0, PREVIEW_ALERTS_MAX);
  return { days: request.days, precision: "results", total: found.length, alerts };
}

async function replay(db: Db, request: PreviewRequest, target: PreviewTarget): Promise<PreviewedAlert[]> {
  const { orgId, condition, nowMs } = request;
  const series = await readSeries(db, { orgId, targetId: target.id });
  const sinceMs = nowMs - request.days * DAY_MS;
  const player = createPlayer({ request, target, series, sinceMs });
  // Starts early enough to fill the window when the previewed period starts.
  let fromMs = sinceMs - (windowShape(condition)?.windowMs ?? 0);
  const pageMs = Math.max(60_000, (PAGE_RESULTS / Math.max(1, target.resultsADay)) * DAY_MS);
  while (fromMs <= nowMs) {
    const range = { targetId: target.id, fromMs, toMs: Math.min(fromMs + pageMs, nowMs + 1) };
    const results = await readResults(db, { orgId, series, ...range });
    player.play(results, await extrasOf(db, { orgId, condition, results, ...range }));
    fromMs += pageMs;
  }
  return player.end();
}

async function extrasOf(
  db: Db,
  given: {
    orgId: string;
    condition: RuleCondition;
    results: readonly HistoricResult[];
    targetId: string;
    fromMs: number;
    toMs: number;
  },
): Promise<Extras> {
  const { condition, results, ...rest } = given;
  const isOfRuns = condition.type === "visual_diff_threshold";
  return {
    expiryOf: condition.type === "ssl_expiry" ? await readExpiries(db, results) : () => null,
    diffOf: isOfRuns ? await readDiffs(db, rest) : () => null,
  };
}

type Open = { atMs: number; evidence: Evidence };

function createPlayer({
  request: { condition, cooldownMs, nowMs },
  target,
  series,
  sinceMs,
}: {
  request: PreviewRequest;
  target: PreviewTarget;
  series: readonly HistoricSeries[];
  sinceMs: number;
}) {
  const memory = createMemory(condition);
  const states = series.map(freshState);
  const byKey = new Map(states.map((state) => [state.seriesKey, state]));
  const found: PreviewedAlert[] = [];
  let state: ConditionState = { holds: false, quietUntilMs: null };
  let open: Open | null = null;

  function close(open: Open, resolvedMs: number | null): void {
    // Alerts opened before the previewed period do not count.
    if (open.atMs < sinceMs) return;
    found.push({
      triggered_at: new Date(open.atMs).toISOString(),
      resolved_at: resolvedMs === null ? null : new Date(resolvedMs).toISOString(),
      duration_seconds: Math.round(((resolvedMs ?? nowMs) - open.atMs) / 1_000),
      target: { type: target.kind, id: target.id, name: target.name },
      evidence: open.evidence,
    });
  }

  function transition(result: HistoricResult, extras: Extras): void {
    const own = byKey.get(result.seriesKey);
    if (own) own.consecutiveFailures = result.status === "down" ? own.consecutiveFailures + 1 : 0;
    const diff = extras.diffOf(result);
    const { slotMs: atMs } = result;
    const evaluated: Evaluated = {
      ...result,
      atMs,
      tlsExpiresAtMs: extras.expiryOf(result),
      visualDiffPercent: diff?.percent ?? null,
      series: states,
    };
    remember(condition, memory, evaluated);
    const verdict = evaluateCondition(condition, memory, evaluated);
    const type = transitionAfter(state, verdict, atMs);
    if (type === null) return;
    state = stateAfter(state, type, { atMs, cooldownMs });
    if (open !== null) close(open, atMs);
    const evidence = {
      location: result.location,
      result_id: target.kind === "monitor" ? historyId(result) : null,
      run_id: diff?.runId ?? null,
      error: null,
      ...verdict.figures,
    };
    open = type === "open" ? { atMs, evidence } : null;
  }

  return {
    play(results: readonly HistoricResult[], extras: Extras): void {
      for (const result of results) transition(result, extras);
    },
    end(): PreviewedAlert[] {
      if (open !== null) close(open, null);
      return found;
    },
  };
}

function freshState({ seriesKey, location, active }: HistoricSeries): SeriesState {
  return {
    seriesKey,
    location,
    active,
    status: "pending",
    statusSinceMs: 0,
    consecutiveFailures: 0,
    consecutiveErrors: 0,
  };
}
