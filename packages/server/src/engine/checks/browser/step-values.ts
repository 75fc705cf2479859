import { fillTemplate, templateNames } from "@vedette/contract/variables/template.ts";
import type { RunValues } from "../api/run-values.ts";
import { quote, StepFailure } from "./step-failure.ts";

/** The length of a text of maximum length after its variables are resolved. */
const FILLED_LENGTH_MAX = 262_144;

/** Resolves the variables of a step's text in one pass: a value is never parsed as a reference. */
export function fillText(text: string, values: RunValues): string {
  const filled = fillTemplate(text, values.lookUp, FILLED_LENGTH_MAX);
  if ("text" in filled) return filled.text;
  if ("unknownName" in filled) {
    const { unknownName: name } = filled;
    const message = `there is no variable ${quote(name)}: neither an earlier step nor the organization has it`;
    throw new StepFailure("UNKNOWN_VARIABLE", message);
  }
  throw new StepFailure("INVALID_REQUEST", `a text becomes longer than ${FILLED_LENGTH_MAX} characters`);
}

export function namesSecret(text: string, secretNames: readonly string[]): boolean {
  return templateNames(text).some((name) => secretNames.includes(name));
}
