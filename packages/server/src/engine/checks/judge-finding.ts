import { isNotJudged } from "@vedette/contract/checks/check-errors.ts";
import type { JudgeFinding } from "@vedette/contract/checks/computed/finding.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { assertionError } from "./assertion-error.ts";
import { evaluateAssertions } from "./assertions/evaluate.ts";
import type { CheckTry } from "./check-try.ts";
import { inverted } from "./invert.ts";

/** Evaluates what a computed check found like the response of a target, for the pipeline, which computes it. */
export function createJudge(clock: Pick<Clock, "monotonic">): JudgeFinding {
  return ({ assertions, invert }, { error, isDegraded = false, values = {} }) => {
    // Without an evaluation of the target there is nothing to compare.
    const isJudged = error === null || !isNotJudged(error.code);
    const facts = { ...WITHOUT_RESPONSE, values };
    const evaluation = evaluateAssertions(isJudged ? assertions : [], facts, { clock });
    const tried: CheckTry = {
      ...NOT_MEASURED,
      assertions: evaluation.outcomes,
      error: error ?? assertionError(evaluation),
    };
    const found = invert ? inverted(tried) : tried;
    if (found.error !== null) return { ...found, status: isNotJudged(found.error.code) ? "error" : "down" };
    return { ...found, status: isDegraded && !invert ? "degraded" : "up" };
  };
}

const NOT_MEASURED = {
  responseUs: null,
  timings: { dnsUs: null, connectUs: null, tlsUs: null, ttfbUs: null, downloadUs: null },
  ...{ statusCode: null, ip: null, tls: null, bodyBytes: null },
};

const WITHOUT_RESPONSE = {
  ...{ statusCode: null, responseMs: 0, headers: {}, bodyText: null, sslDaysLeft: null },
  ...{ ip: null, httpVersion: null, redirectUrl: null },
};
