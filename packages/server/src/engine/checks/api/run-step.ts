import { type CheckError, isNotJudged } from "@vedette/contract/checks/check-errors.ts";
import type { AssertionOutcome } from "@vedette/contract/checks/check-run.ts";
import type { RunErrorCode } from "@vedette/contract/runs/run-errors.ts";
import type { ApiStepSpec, ExtractedValue, StepOutcome } from "@vedette/contract/runs/run-job.ts";
import { assertionError } from "../assertion-error.ts";
import { ACTUAL_LENGTH_MAX, type AssertionFacts, evaluateAssertions } from "../assertions/evaluate.ts";
import { factsOf, needsText, statusError } from "../http/evaluate-response.ts";
import type { ResponseHead } from "../http/exchange.ts";
import { type ReadBody, readBody } from "../http/record/read-body.ts";
import type { HttpRequest } from "../http/request-headers.ts";
import type { FetchedResponse } from "../http/visit-url.ts";
import { visitWithAuth } from "../http/visit-with-auth.ts";
import type { RunContext } from "../run-context.ts";
import { NO_FINDINGS } from "../skipped-step.ts";
import { timeoutError } from "../timeout-error.ts";
import { type BuiltStep, buildStep } from "./build-request.ts";
import type { Cookies } from "./cookies.ts";
import { extractsFromText, extractValues } from "./extract-values.ts";
import { addressOf, recordRequest, recordResponse } from "./record-exchange.ts";
import type { RunValues } from "./run-values.ts";
import { type AttemptShow, shownEvaluation } from "./show-text.ts";

/** The state that the steps of one attempt share. */
export type ApiAttempt = {
  ctx: RunContext;
  values: RunValues;
  cookies: Cookies;
  show: AttemptShow;
  timeoutMs: number;
  /** Epoch milliseconds, monotonic during the attempt. */
  nowMs(): number;
  leftMs(): number;
  /** Set after the timeout of the whole attempt: no further step starts. */
  isTimeUp: boolean;
  /** Aborts the running request, called by the attempt's signal. */
  abort: ((reason: unknown) => void) | null;
};

type StepError = { code: RunErrorCode; message: string };

/** Runs one step. The target's behavior is an outcome; rejects for internal errors and by the signal. */
export async function runStep(step: ApiStepSpec, index: number, attempt: ApiAttempt): Promise<StepOutcome> {
  const startedAtMs = attempt.nowMs();
  const found = await sendAndEvaluate(step, attempt);
  return {
    index,
    name: attempt.show(step.name),
    action: "request",
    status: found.error === null ? "passed" : "failed",
    startedAtMs,
    durationMs: attempt.nowMs() - startedAtMs,
    ...found,
    error: found.error && { code: found.error.code, message: attempt.show(found.error.message) },
  };
}

async function sendAndEvaluate(step: ApiStepSpec, attempt: ApiAttempt): Promise<typeof NO_FINDINGS> {
  const { show } = attempt;
  if (attempt.leftMs() <= 0) return { ...NO_FINDINGS, error: runTimeout(attempt) };
  const built = buildStep(step, attempt.values);
  if ("code" in built) return { ...NO_FINDINGS, error: built };
  const wholeText = needsText(step.assertions) || extractsFromText(step.extract);
  const exchange = await visit(step, { ...built, wholeText }, attempt);
  if ("code" in exchange) return { ...NO_FINDINGS, error: exchange };
  const { response, url, sent } = exchange;
  const { head, body } = response;
  const read =
    head && body && (await readBody(body, head, { wholeText, isPartial: response.error !== null }));
  const error = response.error ?? read?.error ?? null;
  const evaluated =
    head && error === null ? evaluateStep(step, { built, response, head, read }, attempt) : null;
  return {
    error: error ?? evaluated?.error ?? null,
    url: show(addressOf(url)),
    request: recordRequest(sent, built.visit.body, show),
    response: head && recordResponse({ ...exchange, head }, read, show),
    assertions: evaluated?.assertions ?? [],
    extracted: evaluated?.extracted ?? [],
  };
}

type Exchange = { response: FetchedResponse; sent: HttpRequest; url: URL; redirects: number };

/**
 * Sends the request of a step, follows redirects, and applies the cookies of the attempt. Resolves to an error if no
 * request was sent, because the step did not get an access token.
 */
function visit(
  step: ApiStepSpec,
  built: BuiltStep & { wholeText: boolean },
  attempt: ApiAttempt,
): Promise<Exchange | StepError> {
  const { promise, resolve, reject } = Promise.withResolvers<Exchange | StepError>();
  const { cookies } = attempt;
  const leftMs = attempt.leftMs();
  let sent: HttpRequest | null = null;
  let last: HttpRequest | null = null;
  let hops = 0;
  const end = visitWithAuth({ ...built.visit, timeoutMs: Math.min(step.timeoutMs, leftMs) }, attempt.ctx, {
    bodyUse: built.wholeText ? "text" : "beginning",
    hops: {
      toSend(request) {
        hops += 1;
        last = request;
        const withCookies = addCookies(request, cookies);
        sent ??= withCookies;
        return withCookies;
      },
      onHead: (request, head) => cookies.take(request.url, head),
      timeoutError(phase) {
        if (step.timeoutMs <= leftMs) return timeoutError(phase, step.timeoutMs);
        attempt.isTimeUp = true;
        return { ...runTimeout(attempt), phase };
      },
    },
    onResponse(response) {
      attempt.abort = null;
      if (sent !== null && last !== null) resolve({ response, sent, url: last.url, redirects: hops - 1 });
      else if (response.error !== null) resolve(response.error);
      else reject(new Error("a step without a request was evaluated"));
    },
    onCredential: (credential) => attempt.show.alsoHide(credential),
    onInternalError: reject,
  });
  attempt.abort = (reason) => {
    end();
    reject(reason);
  };
  return promise;
}

function addCookies(request: HttpRequest, cookies: Cookies): HttpRequest {
  const { headers } = request;
  const ownName = Object.keys(headers).find((name) => name.toLowerCase() === "cookie");
  const own = ownName === undefined ? undefined : headers[ownName];
  const header = cookies.headerFor(request.url, own);
  if (header === null || header === own) return request;
  return { ...request, headers: { ...headers, [ownName ?? "Cookie"]: header } };
}

type Evaluated = { error: StepError | null; assertions: AssertionOutcome[]; extracted: ExtractedValue[] };
type ExchangeResult = {
  built: BuiltStep;
  response: FetchedResponse;
  head: ResponseHead;
  read: ReadBody | null;
};

/** Values are extracted even if an assertion failed, because cleanup steps may need them. */
function evaluateStep(
  step: ApiStepSpec,
  { built, response, head, read }: ExchangeResult,
  attempt: ApiAttempt,
): Evaluated {
  const { show } = attempt;
  const facts = { ...factsOf(response, head, attempt.ctx.clock), bodyText: read?.text ?? null };
  const { clock } = attempt.ctx;
  const evaluation = shownEvaluation(
    evaluateAssertions(built.assertions, facts, { clock, hide: show }),
    show,
  );
  const failed = step.assertions.length === 0 ? statusError(head.statusCode) : assertionError(evaluation);
  const { error, extracted } = extract(step, facts, attempt);
  return { error: selectError(failed, error), assertions: evaluation.outcomes, extracted };
}

/** Selects the one of two errors that describes the target. */
function selectError(failed: StepError | null, error: StepError | null): StepError | null {
  return failed !== null && isNotJudged(failed.code) ? (error ?? failed) : (failed ?? error);
}

function extract(
  step: ApiStepSpec,
  facts: AssertionFacts,
  { values, show, ctx }: ApiAttempt,
): Pick<Evaluated, "error" | "extracted"> {
  const problems: { text: string; code: RunErrorCode }[] = [];
  const extracted: ExtractedValue[] = [];
  for (const each of extractValues(step.extract, facts, ctx.clock)) {
    const { name } = each;
    if ("problem" in each) problems.push({ text: `'${name}': ${each.problem}`, code: each.code });
    else values.take(name, each.value);
    extracted.push({ name, value: "problem" in each ? null : show(each.value, ACTUAL_LENGTH_MAX) });
  }
  // A value that is missing in the response is the target's failure and takes precedence over a costly
  // extraction.
  const first = problems.find(({ code }) => code === "EXTRACTION_FAILED") ?? problems[0];
  if (first === undefined) return { error: null, extracted };
  const others = problems.length === 1 ? "" : ` (and ${problems.length - 1} more failed)`;
  return { error: { code: first.code, message: `no value for ${first.text}${others}` }, extracted };
}

function runTimeout({ timeoutMs }: ApiAttempt): Pick<CheckError, "code" | "message"> {
  return { code: "TIMEOUT", message: `timed out: the run did not end within ${timeoutMs / 1_000} s` };
}
