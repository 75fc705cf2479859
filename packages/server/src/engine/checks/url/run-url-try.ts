import type { HttpCheckSpec } from "@vedette/contract/checks/check-run.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { evaluateResponse, needsText } from "../http/evaluate-response.ts";
import { visitUrl } from "../http/visit-url.ts";
import { untilStopped } from "../until-stopped.ts";

/** Runs one try of a URL. The response is an outcome; a rejection is an internal error. */
export function runUrlTry(spec: HttpCheckSpec, ctx: CheckContext): Promise<CheckTry> {
  return untilStopped(ctx.signal, ({ resolve, reject }) =>
    visitUrl(spec, ctx, {
      bodyUse: needsText(spec.assertions) ? "text" : "none",
      onResponse: (response) => resolve(evaluateResponse(spec, ctx.clock, response)),
      onInternalError: reject,
    }),
  );
}
