import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import type { WaterfallRow } from "../../../components/charts/waterfall/waterfall-rows.ts";
import { timedPhases } from "./phases.ts";

/** A bar for each phase that happened; a phase starts when the one before it ends. Pure. */
export function phaseRows(timings: CheckResult["timings"]): WaterfallRow[] {
  let startMs = 0;
  return timedPhases(timings).map(({ phase, label, color, background, ms }) => {
    const row = { id: phase, label, startMs, durationMs: ms, parts: [{ label, color, background, ms }] };
    startMs += ms;
    return row;
  });
}
