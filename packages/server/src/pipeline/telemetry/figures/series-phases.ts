import type { MeasuredSeries } from "./queries.ts";

/** The phases of the newest result in microseconds; all null for a result without phases. Together they are its response time. */
export function phasesOf({ response_us: responseUs, dns_us, connect_us, tls_us, ttfb_us }: MeasuredSeries) {
  const known = [dns_us, connect_us, tls_us, ttfb_us].filter((us) => us !== null);
  const sum = known.reduce((total, us) => total + us, 0);
  const download = responseUs === null || known.length === 0 ? null : Math.max(0, responseUs - sum);
  return { dns: dns_us, connect: connect_us, tls: tls_us, ttfb: ttfb_us, download };
}
