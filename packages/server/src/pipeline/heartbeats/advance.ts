import type { AdvancedHeartbeat, AdvanceInput } from "./advance-types.ts";
import { HeartbeatEvaluation } from "./evaluation.ts";
import type { HeartbeatProgress } from "./progress.ts";

/**
 * Decides what pings and the passing of time mean for a heartbeat. Pure: takes what is known and returns what is known
 * afterwards, with results and gaps to store. Each expected ping is a slot, and each slot ends as exactly one result or
 * in exactly one gap. A ping between slots has a result only if it changes the verdict or has metrics, which rules evaluate.
 */

/** Evaluates pings in the order in which they were received, and then the deadlines up to the horizon. */
export function advanceHeartbeat(progress: HeartbeatProgress, input: AdvanceInput): AdvancedHeartbeat {
  const evaluation = new HeartbeatEvaluation(progress, input);
  for (const ping of input.pings) {
    const untilMs = Math.min(ping.receivedMs, input.horizonMs ?? Number.NEGATIVE_INFINITY);
    if (!evaluation.passDeadlines(untilMs)) return evaluation.end(false);
    // An earlier ping that is not stored yet may meet that deadline.
    if (evaluation.nextDeadlineMs() < ping.receivedMs) return evaluation.end(true);
    evaluation.apply(ping);
  }
  const isDone = input.horizonMs === null || evaluation.passDeadlines(input.horizonMs);
  return evaluation.end(isDone);
}
