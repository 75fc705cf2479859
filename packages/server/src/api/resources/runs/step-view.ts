import type { CheckTimings, TlsFacts } from "@vedette/contract/checks/check-run.ts";
import type {
  ReceivedResponse,
  RunKind,
  SentRequest,
  StepOutcome,
  VisualDiff,
} from "@vedette/contract/runs/run-job.ts";
import type { RunStep } from "@vedette/contract/runs/runs.ts";
import type { RunStepRow, StepDetails } from "./queries.ts";

/** Returns the URL of a file by its key, or null if the file is no longer stored. */
export type UrlOf = (key: string) => string | null;

/** Converts a step to the API representation. A journey step includes what its page showed. */
export function toRunStep({ details, ...row }: RunStepRow, page: { urlOf: UrlOf } | null): RunStep {
  const { request, response, assertions, extracted } = details ?? {};
  return {
    ...row,
    started_at: row.started_at?.toISOString() ?? null,
    request: request ? toRequest(request) : null,
    response: response ? toResponse(response) : null,
    assertions: assertions ?? [],
    extracted: extracted ?? [],
    ...(page && toPage(details ?? {}, page.urlOf)),
  };
}

/** Converts a step of an unsaved run. The files of a journey have no URLs. */
export function unsavedStep(step: StepOutcome, kind: RunKind): RunStep {
  const page = kind === "journey" ? { urlOf: () => null } : null;
  const { index, name, action, status, url, error, startedAtMs, durationMs, ...details } = step;
  const row = { index, name, action, status, url, error, attempt: 1, details };
  const startedAt = startedAtMs === null ? null : new Date(startedAtMs);
  const roundedMs = durationMs === null ? null : Math.round(durationMs);
  return toRunStep({ ...row, started_at: startedAt, duration_ms: roundedMs }, page);
}

function toPage({ screenshot, visualDiff, console, failedRequests }: StepDetails, urlOf: UrlOf) {
  return {
    screenshot_url: screenshot === undefined ? null : urlOf(screenshot),
    visual_diff: visualDiff ? toVisualDiff(visualDiff, urlOf) : null,
    console: (console ?? []).map(({ atMs, ...line }) => ({ ...line, at: new Date(atMs).toISOString() })),
    failed_requests: (failedRequests ?? []).map(({ statusCode, ...failed }) => ({
      ...failed,
      status_code: statusCode,
    })),
  };
}

function toVisualDiff(visualDiff: VisualDiff, urlOf: UrlOf) {
  const { label, baseline, actual, diff, percent, thresholdPercent = null } = visualDiff;
  return {
    label,
    baseline_url: urlOf(baseline),
    actual_url: urlOf(actual),
    diff_url: diff && urlOf(diff),
    percent,
    threshold_percent: thresholdPercent,
  };
}

function toRequest({ isBodyCut, ...request }: SentRequest): RunStep["request"] {
  return { ...request, body_truncated: isBodyCut };
}

function toResponse(response: ReceivedResponse): RunStep["response"] {
  const { statusCode, headers, body, isBodyCut, bodyBytes, redirects, ip, tls, timings } = response;
  return {
    status_code: statusCode,
    headers,
    body,
    body_truncated: isBodyCut,
    body_bytes: bodyBytes,
    redirects,
    ip,
    tls: tls && toTls(tls),
    timings: toTimings(timings),
  };
}

function toTls({ expiresAtMs, issuer, protocol }: TlsFacts) {
  return { expires_at: expiresAtMs === null ? null : new Date(expiresAtMs).toISOString(), issuer, protocol };
}

function toTimings({ dnsUs, connectUs, tlsUs, ttfbUs, downloadUs }: CheckTimings) {
  return {
    dns_ms: milliseconds(dnsUs),
    connect_ms: milliseconds(connectUs),
    tls_ms: milliseconds(tlsUs),
    ttfb_ms: milliseconds(ttfbUs),
    download_ms: milliseconds(downloadUs),
  };
}

const milliseconds = (us: number | null): number | null => (us === null ? null : us / 1_000);
