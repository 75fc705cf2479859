/** The filters of the alert list, as stored in the URL. Pure. */

export const ALERT_STATES = ["all", "open", "resolved"] as const;
export const ALERT_PERIODS = [1, 7, 30] as const;

export type AlertFilters = {
  state?: "open" | "resolved";
  rule?: string;
  target?: string;
  /** Opened within the last number of days. */
  days?: (typeof ALERT_PERIODS)[number];
};

/** Reads the filters from the search parameters. Parameters that are not valid are ignored. */
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

/** Returns the query parameters of the filters. `from` is a whole hour, so that the query key changes once an hour. */
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
