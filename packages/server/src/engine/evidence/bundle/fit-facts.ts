import {
  EVIDENCE_RESPONSE_BYTES_MAX,
  EVIDENCE_VANTAGE_BYTES_MAX,
} from "@vedette/contract/evidence/evidence-limits.ts";
import type { ResponseFacts } from "@vedette/contract/evidence/response-facts.ts";
import type { CollectedFacts } from "@vedette/contract/evidence/vantage-facts.ts";

/** Keeps facts within their size as JSON by leaving out the parts that a verdict needs least. Pure. */

/** A body, when the complete one does not fit. */
const SHORT_BODY_MAX = 4_096;

type Reduce<Facts> = (facts: Facts) => Facts;

/** In this order, each on what the one before returned. */
const REDUCTIONS: readonly Reduce<CollectedFacts>[] = [
  (facts) => ({ ...facts, addresses: mapResponses(facts, shortBody) }),
  (facts) => ({ ...facts, check: facts.check && { ...facts.check, response: reduced(facts, shortBody) } }),
  (facts) => ({ ...facts, addresses: mapResponses(facts, withoutBody) }),
  (facts) => ({ ...facts, check: facts.check && { ...facts.check, response: reduced(facts, withoutBody) } }),
  (facts) => ({ ...facts, addresses: mapResponses(facts, withoutHeaders) }),
  (facts) => ({ ...facts, path: null, addresses: mapResponses(facts, () => null) }),
  (facts) => ({ ...facts, check: facts.check && { ...facts.check, response: null } }),
  (facts) => ({ ...facts, dns: null, addresses: [] }),
];

/**
 * Returns the facts of a location within `EVIDENCE_VANTAGE_BYTES_MAX`. A body that another response has as well is kept
 * once, at any size.
 */
export function fitCollected(facts: CollectedFacts): CollectedFacts {
  let fitted = withoutRepeatedBodies(facts);
  for (const reduce of REDUCTIONS) {
    if (jsonBytes(fitted) <= EVIDENCE_VANTAGE_BYTES_MAX) return fitted;
    fitted = reduce({ ...fitted, incomplete: [...new Set([...fitted.incomplete, "addresses" as const])] });
  }
  return fitted;
}

/** Returns the last good or the first bad response within `EVIDENCE_RESPONSE_BYTES_MAX`. */
export function fitResponse(response: ResponseFacts): ResponseFacts {
  for (const reduce of [asItIs, shortBody, withoutBody]) {
    const fitted = reduce(response);
    if (jsonBytes(fitted) <= EVIDENCE_RESPONSE_BYTES_MAX) return fitted;
  }
  return withoutHeaders(withoutBody(response));
}

function withoutRepeatedBodies(facts: CollectedFacts): CollectedFacts {
  const seen = new Set<string>();
  const hash = facts.check?.response?.body_sha256;
  if (hash) seen.add(hash);
  const once = (response: ResponseFacts): ResponseFacts => {
    const { body_sha256: own } = response;
    if (own === null) return response;
    if (seen.has(own)) return withoutBody(response);
    seen.add(own);
    return response;
  };
  return { ...facts, addresses: mapResponses(facts, once) };
}

function mapResponses(
  { addresses }: CollectedFacts,
  change: (response: ResponseFacts) => ResponseFacts | null,
): CollectedFacts["addresses"] {
  return addresses.map((each) => ({ ...each, response: each.response && change(each.response) }));
}

function reduced({ check }: CollectedFacts, change: Reduce<ResponseFacts>): ResponseFacts | null {
  return check?.response ? change(check.response) : null;
}

function asItIs(response: ResponseFacts): ResponseFacts {
  return response;
}

function shortBody(response: ResponseFacts): ResponseFacts {
  const { body } = response;
  if (body === null || body.length <= SHORT_BODY_MAX) return response;
  return { ...response, body: body.slice(0, SHORT_BODY_MAX).toWellFormed(), is_body_cut: true };
}

function withoutBody(response: ResponseFacts): ResponseFacts {
  return { ...response, body: null };
}

function withoutHeaders(response: ResponseFacts): ResponseFacts {
  return { ...response, headers: {} };
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
