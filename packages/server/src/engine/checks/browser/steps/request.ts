import type { StepOf } from "@vedette/contract/journeys/journey-steps.ts";
import type { ApiStepSpec } from "@vedette/contract/runs/run-job.ts";
import { runStep } from "../../api/run-step.ts";
import { readPageCookies } from "../page-cookies.ts";
import type { StepScope, StepYield } from "../step-scope.ts";

/** Runs a step of an API monitor with the cookies of the page and the variables of the journey. */
export async function request(step: StepOf<"request">, scope: StepScope): Promise<StepYield> {
  const cookies = await readPageCookies(scope.newestPage().context());
  const { ctx, values, show } = scope;
  const attempt: Parameters<typeof runStep>[2] = {
    ctx,
    values,
    cookies,
    show,
    timeoutMs: scope.timeoutMs,
    nowMs: () => ctx.clock.now(),
    leftMs: scope.leftMs,
    isTimeUp: false,
    abort: null,
  };
  const abort = () => attempt.abort?.(scope.signal.reason);
  scope.signal.addEventListener("abort", abort, { once: true });
  try {
    const url = scope.baseUrl === null ? step.url : scope.resolveUrl(scope.fill(step.url));
    const spec = { ...specOf(step), url };
    const found = await runStep(spec, scope.index, attempt);
    const { error, request: sent, response, assertions, extracted } = found;
    return { error, url: found.url, request: sent, response, assertions, extracted };
  } finally {
    scope.signal.removeEventListener("abort", abort);
    await cookies.giveBack();
  }
}

function specOf(step: StepOf<"request">): ApiStepSpec {
  return {
    name: step.name,
    method: step.method,
    url: step.url,
    headers: step.headers,
    query: step.query,
    body: step.body,
    auth: step.auth,
    timeoutMs: step.timeout_ms,
    followRedirects: step.follow_redirects,
    verifyTls: step.verify_tls,
    assertions: step.assertions,
    extract: step.extract,
    continueOnFailure: step.continue_on_failure,
    alwaysRun: step.always_run,
  };
}
