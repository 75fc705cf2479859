import type { ChangeField } from "@vedette/contract/changes/change-fields.ts";
import type { CheckOutcome } from "@vedette/contract/checks/check-run.ts";

/** The values of a field that one check saw; several only for addresses. */
export type SeenValues = { field: ChangeField; values: readonly string[] };

/** A size stands for a body whose keys are not known. */
const SIZE = /^(\d+) bytes$/;
const EMPTY = "none";

/** What a check saw of the servers behind a target; fields that it could not see are left out. */
export function seenValues(outcome: CheckOutcome): SeenValues[] {
  const seen: SeenValues[] = [];
  everySeen(outcome, (field, values) => {
    seen.push({ field, values: typeof values === "string" ? [values] : values });
    return true;
  });
  return seen;
}

/** Whether a condition holds for the values of each field that a check saw. Asked for every check, so it creates no lists. */
export function everySeen(
  outcome: CheckOutcome,
  holds: (field: ChangeField, values: string | readonly string[]) => boolean,
): boolean {
  const { fingerprint, ip, tls } = outcome;
  const addresses = fingerprint?.addresses;
  const holdsFor = (field: ChangeField, value: string | null | undefined) =>
    value === null || value === undefined || holds(field, value === "" ? EMPTY : value);
  return (
    (addresses !== undefined && addresses.length > 0
      ? holds("address", addresses)
      : holdsFor("address", ip)) &&
    holdsFor("certificate", tls?.fingerprint) &&
    holdsFor("issuer", tls?.issuer) &&
    holdsFor("headers", fingerprint?.headers) &&
    holdsFor("redirects", fingerprint?.redirects) &&
    holdsFor("body", bodyOf(outcome)) &&
    holdsFor("http_version", fingerprint?.httpVersion) &&
    holdsFor("tls_version", tls?.protocol)
  );
}

function bodyOf({ fingerprint, bodyBytes, error }: CheckOutcome): string | null {
  if (fingerprint?.bodyKeys !== undefined) return fingerprint.bodyKeys;
  // Without headers there was no response, or an error page; a body that broke off has any size.
  if (fingerprint?.headers === undefined || bodyBytes === null) return null;
  if (error !== null && error.phase !== "assertion") return null;
  return `${bodyBytes} bytes`;
}

/** A smaller difference is no change: pages contain dates, tokens and counts. */
const SIZE_FACTOR = 2;
const SIZE_BYTES = 1_024;

/** The value among `known` that counts as the same, or the value itself. */
export function sameValue(value: string, known: readonly string[]): string {
  const bytes = sizeOf(value);
  if (bytes === null || known.includes(value)) return value;
  return known.find((each) => isSimilar(bytes, sizeOf(each))) ?? value;
}

function isSimilar(bytes: number, other: number | null): boolean {
  if (other === null || (bytes === 0) !== (other === 0)) return false;
  const [less, more] = [Math.min(bytes, other), Math.max(bytes, other)];
  return more - less <= SIZE_BYTES || more <= less * SIZE_FACTOR;
}

function sizeOf(value: string): number | null {
  const digits = SIZE.exec(value)?.[1];
  return digits === undefined ? null : Number(digits);
}
