import { titleOf } from "../outcome.ts";
import type { Reporter } from "./reporter.ts";

/** Workflow commands of GitHub, which annotate the run of the workflow with the targets that did not pass. */
export const githubReporter: Reporter = {
  line(outcome) {
    const { status, message, url } = outcome;
    if (status === "passed" || status === "skipped") return null;
    const text = [message ?? status, url].filter((part) => part !== null).join("\n");
    const level = status === "failed" ? "error" : "warning";
    return `::${level} title=${escapeProperty(`${titleOf(outcome)} ${status.replace("_", " ")}`)}::${escapeData(text)}`;
  },
  end: () => "",
};

/** The escapes that the runner undoes; every other character is a part of the text. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
