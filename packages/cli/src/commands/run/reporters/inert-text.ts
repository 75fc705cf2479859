import { printableLine } from "../../../command-line/printable.ts";

/** Makes a text of a target safe for the log of a pipeline: one line, without commands of GitHub's runner. */
export function inertText(text: string): string {
  // The runner reads `::command::` at the start of a line and `##[command]` at any position.
  return printableLine(text.replaceAll(/\s*\n\s*/g, " "))
    .replaceAll("##[", "# #[")
    .replace(/^\s*::/, ": :");
}
