import type { SnoozeSpan } from "@vedette/contract/targets/snooze-requests.ts";
import { t } from "../../language/t.ts";

/** The form of a snooze. */
export type SnoozeDraft = {
  length: SnoozeLength;
  /** Local time of the browser, as `<input type="datetime-local">` has it. */
  until: string;
  reason: string;
};

export const SNOOZE_LENGTHS = [
  { value: "30", label: t("30 minutes") },
  { value: "60", label: t("1 hour") },
  { value: "240", label: t("4 hours") },
  { value: "1440", label: t("24 hours") },
  { value: "until", label: t("Until a time") },
  { value: "recovery", label: t("Until it recovers") },
] as const;
type SnoozeLength = (typeof SNOOZE_LENGTHS)[number]["value"];

const HOUR_MS = 3_600_000;

/** A new form; the time starts an hour from now. */
export function emptySnooze(nowMs: number): SnoozeDraft {
  const offsetMs = new Date(nowMs).getTimezoneOffset() * 60_000;
  return {
    length: "60",
    until: new Date(nowMs + HOUR_MS - offsetMs).toISOString().slice(0, "2026-01-31T12:00".length),
    reason: "",
  };
}

/** Returns the request of a form. An invalid time is sent as it is, so that the server reports it. */
export function toSnoozeSpan({ length, until, reason }: SnoozeDraft): SnoozeSpan {
  const said = reason.trim() === "" ? {} : { reason: reason.trim() };
  if (length === "recovery") return { until_recovery: true, ...said };
  if (length !== "until") return { minutes: Number(length), ...said };
  const end = new Date(until);
  return { until: Number.isNaN(end.getTime()) ? until : end.toISOString(), ...said };
}
