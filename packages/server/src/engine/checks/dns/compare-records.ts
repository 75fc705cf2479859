import type { CheckError } from "@vedette/contract/checks/check-errors.ts";
import type { CheckSpecOf } from "@vedette/contract/checks/check-run.ts";
import { ANSWER_RECORD_LENGTH_MAX } from "@vedette/contract/checks/dns.ts";
import { maskerOf } from "../../../platform/masking/mask.ts";
import { storableText } from "../storable-text.ts";

/** Records of one answer are compared with the accepted ones of the monitor. Pure. */

const LISTED_MAX = 3;
const LISTED_LENGTH_MAX = 100;

/** Returns the records as they are stored and compared: masked and sorted, because servers rotate their order. */
export function comparableRecords(
  values: readonly string[],
  { mask }: Pick<CheckSpecOf<"dns">, "mask">,
): string[] {
  const hide = maskerOf(mask);
  return values.map((value) => storableText(hide(value, ANSWER_RECORD_LENGTH_MAX))).sort();
}

/** Returns an error if the records differ from the accepted ones; null if none are accepted yet. */
export function changeError(
  { host, record, baseline }: Pick<CheckSpecOf<"dns">, "host" | "record" | "baseline">,
  records: readonly string[],
): CheckError | null {
  const accepted = baseline?.records ?? null;
  if (accepted === null) return null;
  const [added, removed] = [without(records, accepted), without(accepted, records)];
  if (added.length === 0 && removed.length === 0) return null;
  const changes = [
    ...(added.length > 0 ? [`added ${listed(added)}`] : []),
    ...(removed.length > 0 ? [`removed ${listed(removed)}`] : []),
  ];
  const message = `the ${record} records of ${host} changed: ${changes.join("; ")}. Accept them if the change is intended`;
  return { code: "RECORDS_CHANGED", message, phase: "assertion" };
}

function without(all: readonly string[], known: readonly string[]): string[] {
  const set = new Set(known);
  return [...new Set(all)].filter((each) => !set.has(each));
}

function listed(records: readonly string[]): string {
  const shown = records.slice(0, LISTED_MAX).map((each) => each.slice(0, LISTED_LENGTH_MAX).toWellFormed());
  const more = records.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}
