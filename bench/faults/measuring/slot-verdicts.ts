import process from "node:process";
import type { Verdict } from "../../harness/report.ts";
import type { Outcome } from "../../scale/fault-run.ts";
import { none, within } from "./verdicts.ts";

/** Limits of the time without checks, in seconds. */
export type SilenceLimit =
  /** From the fault to the check that ends the last silence: for a fault that stops checks once. */
  | { backWithinSeconds: number }
  /** Between two checks of a monitor: for a fault of several steps. Each of them may delay checks. */
  | { longestSeconds: number };

/** What must hold after each fault under load, in addition to what the fault itself expects. */
export function verdictsOfLoad({ silence, slots, unmet }: Outcome, limit: SilenceLimit): Verdict[] {
  // For the analysis of a fault.
  process.stderr.write(`${JSON.stringify(slots)}\n`);
  return [
    "backWithinSeconds" in limit
      ? within(`200 monitors: each one that is checked every second is checked again after the fault`, {
          seconds: silence.backAfterMs / 1_000,
          limit: limit.backWithinSeconds,
        })
      : within(`200 monitors: longest time between two checks of one that is checked every second`, {
          seconds: silence.longestMs / 1_000,
          limit: limit.longestSeconds,
        }),
    none("slots with two records", slots.doubled),
    none("slots without a record", slots.lost),
    none("failed checks", slots.failedChecks),
    none("alerts, with a rule that opens one after one failure", slots.alerts),
    ...unmet.map((what) => ({ what, goal: "true", measured: "false", isMet: false })),
  ];
}
