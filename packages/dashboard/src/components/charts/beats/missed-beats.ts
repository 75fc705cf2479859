import type { MissedChecks } from "@vedette/contract/targets/observed/missed-checks.ts";
import { missedReasonText } from "../../../missed-text.ts";
import type { Beat } from "./heartbeat-bars.tsx";

/** Bars of checks that did not take place, between those of checks that did. Pure. */

/** More bars are not shown. */
const BEATS_MAX = 100;

/** Adds missed checks since the oldest beat, or all without one. `beats` are oldest first. */
export function withMissedBeats(beats: readonly Beat[], missed: readonly MissedChecks[]): Beat[] {
  const sinceMs = beats[0] ? Date.parse(beats[0].at) : Number.NEGATIVE_INFINITY;
  const added = missed.flatMap(missedBeats).filter(({ at }) => Date.parse(at) >= sinceMs);
  if (added.length === 0) return [...beats];
  return [...beats, ...added].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

/** The newest checks of a gap, which are evenly spaced. */
function missedBeats({ location, from, to, checks, reason }: MissedChecks): Beat[] {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  const stepMs = (toMs - fromMs) / checks;
  const first = Math.max(0, checks - BEATS_MAX);
  return Array.from({ length: checks - first }, (_, index) => {
    const at = new Date(fromMs + (first + index) * stepMs).toISOString();
    return {
      id: `missed ${location} ${at}`,
      status: "missed",
      at,
      detail: `${missedReasonText(reason)} (${location})`,
    };
  });
}
