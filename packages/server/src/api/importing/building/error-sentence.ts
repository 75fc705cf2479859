import type { CodePath } from "@vedette/contract/code/code-resources.ts";
import { withoutControls } from "./clean-texts.ts";

const LENGTH_MAX = 300;

/** Returns an error of a field as a reason: "The field 'url' must be an absolute URL." */
export function errorSentence(path: CodePath, message: string): string {
  const field = path.map(String).join(".");
  const text = withoutControls(field === "" ? message : `The field '${field}' ${message}`);
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  if (sentence.length > LENGTH_MAX) return `${sentence.slice(0, LENGTH_MAX)}…`;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
