import type { RuleCondition } from "@vedette/contract/alerts/rule-conditions.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import { DAY_MS, HOUR_MS } from "../../results/rollups/rollup.ts";
import type { AlertTiming } from "../evaluation/condition-state.ts";
import { historyMs, windowShape } from "../evaluation/evaluate.ts";
import { spanOf } from "./window-hours.ts";

export type PreviewTarget = { id: string; kind: TargetKind; name: string };

export type PreviewRequest = {
  orgId: string;
  condition: RuleCondition;
  timing: AlertTiming;
  targets: readonly PreviewTarget[];
  days: number;
  nowMs: number;
};

/** The period of a preview, in which alerts count. */
export function sinceMsOf({ nowMs, days }: PreviewRequest): number {
  return nowMs - days * DAY_MS;
}

/** The replay starts with a whole hour. From then on alerts open and resolve. */
export function startMsOf(request: PreviewRequest): number {
  return Math.floor(sinceMsOf(request) / HOUR_MS) * HOUR_MS;
}

/**
 * Where the replay starts, to know whether an alert is open at the start of the period: conditions with a window are
 * evaluated for one more hour, and those that count changes for the time in which they count.
 */
export function warmUpMsOf(request: PreviewRequest): number {
  const { condition } = request;
  const hours = windowShape(condition) === null ? Math.ceil((historyMs(condition) ?? 0) / HOUR_MS) : 1;
  return startMsOf(request) - hours * HOUR_MS;
}

/** The first hour whose facts are read: windows of the first evaluated hour reach back to it. */
export function factsFromMs(request: PreviewRequest): number {
  return warmUpMsOf(request) - spanOf(request.condition).reached * HOUR_MS;
}
