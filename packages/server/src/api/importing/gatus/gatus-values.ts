import { readDuration } from "../building/read-duration.ts";
import { type DocumentObject, textOf } from "../document-value.ts";

/** Values of a Gatus file as Gatus reads them. */

/** YAML of Gatus also takes the words of YAML 1.1 as booleans. */
export function gatusFlag(value: unknown, initial: boolean): boolean {
  if (typeof value === "boolean") return value;
  const text = typeof value === "string" ? value.toLowerCase() : "";
  if (["true", "yes", "on", "y"].includes(text)) return true;
  return ["false", "no", "off", "n"].includes(text) ? false : initial;
}

/** Returns the seconds of a duration within limits. */
export function gatusSeconds(
  value: unknown,
  { name, initial, min, max }: { name: string; initial: number; min: number; max: number },
  reasons: string[],
): number {
  const text = textOf(value);
  const seconds = text === null ? initial : readDuration(text);
  if (seconds === null) {
    reasons.push(`The ${name} is not a duration: ${initial} seconds are used.`);
    return initial;
  }
  const limited = Math.min(Math.max(seconds, min), max);
  if (limited !== seconds) reasons.push(`The ${name} of ${seconds} seconds is set to ${limited}.`);
  return limited;
}

/** Returns a reason for each field that is not among `known`. */
export function unknownFields(value: DocumentObject, known: ReadonlySet<string>): string[] {
  return Object.keys(value)
    .filter((name) => !known.has(name))
    .map((name) => `The field '${name.slice(0, 100)}' has no counterpart.`);
}

/** Returns the key of an endpoint as Gatus has it in its URLs: `group_name` in lower case. */
export function endpointKey(group: string, name: string): string {
  return `${keyPart(group)}_${keyPart(name)}`;
}

export function keyPart(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[/_,.#+&\s]/g, "-");
}
