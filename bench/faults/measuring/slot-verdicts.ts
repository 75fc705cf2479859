import process from "node:process";
import type { Verdict } from "../../harness/report.ts";
import type { Outcome } from "../../scale/fault-run.ts";
import { none, within } from "./verdicts.ts";

/** What must hold after each fault under load, in addition to what the fault itself expects. */
export function verdictsOfLoad(
  { silence, slots, unmet }: Outcome,
  { backWithinSeconds }: { backWithinSeconds: number },
): Verdict[] {
  // For the analysis of a fault.
  process.stderr.write(`${JSON.stringify(slots)}\n`);
  return [
    within(`200 monitors: each one that is checked every second is checked again after the fault`, {
      seconds: silence.backAfterMs / 1_000,
      limit: backWithinSeconds,
    }),
    none("slots with two records", slots.doubled),
    none("slots without a record", slots.lost),
    none("failed checks", slots.failedChecks),
    none("alerts, with a rule that opens one after one failure", slots.alerts),
    ...unmet.map((what) => ({ what, goal: "true", measured: "false", isMet: false })),
  ];
}
