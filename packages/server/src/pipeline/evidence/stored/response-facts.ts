import { createHash } from "node:crypto";
import {
  EVIDENCE_BODY_MAX,
  EVIDENCE_HEADER_VALUE_MAX,
  EVIDENCE_HEADERS_MAX,
  EVIDENCE_RESPONSE_BYTES_MAX,
  EVIDENCE_TEXT_MAX,
} from "@vedette/contract/evidence/evidence-limits.ts";
import type { ResponseFacts } from "@vedette/contract/evidence/response-facts.ts";
import type { ReceivedResponse } from "@vedette/contract/runs/run-job.ts";
import type { StoredResponseRow, StoredStepRow } from "./queries.ts";

/** Responses as results and runs store them, in the form of facts. Their texts are masked already. */

const HEADER_NAME_MAX = 256;
/** A body is halved until the response fits, at most this often: 70,000 characters become 68. */
const HALVINGS_MAX = 10;

export function ofResult(row: StoredResponseRow): ResponseFacts {
  const error = row.details?.error ?? null;
  return fitted({
    at: row.slot.toISOString(),
    address: row.ip,
    status_code: row.status_code,
    headers: row.headers ?? {},
    body: row.body,
    is_body_cut: row.body_truncated ?? false,
    body_bytes: row.body_bytes,
    ttfb_ms: milliseconds(row.ttfb_us),
    download_ms: milliseconds(downloadUs(row)),
    error: error && { code: error.code, message: error.message },
  });
}

/** Null if the step got no response and did not fail. */
export function ofStep({ details, error, started_at: startedAt }: StoredStepRow): ResponseFacts | null {
  const response: ReceivedResponse | null = details?.response ?? null;
  if (startedAt === null || (response === null && error === null)) return null;
  return fitted({
    at: startedAt.toISOString(),
    address: response?.ip ?? null,
    status_code: response?.statusCode ?? null,
    headers: response?.headers ?? {},
    body: response?.body ?? null,
    is_body_cut: response?.isBodyCut ?? false,
    body_bytes: response?.bodyBytes ?? null,
    ttfb_ms: milliseconds(response?.timings.ttfbUs ?? null),
    download_ms: milliseconds(response?.timings.downloadUs ?? null),
    error: error && { code: error.code, message: error.message },
  });
}

function downloadUs({ response_us: total, ttfb_us: ttfb, ...row }: StoredResponseRow): number | null {
  if (total === null || ttfb === null) return null;
  return Math.max(0, total - (row.dns_us ?? 0) - (row.connect_us ?? 0) - (row.tls_us ?? 0) - ttfb);
}

/** Cuts texts to their limits, and the body until the whole response fits. */
function fitted({
  headers,
  body,
  error,
  is_body_cut: isCut,
  ...rest
}: Omit<ResponseFacts, "body_sha256">): ResponseFacts {
  const kept = body === null ? null : body.slice(0, EVIDENCE_BODY_MAX);
  const facts: ResponseFacts = {
    ...rest,
    headers: Object.fromEntries(
      Object.entries(headers)
        .slice(0, EVIDENCE_HEADERS_MAX)
        .map(([name, value]) => [name.slice(0, HEADER_NAME_MAX), value.slice(0, EVIDENCE_HEADER_VALUE_MAX)]),
    ),
    body: kept,
    is_body_cut: isCut || kept !== body,
    body_sha256: kept === null ? null : createHash("sha256").update(kept).digest("hex"),
    error: error && { code: error.code, message: error.message.slice(0, EVIDENCE_TEXT_MAX) },
  };
  return withSmallerBody(facts, HALVINGS_MAX);
}

function withSmallerBody(facts: ResponseFacts, halvings: number): ResponseFacts {
  if (Buffer.byteLength(JSON.stringify(facts)) <= EVIDENCE_RESPONSE_BYTES_MAX) return facts;
  const { body } = facts;
  if (body === null || halvings === 0) return { ...facts, body: null, is_body_cut: true, headers: {} };
  return withSmallerBody({ ...facts, body: body.slice(0, body.length / 2), is_body_cut: true }, halvings - 1);
}

const milliseconds = (us: number | null): number | null => (us === null ? null : us / 1_000);
