import { exitCodeOfOutcomes } from "../outcome.ts";
import type { Reporter } from "./reporter.ts";

/** One object with all outcomes. */
export const jsonReporter: Reporter = {
  line: () => null,
  end: ({ outcomes, durationMs }) =>
    JSON.stringify(
      { exit_code: exitCodeOfOutcomes(outcomes), duration_ms: Math.round(durationMs), results: outcomes },
      null,
      2,
    ),
};
