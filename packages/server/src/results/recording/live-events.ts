import type { LiveEvent } from "@vedette/contract/events.ts";
import type { ResultRow } from "../reading/queries.ts";
import { toCheckResult } from "../reading/result-view.ts";
import { answeredUsOf, detailsOf, lateMsOf, STATUS_LETTER, slotUsOf, TRIGGER_LETTER } from "./queries.ts";
import type { FinishedReport, KnownReport, Recorded } from "./record-batch.ts";
import type { StatusChange } from "./target-state.ts";

/**
 * What was stored, as events: every status change, and those results that somebody listens or waits for. The
 * result of a run is told by whoever ends runs.
 */
export function liveEvents(
  { reports, changes }: Recorded,
  isWatched: (orgId: string) => boolean,
): LiveEvent[] {
  const results = reports.filter(
    ({ report, target }) =>
      target.kind === "monitor" && (report.trigger === "manual" || isWatched(target.orgId)),
  );
  return [...results.map(resultEvent), ...changes.map(statusEvent)];
}

function resultEvent({ report, target }: KnownReport): LiveEvent {
  return {
    type: "check.result",
    orgId: target.orgId,
    data: toCheckResult(storedRow(report, target.targetId)),
  };
}

function statusEvent({ orgId, targetId, kind, name, status, previousStatus, atMs }: StatusChange): LiveEvent {
  const data = { name, status, previous_status: previousStatus, at: new Date(atMs).toISOString() };
  if (kind === "monitor") return { type: "monitor.status", orgId, data: { monitor_id: targetId, ...data } };
  if (kind === "journey") return { type: "journey.status", orgId, data: { journey_id: targetId, ...data } };
  return { type: "api_monitor.status", orgId, data: { api_monitor_id: targetId, ...data } };
}

/** The row that was stored, as reading it back would give it. */
function storedRow(report: FinishedReport, targetId: string): ResultRow {
  const { outcome } = report;
  return {
    slot_us: slotUsOf(report),
    series_key: report.seriesKey,
    monitor_id: targetId,
    location: report.location,
    runner: report.runner,
    trigger: TRIGGER_LETTER[report.trigger],
    status: STATUS_LETTER[outcome.status],
    late_ms: lateMsOf(report),
    response_us: answeredUsOf(report),
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
