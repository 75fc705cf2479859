import type { RuleCondition } from "@vedette/contract/alerts/alert-rules.ts";
import { PREVIEW_ALERTS_MAX } from "@vedette/contract/alerts/alert-rules.ts";
import type { Evidence, Preview } from "@vedette/contract/alerts/alerts.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { SeriesState } from "../../results/recording/target-state.ts";
import { type AlertTiming, advanceCondition, INITIAL_STATE } from "../evaluation/condition-state.ts";
import {
  createMemory,
  type Evaluated,
  evaluateCondition,
  historyMs,
  type RuleMemory,
  remember,
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
  timing: AlertTiming;
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
  const replayed = new Replay(request, target, series);
  // Starts early enough to fill the window when the previewed period starts.
  let fromMs = sinceMs - (historyMs(condition) ?? 0);
  const pageMs = Math.max(60_000, (PAGE_RESULTS / Math.max(1, target.resultsADay)) * DAY_MS);
  while (fromMs <= nowMs) {
    const range = { targetId: target.id, fromMs, toMs: Math.min(fromMs + pageMs, nowMs + 1) };
    const results = await readResults(db, { orgId, series, ...range });
    replayed.add(results, await extrasOf(db, { orgId, condition, results, ...range }));
    fromMs += pageMs;
  }
  return replayed.end();
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

/** The alerts of a target while its results are replayed. */
class Replay {
  readonly #request: PreviewRequest;
  readonly #target: PreviewTarget;
  readonly #memory: RuleMemory;
  readonly #series: SeriesState[];
  readonly #found: PreviewedAlert[] = [];
  #state = INITIAL_STATE;
  #open: { atMs: number; evidence: Evidence } | null = null;

  constructor(request: PreviewRequest, target: PreviewTarget, series: readonly HistoricSeries[]) {
    this.#request = request;
    this.#target = target;
    this.#memory = createMemory(request.condition);
    this.#series = series.map(freshState);
  }

  add(results: readonly HistoricResult[], extras: Extras): void {
    for (const result of results) this.#addResult(result, extras);
  }

  end(): PreviewedAlert[] {
    this.#closeAlert(null);
    return this.#found;
  }

  #addResult(result: HistoricResult, extras: Extras): void {
    const { condition, timing } = this.#request;
    const { slotMs: atMs } = result;
    const diff = extras.diffOf(result);
    const evaluated = this.#evaluatedOf(result, extras.expiryOf(result), diff?.percent ?? null);
    remember(condition, this.#memory, evaluated);
    const verdict = evaluateCondition(condition, this.#memory, evaluated);
    const { state, transition } = advanceCondition(this.#state, verdict, { source: evaluated, timing });
    this.#state = state;
    if (transition === null) return;
    this.#closeAlert(atMs);
    if (transition !== "open") return;
    const evidence = {
      location: result.location,
      result_id: this.#target.kind === "monitor" ? historyId(result) : null,
      run_id: diff?.runId ?? null,
      error: null,
      ...verdict.figures,
    };
    this.#open = { atMs, evidence };
  }

  #evaluatedOf(
    result: HistoricResult,
    tlsExpiresAtMs: number | null,
    visualDiffPercent: number | null,
  ): Evaluated {
    const own = this.#series.find(({ seriesKey }) => seriesKey === result.seriesKey);
    if (own) own.consecutiveFailures = result.status === "down" ? own.consecutiveFailures + 1 : 0;
    return { ...result, atMs: result.slotMs, tlsExpiresAtMs, visualDiffPercent, series: this.#series };
  }

  #closeAlert(resolvedMs: number | null): void {
    const { days, nowMs } = this.#request;
    const open = this.#open;
    this.#open = null;
    // Alerts opened before the previewed period do not count.
    if (open === null || open.atMs < nowMs - days * DAY_MS) return;
    const { kind: type, id, name } = this.#target;
    this.#found.push({
      triggered_at: new Date(open.atMs).toISOString(),
      resolved_at: resolvedMs === null ? null : new Date(resolvedMs).toISOString(),
      duration_seconds: Math.round(((resolvedMs ?? nowMs) - open.atMs) / 1_000),
      target: { type, id, name },
      evidence: open.evidence,
    });
  }
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
