import type { RuleCondition } from "@vedette/contract/alerts/alert-rules.ts";
import type { Evidence } from "@vedette/contract/alerts/alerts.ts";
import { assertNever } from "../../../platform/kernel/errors.ts";
import type { RecordedResult } from "../../results/recording/alerting-port.ts";
import { createWindow, type ResultWindow, type WindowShape } from "./windows.ts";

/**
 * Whether a rule's condition holds, and what follows from it. Pure: a result and what was remembered of earlier ones
 * in, a verdict out. Never knows where results come from, who is told, or what is stored.
 */

/** What a result tells a rule. */
export type Evaluated = Pick<
  RecordedResult,
  | "location"
  | "seriesKey"
  | "status"
  | "atMs"
  | "slotMs"
  | "responseUs"
  | "tlsExpiresAtMs"
  | "visualDiffPercent"
  | "series"
>;

/** What has to be remembered of a target's results to judge the next one. */
export type RuleMemory = {
  /** For the types that look at a stretch of time. */
  window: ResultWindow | null;
  /** By series, the newest of what only some results tell: when a certificate ends, how much of a page differs. */
  newest: Map<number, number>;
};

/** `holds` is null where nothing can be said: the state before goes on. */
export type Verdict = { holds: boolean | null; figures: Figures };
export type Figures = Omit<Evidence, "location" | "result_id" | "run_id" | "error">;

/** How a rule stands with a target. */
export type ConditionState = {
  /** The condition holds, and its alert was opened. */
  holds: boolean;
  /** Until when a cooldown keeps the next alert back. */
  quietUntilMs: number | null;
};

export function createMemory(condition: RuleCondition): RuleMemory {
  const shape = windowShape(condition);
  return { window: shape && createWindow(shape), newest: new Map() };
}

export function cloneMemory({ window, newest }: RuleMemory): RuleMemory {
  return { window: window?.clone() ?? null, newest: new Map(newest) };
}

/** Null for the types that look at no stretch of time. */
export function windowShape({ type, params }: RuleCondition): WindowShape | null {
  switch (type) {
    case "error_rate":
      return { windowMs: params.window_seconds * 1_000, hasTimes: false };
    case "latency_threshold":
      return { windowMs: params.window_seconds * 1_000, hasTimes: params.percentile !== "avg" };
    default:
      return null;
  }
}

/** Remembers a result; results of one series come in the order of their slots, or nearly so. */
export function remember(condition: RuleCondition, memory: RuleMemory, result: Evaluated): void {
  memory.window?.add(result);
  const told = toldBy(condition, result);
  if (told !== null) memory.newest.set(result.seriesKey, told);
}

function toldBy({ type }: RuleCondition, result: Evaluated): number | null {
  if (type === "ssl_expiry") return result.tlsExpiresAtMs;
  return type === "visual_diff_threshold" ? result.visualDiffPercent : null;
}

/** What follows from a result that is remembered already. */
export function judge(condition: RuleCondition, memory: RuleMemory, result: Evaluated): Verdict {
  const { type, params } = condition;
  switch (type) {
    case "consecutive_failures":
      return judgeFailures(params, result);
    case "error_rate":
      return judgeErrorRate(params, memory.window ?? emptyWindow(condition));
    case "latency_threshold":
      return judgeLatency(params, memory.window ?? emptyWindow(condition));
    case "visual_diff_threshold": {
      const worst = extreme(memory, result, (a, b) => a > b);
      const figures = { threshold: params.threshold_percent, value: worst?.value ?? 0 };
      return { holds: worst && worst.value > params.threshold_percent, figures };
    }
    case "ssl_expiry":
      return judgeExpiry(params, memory, result);
    default:
      return assertNever(type);
  }
}

type ParamsOf<T extends RuleCondition["type"]> = Extract<RuleCondition, { type: T }>["params"];

/** A target with fewer locations than are asked for is judged by all it has, or its rule could never hold. */
function judgeFailures(params: ParamsOf<"consecutive_failures">, { series }: Evaluated): Verdict {
  const active = series.filter((each) => each.active);
  const failing = active.filter((each) => each.consecutiveFailures >= params.threshold);
  const needed = Math.min(params.min_locations, active.length);
  const figures = {
    threshold: params.threshold,
    value: Math.max(0, ...active.map((each) => each.consecutiveFailures)),
    locations: failing.map((each) => each.location),
  };
  return { holds: failing.length > 0 && failing.length >= needed, figures };
}

/** At 0 % any failure is too many, at 100 % nothing but failures is: both ends of the range mean something. */
function judgeErrorRate(params: ParamsOf<"error_rate">, window: ResultWindow): Verdict {
  const { total, failed } = window;
  const percent = total === 0 ? 0 : (failed / total) * 100;
  const figures = {
    threshold: params.threshold,
    value: round(percent),
    total_checks: total,
    failed_checks: failed,
    window_seconds: params.window_seconds,
  };
  if (total < params.min_checks) return { holds: null, figures };
  return { holds: failed > 0 && percent >= params.threshold, figures };
}

function judgeLatency(params: ParamsOf<"latency_threshold">, window: ResultWindow): Verdict {
  const { percentile } = params;
  const ms = percentile === "avg" ? window.meanMs() : window.quantileMs(percentile / 100);
  const figures = {
    threshold: params.threshold_ms,
    value: round(ms ?? 0),
    percentile,
    total_checks: window.measured,
    window_seconds: params.window_seconds,
  };
  if (ms === null || window.measured < params.min_checks) return { holds: null, figures };
  return { holds: ms > params.threshold_ms, figures };
}

const DAY_MS = 86_400_000;

function judgeExpiry(params: ParamsOf<"ssl_expiry">, memory: RuleMemory, result: Evaluated): Verdict {
  const first = extreme(memory, result, (a, b) => a < b);
  const leftMs = first === null ? Number.POSITIVE_INFINITY : first.value - result.atMs;
  const figures = {
    threshold: params.days,
    value: first === null ? 0 : Math.floor(leftMs / DAY_MS),
    ...(first && { expires_at: new Date(first.value).toISOString(), locations: [first.location] }),
  };
  return { holds: first && leftMs <= params.days * DAY_MS, figures };
}

/** The worst of what the locations in use told last; null where none has told anything. */
function extreme(
  { newest }: RuleMemory,
  { series }: Evaluated,
  isWorse: (one: number, other: number) => boolean,
): { value: number; location: string } | null {
  let worst: { value: number; location: string } | null = null;
  for (const { active, seriesKey, location } of series) {
    const value = active ? newest.get(seriesKey) : undefined;
    if (value !== undefined && (worst === null || isWorse(value, worst.value))) worst = { value, location };
  }
  return worst;
}

/**
 * The step that a verdict asks for. An alert opens where its condition begins to hold, and only there: one that was
 * ended by hand leaves the state as it is, so the next one waits until the condition has cleared and come back.
 */
export function stepAfter(
  { holds, quietUntilMs }: ConditionState,
  verdict: Pick<Verdict, "holds">,
  atMs: number,
): "open" | "clear" | null {
  if (verdict.holds === null || verdict.holds === holds) return null;
  if (!verdict.holds) return "clear";
  return quietUntilMs !== null && atMs < quietUntilMs ? null : "open";
}

/** How a rule stands with a target after a step. A cooldown counts from the opening of an alert. */
export function stateAfter(
  state: ConditionState,
  step: "open" | "clear",
  { atMs, cooldownMs }: { atMs: number; cooldownMs: number },
): ConditionState {
  if (step === "clear") return { ...state, holds: false };
  return { holds: true, quietUntilMs: cooldownMs > 0 ? atMs + cooldownMs : null };
}

function emptyWindow(condition: RuleCondition): ResultWindow {
  throw new Error(`a rule of type ${condition.type} was remembered without its window`);
}

/** Two decimals are all that a message shows. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}
