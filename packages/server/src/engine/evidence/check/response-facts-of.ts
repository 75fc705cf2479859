import { createHash } from "node:crypto";
import type { CheckOutcome } from "@vedette/contract/checks/check-run.ts";
import {
  EVIDENCE_HEADER_VALUE_MAX,
  EVIDENCE_HEADERS_MAX,
} from "@vedette/contract/evidence/evidence-limits.ts";
import type { ResponseFacts } from "@vedette/contract/evidence/response-facts.ts";
import { factText } from "../fact-text.ts";

/** Returns the response that an outcome kept, as evidence. Pure. */
export function responseFactsOf(outcome: CheckOutcome): ResponseFacts {
  const { kept, error, timings, statusCode, ip } = outcome;
  const body = kept?.body ?? null;
  return {
    at: null,
    address: ip,
    status_code: statusCode,
    headers: boundedHeaders(kept?.headers ?? {}),
    body,
    is_body_cut: kept?.isBodyCut ?? false,
    body_sha256: body === null ? null : createHash("sha256").update(body).digest("hex"),
    body_bytes: outcome.bodyBytes,
    ttfb_ms: milliseconds(timings.ttfbUs),
    download_ms: milliseconds(timings.downloadUs),
    error: error && { code: error.code, message: factText(error.message) },
  };
}

export function milliseconds(us: number | null): number | null {
  return us === null ? null : us / 1_000;
}

function boundedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .slice(0, EVIDENCE_HEADERS_MAX)
      .map(([name, value]) => [factText(name, 256), factText(value, EVIDENCE_HEADER_VALUE_MAX)]),
  );
}
