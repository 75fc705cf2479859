import type { RuleCondition } from "@vedette/contract/alerts/rule-conditions.ts";
import { HOUR_MS } from "../../results/rollups/rollup.ts";
import { windowShape } from "../evaluation/evaluate.ts";
import { BUCKETS_MAX } from "../evaluation/windows.ts";

/** How many earlier hours the window of a result can reach into, and how many of the newest it contains completely. */
export type WindowHours = { reached: number; covered: number };

export function spanOf(condition: RuleCondition): WindowHours {
  const windowMs = windowShape(condition)?.windowMs ?? 0;
  // A window is up to one bucket shorter than its length.
  const covered = Math.floor((windowMs - windowMs / BUCKETS_MAX) / HOUR_MS) - 1;
  return { reached: Math.ceil(windowMs / HOUR_MS), covered: Math.max(0, covered) };
}
