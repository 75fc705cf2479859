import type { Assertion } from "@vedette/contract/assertions/assertions.ts";
import type { CheckError } from "@vedette/contract/checks/check-errors.ts";
import type { HttpCheckSpec } from "@vedette/contract/checks/check-run.ts";
import type { StatusRange } from "@vedette/contract/checks/http-options.ts";
import type { JsonValue } from "@vedette/contract/json-path/json-path-model.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { maskerOf } from "../../../platform/masking/mask.ts";
import { assertionError } from "../assertion-error.ts";
import { type AssertionFacts, evaluateAssertions } from "../assertions/evaluate.ts";
import type { CheckTry } from "../check-try.ts";
import type { BodyReader } from "./body-reader.ts";
import { bodyText, decodeBody } from "./decode-body.ts";
import type { ResponseHead } from "./exchange.ts";
import { httpFingerprint } from "./fingerprint/http-fingerprint.ts";
import type { FetchedResponse } from "./visit-url.ts";

const DAY_MS = 86_400_000;

/** Returns whether assertions need the text of a body. */
export function needsText(assertions: readonly Assertion[]): boolean {
  return assertions.some(({ type }) => type === "body" || type === "json_path" || type === "json_schema");
}

/**
 * Evaluates a response as the result of a try. Synchronous unless an assertion needs the text of the body.
 */
export function evaluateResponse(
  spec: HttpCheckSpec,
  clock: Clock,
  response: FetchedResponse,
): CheckTry | Promise<CheckTry> {
  const { error, head, body } = response;
  const { mask } = spec;
  if (error !== null || head === null) return found(response, { error, mask });
  if (spec.assertions.length === 0)
    return found(response, { error: statusError(head.statusCode, spec.acceptStatuses), mask });
  if (body === null || !needsText(spec.assertions))
    return evaluateFacts(spec, response, { facts: factsOf(response, head, clock), clock });
  return evaluateText(spec, response, { facts: factsOf(response, head, clock), clock, body });
}

async function evaluateText(
  spec: HttpCheckSpec,
  response: FetchedResponse,
  { body, facts, clock }: EvaluationContext & { body: BodyReader },
): Promise<CheckTry> {
  const decoded = await decodeBody(body.kept(), headerText(facts.headers["content-encoding"]));
  if ("code" in decoded) return found(response, { error: decoded, mask: spec.mask });
  facts.bodyText = bodyText(decoded, headerText(facts.headers["content-type"]));
  return { ...evaluateFacts(spec, response, { facts, clock }), bodyBytes: decoded.length };
}

type EvaluationContext = { facts: AssertionFacts; clock: Clock };

function evaluateFacts(
  spec: HttpCheckSpec,
  response: FetchedResponse,
  { facts, clock }: EvaluationContext,
): CheckTry {
  const evaluation = evaluateAssertions(spec.assertions, facts, { clock, hide: maskerOf(spec.mask) });
  const { acceptStatuses, mask } = spec;
  const error = acceptStatuses && statusError(facts.statusCode ?? 0, acceptStatuses);
  return {
    ...found(response, { error: error ?? assertionError(evaluation), mask, document: evaluation.document }),
    assertions: evaluation.outcomes,
  };
}

type Found = {
  error: CheckError | null;
  mask: readonly string[] | undefined;
  document?: JsonValue | undefined;
};

function found(response: FetchedResponse, { error, ...shown }: Found): CheckTry {
  const { ip, tls, timings, responseUs, head, body } = response;
  return {
    responseUs,
    timings,
    statusCode: head?.statusCode ?? null,
    ip,
    tls,
    bodyBytes: body?.wireBytes ?? null,
    assertions: [],
    error,
    fingerprint: httpFingerprint(response, shown),
  };
}

/** Returns the facts for assertions, without a text. */
export function factsOf(
  { responseUs, tls, ip, redirectUrl }: Pick<FetchedResponse, "responseUs" | "tls" | "ip" | "redirectUrl">,
  head: ResponseHead,
  clock: Clock,
): AssertionFacts {
  const expiresAtMs = tls?.expiresAtMs ?? null;
  return {
    statusCode: head.statusCode,
    responseMs: (responseUs ?? 0) / 1_000,
    headers: head.headers,
    bodyText: null,
    ip,
    httpVersion: head.httpVersion,
    redirectUrl,
    sslDaysLeft: expiresAtMs === null ? null : Math.floor((expiresAtMs - clock.now()) / DAY_MS),
  };
}

/** The default without assertions. */
const SUCCESS_OR_REDIRECT: readonly StatusRange[] = [[200, 399]];

/** Returns an error if the status is in none of the ranges. */
export function statusError(statusCode: number, accepted = SUCCESS_OR_REDIRECT): CheckError | null {
  if (accepted.some(([from, to]) => statusCode >= from && statusCode <= to)) return null;
  const ranges = accepted.map(([from, to]) => (from === to ? String(from) : `${from} to ${to}`));
  const message = `expected a status from ${ranges.join(", ")}, got ${statusCode}`;
  return { code: "ASSERTION_FAILED", message, phase: "assertion" };
}

/** Joins repeated headers into one text. */
export function headerText(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(", ") : header;
}
