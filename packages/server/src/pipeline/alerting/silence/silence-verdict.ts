import type { RuleCondition } from "@vedette/contract/alerts/rule-conditions.ts";
import type { RuleVerdict } from "../evaluation/rule-verdict.ts";

/** What is known of the results of a target that should have some. Pure, like the verdict. */
export type SilenceFacts = {
  status: string;
  statusReason: string | null;
  /** Null: runs on demand only, so that no result is ever due. */
  intervalMs: number | null;
  /** Since when the current schedule applies: creation, resumption, change, or the end of a maintenance. */
  scheduledSinceMs: number;
  /** Slot of the newest result, and of the newest with a verdict; null if there is none in the last days. */
  measuredMs: number | null;
  judgedMs: number | null;
  /** Newest slot that was accounted for as missed or skipped. */
  gapMs: number | null;
  locations: readonly string[];
};

export type SilenceCondition = Extract<RuleCondition, { type: "missed" | "no_data" }>;

export function isSilenceCondition(condition: RuleCondition): condition is SilenceCondition {
  return condition.type === "missed" || condition.type === "no_data";
}

const MINUTE_MS = 60_000;

/**
 * `no_data`: the next result with a verdict has been due for so many minutes. `missed`: the next result has been
 * due for so many minutes, and slots since the last one are accounted for as missed or skipped. An interval after
 * the last slot, the next result is due. During maintenance there is no verdict.
 */
export function silenceVerdict(
  { type, params }: SilenceCondition,
  facts: SilenceFacts,
  nowMs: number,
): RuleVerdict {
  const { intervalMs, scheduledSinceMs, measuredMs, judgedMs, gapMs } = facts;
  const lastMs = type === "missed" ? measuredMs : judgedMs;
  const dueMs = Math.max(lastMs ?? 0, scheduledSinceMs) + (intervalMs ?? Number.POSITIVE_INFINITY);
  const isOverdue = nowMs - dueMs >= params.minutes * MINUTE_MS;
  const isMissed = type === "no_data" || (gapMs !== null && gapMs > (measuredMs ?? 0));
  const figures = {
    threshold: params.minutes,
    value: Math.max(0, Math.floor((nowMs - dueMs) / MINUTE_MS)),
    locations: [...facts.locations],
    ...(facts.status === "unknown" && facts.statusReason !== null && { status_reason: facts.statusReason }),
    ...(lastMs !== null && { last_result_at: new Date(lastMs).toISOString() }),
  };
  return { holds: facts.status === "maintenance" ? null : isOverdue && isMissed, figures };
}
