import {
  INCIDENT_SEVERITIES,
  type IncidentSeverity,
  type IncidentState,
} from "@vedette/contract/incidents/incident-limits.ts";

/** The filters of the list of incidents, as stored in the URL. Pure. */

export const STATE_FILTERS = ["unresolved", "open", "acknowledged", "mitigated", "resolved"] as const;
export const INCIDENT_PERIODS = [1, 7, 30, 90] as const;

export type IncidentFilters = {
  /** Without it: any state. */
  state?: (typeof STATE_FILTERS)[number];
  severity?: IncidentSeverity;
  /** ID of a member, or `none`. */
  lead?: string;
  /** Opened within the last number of days. */
  days?: (typeof INCIDENT_PERIODS)[number];
};

/** Reads the filters from the search parameters. Parameters that are not valid are ignored. */
export function readIncidentFilters(search: Record<string, unknown>): IncidentFilters {
  const state = STATE_FILTERS.find((one) => one === search.state);
  const severity = INCIDENT_SEVERITIES.find((one) => one === search.severity);
  const days = INCIDENT_PERIODS.find((period) => period === Number(search.days));
  const { lead } = search;
  return {
    ...(state !== undefined && { state }),
    ...(severity !== undefined && { severity }),
    ...(typeof lead === "string" && lead !== "" && { lead }),
    ...(days !== undefined && { days }),
  };
}

const UNRESOLVED: readonly IncidentState[] = ["open", "acknowledged", "mitigated"];
const HOUR_MS = 3_600_000;

/** Returns the query parameters. `from` is a whole hour, so that the query key changes once an hour. */
export function incidentQuery({ state, severity, lead, days }: IncidentFilters, nowMs: number) {
  const hour = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  return {
    ...(state !== undefined && { state: state === "unresolved" ? UNRESOLVED.join(",") : state }),
    ...(severity !== undefined && { severity }),
    ...(lead !== undefined && { lead_id: lead }),
    ...(days !== undefined && { from: new Date(hour - days * 24 * HOUR_MS).toISOString() }),
  };
}
