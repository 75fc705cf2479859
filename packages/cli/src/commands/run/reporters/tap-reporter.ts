import { printableLine } from "../../../command-line/printable.ts";
import { type Outcome, titleOf } from "../outcome.ts";
import { inertText } from "./inert-text.ts";
import type { Reporter } from "./reporter.ts";

/** TAP 14: a test point for each outcome, with a YAML block of the details. */
export const tapReporter: Reporter = {
  line: () => null,
  end: ({ outcomes }) => ["TAP version 14", `1..${outcomes.length}`, ...outcomes.map(testPoint)].join("\n"),
};

function testPoint(outcome: Outcome, index: number): string {
  const { status, message, target, location, duration_ms: ms, url } = outcome;
  const number = `${index + 1} - ${escapeDescription(titleOf(outcome))}`;
  if (status === "skipped") return `ok ${number} # SKIP ${inertText(message ?? "")}`;
  const details = { status, message, kind: target.kind, id: target.id, location, duration_ms: ms, url };
  // A JSON value is a YAML value, and has no line break.
  const lines = Object.entries(details).flatMap(([name, value]) =>
    value === null ? [] : [`  ${name}: ${JSON.stringify(value)}`],
  );
  return [`${status === "passed" ? "ok" : "not ok"} ${number}`, "  ---", ...lines, "  ..."].join("\n");
}

/** `#` would start a directive. */
function escapeDescription(text: string): string {
  return printableLine(text).replaceAll("\\", "\\\\").replaceAll("#", "\\#");
}
