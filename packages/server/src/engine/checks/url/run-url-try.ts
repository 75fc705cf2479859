import type { HttpCheckSpec } from "@vedette/contract/checks/check-run.ts";
import { newTraceId, traceparentOf, tracestateOf } from "../../../platform/kernel/trace-context.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import type { BodyUse } from "../http/body-reader.ts";
import { evaluateResponse, needsText } from "../http/evaluate-response.ts";
import { withKeptResponse } from "../http/record/kept-response.ts";
import type { FetchedResponse } from "../http/visit-url.ts";
import { visitWithAuth } from "../http/visit-with-auth.ts";
import { maskOutcome } from "../mask-outcome.ts";
import { untilStopped } from "../until-stopped.ts";

/** Runs one try of a URL. The response is an outcome; a rejection is an internal error. */
export function runUrlTry(spec: HttpCheckSpec, ctx: CheckContext): Promise<CheckTry> {
  const traceId = spec.traceparent && !hasTraceparent(spec) ? newTraceId() : null;
  if (traceId === null) return visit(spec, ctx);
  const tracing = { traceparent: traceparentOf(traceId), tracestate: tracestateOf(traceId) };
  const headers = { ...withoutTracestate(spec.headers), ...tracing };
  return visit({ ...spec, headers }, ctx).then((found) => ({ ...found, traceId }));
}

function hasTraceparent({ headers }: HttpCheckSpec): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === "traceparent");
}

/** That of another trace does not belong to ours. */
function withoutTracestate(headers: HttpCheckSpec["headers"]): HttpCheckSpec["headers"] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== "tracestate"));
}

function visit(spec: HttpCheckSpec, ctx: CheckContext): Promise<CheckTry> {
  const credentials: string[] = [];
  return untilStopped(ctx.signal, ({ resolve, reject }) =>
    visitWithAuth(spec, ctx, {
      bodyUse: bodyUseOf(spec),
      onCredential: (credential) => credentials.push(credential),
      onResponse: (response) => resolve(evaluate(spec, { credentials, response }, ctx)),
      onInternalError: reject,
    }),
  );
}

/** Credentials of a visit are masked here, because the runner that masks the secrets of a spec does not know them. */
function evaluate(
  spec: HttpCheckSpec,
  { credentials, response }: { credentials: readonly string[]; response: FetchedResponse },
  { clock }: CheckContext,
): CheckTry | Promise<CheckTry> {
  const hasNone = credentials.length === 0;
  if (hasNone && spec.keepBody === undefined) return evaluateResponse(spec, clock, response);
  const mask = hasNone ? spec.mask : [...(spec.mask ?? []), ...credentials];
  const masked = mask ? { ...spec, mask } : spec;
  return Promise.resolve(evaluateResponse(masked, clock, response))
    .then((found) => withKeptResponse(masked, response, found))
    .then((found) => (hasNone ? found : maskOutcome(found, masked)));
}

function bodyUseOf({ assertions, keepBody }: HttpCheckSpec): BodyUse {
  if (needsText(assertions)) return "text";
  return keepBody === undefined ? "none" : "beginning";
}
