import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Sli, SloWindow } from "@vedette/contract/slos/slo-limits.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";

/** What an SLO measures. */
export type SloDefinition = {
  orgId: OrgId;
  selector: Selector;
  /** A percentage. */
  objective: number;
  window: SloWindow;
  timezone: string;
  sli: Sli;
  /** With the SLI `latency`. */
  latencyMs: number | null;
  excludeMaintenance: boolean;
};

/** What was measured in an interval, in milliseconds or in checks. */
export type Amounts = {
  good: number;
  bad: number;
  missedMs: number;
  maintenanceMs: number;
  unmeasuredMs: number;
  /** Checks that count neither as good nor as bad; 0 with the SLI `time`. */
  otherChecks: number;
};

export const NO_AMOUNTS: Amounts = {
  ...{ good: 0, bad: 0, missedMs: 0, maintenanceMs: 0, unmeasuredMs: 0, otherChecks: 0 },
};

export function addAmounts(one: Amounts, other: Amounts): Amounts {
  return {
    good: one.good + other.good,
    bad: one.bad + other.bad,
    missedMs: one.missedMs + other.missedMs,
    maintenanceMs: one.maintenanceMs + other.maintenanceMs,
    unmeasuredMs: one.unmeasuredMs + other.unmeasuredMs,
    otherChecks: one.otherChecks + other.otherChecks,
  };
}
