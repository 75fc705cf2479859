import type { CalendarDay } from "../../results/history/calendar-days.ts";
import { type KnownTime, knownTimes, type SpanSum } from "../../results/history/daily-uptime.ts";
import { uptimeRange } from "../../results/observed/uptime-range.ts";
import type { Availability } from "./report-content.ts";

/** Availability from spans of status that were added up: the figures of the dashboard and of SLOs. Pure. */

type Sums = { sums: readonly SpanSum[]; missed: readonly SpanSum[] };

export function availabilityOf(
  sums: Sums,
  { range, excludesMaintenance }: { range: CalendarDay; excludesMaintenance: boolean },
): Availability {
  const [known] = knownTimes(sums, [range]);
  const outages = sums.sums.reduce((count, { status, spans }) => count + (status === "down" ? spans : 0), 0);
  return toAvailability(known ?? NOTHING, { outages, excludesMaintenance });
}

const NOTHING: KnownTime = { upMs: 0, downMs: 0, missedMs: 0, maintenanceMs: 0, unmeasuredMs: 0 };

function toAvailability(
  { upMs, downMs: observedDownMs, missedMs, maintenanceMs, unmeasuredMs }: KnownTime,
  { outages, excludesMaintenance }: { outages: number; excludesMaintenance: boolean },
): Availability {
  const downMs = observedDownMs + (excludesMaintenance ? 0 : maintenanceMs);
  return {
    ...uptimeRange({ upMs, downMs, missedMs }),
    ...{ downMs, missedMs, maintenanceMs, unmeasuredMs, outages },
  };
}
