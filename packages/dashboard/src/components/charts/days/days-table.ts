import type { UptimeDay } from "@vedette/contract/targets/daily-uptime.ts";
import { missedReasonText } from "../../../missed-text.ts";
import type { CsvTable } from "../download/csv-text.ts";

/** The days of an uptime strip, whose dates are in the time zone of the organization. Pure. */
export function daysTable(days: readonly UptimeDay[]): CsvTable {
  return {
    header: [
      ...["date", "from_utc", "to_utc", "uptime (%)", "observed (%)", "outages", "down (s)", "degraded (s)"],
      ...["maintenance (s)", "without a status (s)", "not measured (s)", "reasons"],
    ],
    rows: days.map((day) => [
      ...[day.date, day.from, day.to, day.uptime_percentage, day.observed_percentage, day.outages],
      ...[day.down_seconds, day.degraded_seconds, day.maintenance_seconds, day.unmeasured_seconds],
      ...[day.missed_seconds, day.missed_reasons.map(missedReasonText).join("; ")],
    ]),
  };
}
