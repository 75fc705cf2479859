/** What the address of the list of alerts asks for. Pure. */

export const ALERT_STATES = ["all", "open", "resolved"] as const;
export const ALERT_PERIODS = [1, 7, 30] as const;

export type AlertFilters = {
  state?: "open" | "resolved";
  rule?: string;
  target?: string;
  /** Opened in the last so many days. */
  days?: (typeof ALERT_PERIODS)[number];
};

/** What of an address can be understood; the rest is left out rather than refused. */
export function readAlertFilters(search: Record<string, unknown>): AlertFilters {
  const { state, rule, target } = search;
  const days = ALERT_PERIODS.find((period) => period === Number(search.days));
  return {
    ...((state === "open" || state === "resolved") && { state }),
    ...(typeof rule === "string" && rule !== "" && { rule }),
    ...(typeof target === "string" && target !== "" && { target }),
    ...(days !== undefined && { days }),
  };
}

const HOUR_MS = 3_600_000;

/** The part of the request that the filters make. The beginning is whole hours, so that it keeps for a while. */
export function alertQuery(
  { rule, target, days }: AlertFilters,
  nowMs: number,
): { rule_id?: string; target_id?: string; from?: string } {
  const hour = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  return {
    ...(rule !== undefined && { rule_id: rule }),
    ...(target !== undefined && { target_id: target }),
    ...(days !== undefined && { from: new Date(hour - days * 24 * HOUR_MS).toISOString() }),
  };
}
