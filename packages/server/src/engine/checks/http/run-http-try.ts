import type { HttpCheckSpec } from "@vedette/contract/checks/check-run.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { untilStopped } from "../until-stopped.ts";
import { evaluateResponse, needsText } from "./evaluate-response.ts";
import { visitUrl } from "./visit-url.ts";

/** One try of a URL: what came is an outcome; a rejection is trouble of our own. */
export function runHttpTry(spec: HttpCheckSpec, ctx: CheckContext): Promise<CheckTry> {
  return untilStopped(ctx.signal, ({ resolve, reject }) =>
    visitUrl(spec, ctx, {
      bodyUse: needsText(spec.assertions) ? "text" : "none",
      onAnswer: (answer) => resolve(evaluateResponse(spec, ctx.clock, answer)),
      onTrouble: reject,
    }),
  );
}
