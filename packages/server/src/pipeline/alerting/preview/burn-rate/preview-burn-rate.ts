import type { Preview } from "@vedette/contract/alerts/alerts.ts";
import type { RuleParams } from "@vedette/contract/alerts/rule-conditions.ts";
import { BURN_PAIRS, PAIR_SHAPES } from "@vedette/contract/slos/burn-rates.ts";
import { DAY_MS, HOUR_MS } from "../../../results/rollups/rollup.ts";
import { toBurnRate } from "../../../slos/burn-windows.ts";
import { type SloDefinitionRow, toDefinition } from "../../../slos/queries.ts";
import { burnRateVerdict } from "../../burn-rate/burn-rate-verdict.ts";
import { worstTargets } from "../../burn-rate/evaluate-burn-rates.ts";
import {
  type AlertTiming,
  advanceCondition,
  type ConditionState,
  INITIAL_STATE,
} from "../../evaluation/condition-state.ts";
import type { RuleVerdict } from "../../evaluation/rule-verdict.ts";
import { AlertCollector, type FoundAlert } from "../alert-collector.ts";
import type { PreviewDeps } from "../prepare-preview.ts";
import { deadlineOf } from "../preview-limits.ts";
import { MINUTE_MS, type Minutes, readMinutes } from "./read-minutes.ts";

export type BurnRatePreview = {
  slo: SloDefinitionRow;
  params: RuleParams["burn_rate"];
  timing: AlertTiming;
  days: number;
  nowMs: number;
};

/** Alerts whose targets are found out; older ones name the first target of the SLO. */
const NAMED_ALERTS_MAX = 50;

type Opened = { atMs: number; resolvedMs: number | null; verdict: RuleVerdict };

/** Finds the alerts that a rule of the type `burn_rate` would have opened, evaluated at each minute as the job does. */
export async function previewBurnRate(
  { db, clock, limits }: PreviewDeps,
  request: BurnRatePreview,
): Promise<Preview> {
  const { slo, nowMs, days } = request;
  const assertInTime = deadlineOf(limits, clock);
  const sinceMs = nowMs - days * DAY_MS;
  const minutes = await readMinutesOf({ db, limits }, request, { pairs: request.params.pairs, assertInTime });
  const opened = replay(minutes, { ...request, sinceMs });
  const found = new AlertCollector();
  const [first] = opened.length === 0 ? [] : await worstAt(opened.at(-1));
  for (const [index, alert] of opened.toReversed().entries()) {
    if (first === undefined) break;
    assertInTime();
    found.add(toAlert(alert, index < NAMED_ALERTS_MAX ? await worstAt(alert) : [first]));
  }
  const precision = minutes.isExact ? "results" : "rollups";
  return { days, precision, total: opened.length, alerts: found.list(nowMs) };

  async function worstAt(alert: Opened | undefined) {
    return alert === undefined ? [] : worstTargets(db, slo, { verdict: alert.verdict, nowMs: alert.atMs });
  }
}

/** Returns when alerts would have opened and resolved, for each of these sets of pairs. The minutes are read once. */
export async function replayPairs(
  { db, clock, limits }: PreviewDeps,
  request: BurnRatePreview,
  sets: readonly RuleParams["burn_rate"][],
): Promise<{ atMs: number; resolvedMs: number | null }[][]> {
  const assertInTime = deadlineOf(limits, clock);
  const pairs = BURN_PAIRS.filter((pair) => sets.some((set) => set.pairs.includes(pair)));
  const minutes = await readMinutesOf({ db, limits }, request, { pairs, assertInTime });
  const sinceMs = request.nowMs - request.days * DAY_MS;
  return sets.map((params) => replay(minutes, { ...request, params, sinceMs }));
}

function readMinutesOf(
  { db, limits }: Pick<PreviewDeps, "db" | "limits">,
  { slo, nowMs, days }: BurnRatePreview,
  { pairs, assertInTime }: { pairs: RuleParams["burn_rate"]["pairs"]; assertInTime: () => void },
): Promise<Minutes> {
  const longest = Math.max(...pairs.map((pair) => PAIR_SHAPES[pair].longMs));
  const fromMs = Math.floor((nowMs - days * DAY_MS - longest) / HOUR_MS) * HOUR_MS;
  return readMinutes(db, {
    ...{ slo: toDefinition(slo), fromMs, nowMs, assertInTime, resultsMax: limits.resultsMax },
  });
}

type Worst = Awaited<ReturnType<typeof worstTargets>>;

function toAlert({ atMs, resolvedMs, verdict }: Opened, worst: Worst): FoundAlert {
  const [target] = worst;
  if (target === undefined) throw new Error("an SLO without targets cannot burn its budget");
  const targets = worst.filter(({ bad }) => bad > 0).map(({ targetId: id, name }) => ({ id, name }));
  const evidence = {
    location: null,
    result_id: null,
    run_id: null,
    error: null,
    ...verdict.figures,
    targets,
  };
  return {
    target: { id: target.targetId, kind: target.kind, name: target.name },
    openMs: atMs,
    resolvedMs,
    evidence,
  };
}

/** Alerts that opened since `sinceMs`, oldest first. Pure. */
function replay(
  minutes: Minutes,
  { slo, params, timing, nowMs, sinceMs }: BurnRatePreview & { sinceMs: number },
): Opened[] {
  const [good, bad] = [sumsOf(minutes.good), sumsOf(minutes.bad)];
  const pairs = BURN_PAIRS.filter((pair) => params.pairs.includes(pair));
  const named = { id: slo.id, name: slo.name, objective: slo.objective };
  const opened: Opened[] = [];
  let state: ConditionState = INITIAL_STATE;
  let open: Opened | null = null;
  const firstEnd = Math.ceil((sinceMs - minutes.fromMs) / MINUTE_MS);
  for (let end = firstEnd; end <= minutes.good.length; end++) {
    const atMs = Math.min(minutes.fromMs + end * MINUTE_MS, nowMs);
    const last = (sums: Float64Array, lengthMs: number) =>
      (sums[end] ?? 0) - (sums[Math.max(0, end - Math.round(lengthMs / MINUTE_MS))] ?? 0);
    const rates = pairs.map((pair) =>
      toBurnRate(slo, pair, (lengthMs) => ({ good: last(good, lengthMs), bad: clean(last(bad, lengthMs)) })),
    );
    const verdict = burnRateVerdict(pairs, rates, named);
    const source = { atMs, seriesKey: 0, status: "" };
    // What burned before is not new.
    const timingNow = end === firstEnd ? { ...timing, confirmMs: 0, cooldownMs: 0 } : timing;
    const { state: next, transition } = advanceCondition(state, verdict, { source, timing: timingNow });
    state = next;
    if (transition === "open" && end > firstEnd) {
      open = { atMs, resolvedMs: null, verdict };
      opened.push(open);
    } else if (transition === "clear" && open !== null) {
      open.resolvedMs = atMs;
      open = null;
    }
  }
  return opened;
}

/** Differences of sums of fractions are not exactly zero. */
const clean = (value: number): number => (Math.abs(value) < 1e-6 ? 0 : value);

/** The sums before each position. */
function sumsOf(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let index = 0; index < values.length; index++)
    sums[index + 1] = (sums[index] ?? 0) + (values[index] ?? 0);
  return sums;
}
