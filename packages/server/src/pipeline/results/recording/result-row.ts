import type { ResultRow } from "../reading/queries.ts";
import { detailsOf, lateMsOf, responseUsOf, STATUS_CODE, slotUsOf, TRIGGER_CODE } from "./queries.ts";
import type { FinishedReport } from "./record-batch.ts";

/** Converts a report to a row, equal to the stored row when it is read back. */
export function resultRow(report: FinishedReport, targetId: string): ResultRow {
  const { outcome } = report;
  return {
    slot_us: slotUsOf(report),
    series_key: report.seriesKey,
    monitor_id: targetId,
    location: report.location,
    runner: report.runner,
    trigger: TRIGGER_CODE[report.trigger],
    status: STATUS_CODE[outcome.status],
    late_ms: lateMsOf(report),
    response_us: responseUsOf(report),
    dns_us: outcome.timings.dnsUs,
    connect_us: outcome.timings.connectUs,
    tls_us: outcome.timings.tlsUs,
    ttfb_us: outcome.timings.ttfbUs,
    status_code: outcome.statusCode,
    ip: outcome.ip,
    tls_expires_at: outcome.tls?.expiresAtMs == null ? null : new Date(outcome.tls.expiresAtMs),
    tls_issuer: outcome.tls?.issuer ?? null,
    tls_protocol: outcome.tls?.protocol ?? null,
    body_bytes: outcome.bodyBytes,
    attempts: outcome.attempts,
    details: detailsOf(report),
  };
}
