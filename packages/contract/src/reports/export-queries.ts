import { z } from "zod";
import { CHECK_STATUSES } from "../checks/check-results.ts";
import { instantSchema, wordsSchema } from "../common/paging.ts";
import { timezoneSchema } from "../common/timezone.ts";
import { INCIDENT_SEVERITIES, INCIDENT_STATES } from "../incidents/incident-limits.ts";
import { selectorQuery } from "../targets/selectors.ts";
import { locationSchema } from "../targets/target-fields.ts";
import { EXPORT_DAYS_MAX } from "./report-limits.ts";

/** The queries of CSV exports. */

const common = (daysMax: number) => ({
  from: instantSchema.optional().meta({ description: "Start; default: a day before `to`" }),
  to: instantSchema.optional().meta({
    description: `End, at most ${daysMax} days after \`from\`; default: now`,
  }),
  time_zone: timezoneSchema.optional().meta({
    description: "IANA name, for the local columns; default: the time zone of the organization",
  }),
  org_id: z.string().optional(),
});

const targets = {
  target_id: z.string().max(64).optional().meta({ description: "Only this target" }),
  selector: selectorQuery.optional(),
};

export const resultExportQuery = z.strictObject({
  ...common(EXPORT_DAYS_MAX.results),
  ...targets,
  location: locationSchema.optional(),
  status: wordsSchema(CHECK_STATUSES).optional(),
});
export type ResultExportQuery = z.output<typeof resultExportQuery>;

export const incidentExportQuery = z.strictObject({
  ...common(EXPORT_DAYS_MAX.incidents),
  state: wordsSchema(INCIDENT_STATES).optional(),
  severity: wordsSchema(INCIDENT_SEVERITIES).optional(),
});
export type IncidentExportQuery = z.output<typeof incidentExportQuery>;

export const uptimeExportQuery = z.strictObject({ ...common(EXPORT_DAYS_MAX.uptime), ...targets });
export type UptimeExportQuery = z.output<typeof uptimeExportQuery>;
