import type { CheckError } from "@vedette/contract/checks/check-errors.ts";
import { maskerOf } from "../../../../platform/masking/mask.ts";
import { assertionError } from "../../assertion-error.ts";
import { type AssertionValues, evaluateAssertions } from "../../assertions/evaluate.ts";
import type { CheckContext, CheckTry } from "../../check-try.ts";
import { keptFacts } from "../../kept-facts.ts";
import { maskOutcome } from "../../mask-outcome.ts";
import type { ProbeSpec } from "../../probe-model.ts";
import { untilStopped } from "../../until-stopped.ts";
import { factsOf } from "../evaluate-response.ts";
import { httpFingerprint } from "../fingerprint/http-fingerprint.ts";
import { readBody } from "../record/read-body.ts";
import type { FetchedResponse } from "../visit-url.ts";
import { type AuthVisit, visitWithAuth } from "../visit-with-auth.ts";

export type ServiceAnswer = { statusCode: number; text: string };
/** What an answer says about the service. */
export type ServiceVerdict = { error: CheckError | null; values?: AssertionValues };

type ServiceRequest = {
  visit: AuthVisit;
  judge(answer: ServiceAnswer): ServiceVerdict;
};

/** Asks a service over HTTP once. Its answer is text, which `judge` reads; no redirect is followed. */
export function tryService(spec: ProbeSpec, ctx: CheckContext, request: ServiceRequest): Promise<CheckTry> {
  const credentials: string[] = [];
  return untilStopped(ctx.signal, ({ resolve, reject }) =>
    visitWithAuth({ ...request.visit, followRedirects: false }, ctx, {
      bodyUse: "text",
      onCredential: (credential) => credentials.push(credential),
      onResponse(response) {
        const masked = { ...spec, mask: [...(spec.mask ?? []), ...credentials] };
        resolve(
          outcomeOf(masked, ctx, { response, judge: request.judge }).then((found) =>
            maskOutcome(found, masked),
          ),
        );
      },
      onInternalError: reject,
    }),
  );
}

type Response = Pick<ServiceRequest, "judge"> & { response: FetchedResponse };

async function outcomeOf(
  spec: ProbeSpec,
  { clock }: CheckContext,
  { response, judge }: Response,
): Promise<CheckTry> {
  const { error, head, body, ip, tls, timings, responseUs } = response;
  const statusCode = head?.statusCode ?? null;
  const found = {
    responseUs,
    timings,
    statusCode,
    ip,
    tls,
    bodyBytes: body?.wireBytes ?? null,
    assertions: [],
    fingerprint: httpFingerprint(response, { mask: spec.mask }),
  };
  if (error !== null || head === null || body === null) return { ...found, error };
  const read = await readBody(body, head, { wholeText: true, isPartial: false });
  if (read.error !== null) return { ...found, error: read.error };
  const text = read.text ?? "";
  const { error: refused, values = {} } = judge({ statusCode: head.statusCode, text });
  const evaluation = evaluateAssertions(
    spec.assertions,
    { ...factsOf(response, head, clock), bodyText: text, values },
    { clock, hide: maskerOf(spec.mask) },
  );
  const judged = { ...found, assertions: evaluation.outcomes, error: refused ?? assertionError(evaluation) };
  return { ...judged, ...keptFacts(spec, judged, { text, values }) };
}
