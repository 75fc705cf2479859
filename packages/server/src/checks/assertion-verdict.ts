import type { CheckError } from "@vedette/contract/check-errors.ts";
import type { AssertionOutcome } from "@vedette/contract/check-run.ts";

/** Longest value that is quoted in a message, in characters. */
const QUOTE_LENGTH_MAX = 100;

/** What the failed assertions come to: the first is named, with what was expected and what came. */
export function assertionError(outcomes: readonly AssertionOutcome[]): CheckError | null {
  const failed = outcomes.filter((outcome) => !outcome.passed);
  const [first] = failed;
  if (first === undefined) return null;
  const subject = first.property === null ? first.type : `${first.type} ${first.property}`;
  const expected = [subject, first.operator.replaceAll("_", " "), quote(first.value)].filter(Boolean);
  const others = failed.length === 1 ? "" : `; ${failed.length - 1} more failed`;
  const message = `expected ${expected.join(" ")}, got ${quote(first.actual) || "nothing"}${others}`;
  return { code: "ASSERTION_FAILED", message, phase: "assertion" };
}

function quote(value: string | number | boolean | null): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  return JSON.stringify(value.length > QUOTE_LENGTH_MAX ? `${value.slice(0, QUOTE_LENGTH_MAX)}…` : value);
}
