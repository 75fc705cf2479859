import { countText, type Outcome, titleOf } from "../outcome.ts";
import { inertText } from "./inert-text.ts";
import type { Reporter } from "./reporter.ts";

/** One line for each outcome as soon as it is known, and the numbers at the end. */
export const listReporter: Reporter = {
  line(outcome) {
    const { status, target, message, url } = outcome;
    const cells = [
      status.replace("_", " ").padEnd(11),
      target.kind.padEnd(11),
      titleOf(outcome),
      duration(outcome),
    ];
    const details = [message, url].filter((text) => text !== null).map((text) => `\n    ${inertText(text)}`);
    return `${cells.filter(Boolean).map(inertText).join("  ")}${details.join("")}`;
  },
  end: ({ outcomes, durationMs }) => `${countText(outcomes)} in ${(durationMs / 1_000).toFixed(1)} s`,
};

function duration({ duration_ms: ms }: Outcome): string {
  return ms === null ? "" : `${Math.round(ms)} ms`;
}
