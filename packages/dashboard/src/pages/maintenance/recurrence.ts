import { t } from "../../language/t.ts";
import { listText } from "../escalation-policies/policy-text.ts";

/** Converts a recurrence between the form and an RFC 5545 rule. Pure. */

export const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const WEEKDAY_LABELS: Record<Weekday, string> = {
  MO: t("Monday"),
  TU: t("Tuesday"),
  WE: t("Wednesday"),
  TH: t("Thursday"),
  FR: t("Friday"),
  SA: t("Saturday"),
  SU: t("Sunday"),
};

export const ORDINALS = ["1", "2", "3", "4", "-1"] as const;
export type Ordinal = (typeof ORDINALS)[number];

export const ORDINAL_LABELS: Record<Ordinal, string> = {
  "1": t("First"),
  "2": t("Second"),
  "3": t("Third"),
  "4": t("Fourth"),
  "-1": t("Last"),
};

export type Recurrence = {
  repeats: "once" | "daily" | "weekly" | "monthly" | "custom";
  /** The number of days, weeks or months between two occurrences. */
  interval: string;
  weekdays: readonly Weekday[];
  /** A day of the month, or a weekday such as the second Monday. */
  monthBy: "day" | "weekday";
  monthDay: string;
  ordinal: Ordinal;
  ordinalDay: Weekday;
  /** The last day, or empty for no end date. */
  until: string;
  /** A rule that the form has no fields for. */
  custom: string;
};

export const ONCE: Recurrence = {
  repeats: "once",
  interval: "1",
  weekdays: ["SU"],
  monthBy: "day",
  monthDay: "1",
  ordinal: "1",
  ordinalDay: "SU",
  until: "",
  custom: "",
};

/** Returns the rule, or null if the window happens once. */
export function writeRrule(recurrence: Recurrence): string | null {
  const { repeats, interval, until } = recurrence;
  if (repeats === "once") return null;
  if (repeats === "custom") return recurrence.custom.trim();
  const parts = [`FREQ=${repeats.toUpperCase()}`];
  if (interval.trim() !== "1") parts.push(`INTERVAL=${interval.trim()}`);
  if (repeats === "weekly" && recurrence.weekdays.length > 0) {
    const days = WEEKDAYS.filter((day) => recurrence.weekdays.includes(day));
    parts.push(`BYDAY=${days.join(",")}`);
  }
  if (repeats === "monthly") {
    const { monthBy, monthDay, ordinal, ordinalDay } = recurrence;
    parts.push(monthBy === "day" ? `BYMONTHDAY=${monthDay.trim()}` : `BYDAY=${ordinal}${ordinalDay}`);
  }
  // Until the end of that day.
  if (until !== "") parts.push(`UNTIL=${until.replaceAll("-", "")}T235959Z`);
  return parts.join(";");
}

/** Reads a rule. A rule that the form would write differently is kept unchanged as `custom`. */
export function readRrule(rrule: string | null): Recurrence {
  if (rrule === null) return ONCE;
  const parts = new Map(rrule.split(";").map((part) => part.split("=") as [string, string]));
  const repeats = (["daily", "weekly", "monthly"] as const).find(
    (frequency) => frequency.toUpperCase() === parts.get("FREQ"),
  );
  const days = parts.get("BYDAY") ?? "";
  const [, ordinal, ordinalDay] = /^(-?\d)([A-Z]{2})$/.exec(days) ?? [];
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(parts.get("UNTIL") ?? "") ?? [];
  const parsed: Recurrence = {
    ...ONCE,
    repeats: repeats ?? "custom",
    interval: parts.get("INTERVAL") ?? "1",
    weekdays: WEEKDAYS.filter((weekday) => days.split(",").includes(weekday)),
    monthBy: ordinal === undefined ? "day" : "weekday",
    monthDay: parts.get("BYMONTHDAY") ?? "1",
    ordinal: ORDINALS.find((value) => value === ordinal) ?? "1",
    ordinalDay: WEEKDAYS.find((value) => value === ordinalDay) ?? "SU",
    until: year === undefined ? "" : `${year}-${month}-${day}`,
  };
  return writeRrule(parsed) === rrule ? parsed : { ...ONCE, repeats: "custom", custom: rrule };
}

/** Describes the recurrence: "Every 2 weeks on Monday and Friday". */
export function recurrenceText(rrule: string | null): string {
  const recurrence = readRrule(rrule);
  switch (recurrence.repeats) {
    case "once":
      return t("Once");
    case "custom":
      return t("Custom rule {custom}", { custom: recurrence.custom });
    default:
      return recurrence.until === ""
        ? repetitionText(recurrence)
        : t("{repetition}, until {until}", {
            repetition: repetitionText(recurrence),
            until: recurrence.until,
          });
  }
}

function repetitionText({ repeats, interval, weekdays, ...month }: Recurrence): string {
  if (repeats === "daily")
    return interval === "1" ? t("Every day") : t("Every {interval} days", { interval });
  if (repeats === "weekly") {
    const every = interval === "1" ? t("Every week") : t("Every {interval} weeks", { interval });
    const days = listText(weekdays.map((day) => WEEKDAY_LABELS[day]));
    return days === "" ? every : t("{every} on {days}", { every, days });
  }
  const { monthBy, monthDay, ordinal, ordinalDay } = month;
  const every = interval === "1" ? t("Every month") : t("Every {interval} months", { interval });
  return monthBy === "day"
    ? t("{every} on day {monthDay}", { every, monthDay })
    : ON_ORDINAL[ordinal]({ every, day: WEEKDAY_LABELS[ordinalDay] });
}

type MonthlyText = (values: { every: string; day: string }) => string;

const ON_ORDINAL: Record<Ordinal, MonthlyText> = {
  "1": (values) => t("{every} on the first {day}", values),
  "2": (values) => t("{every} on the second {day}", values),
  "3": (values) => t("{every} on the third {day}", values),
  "4": (values) => t("{every} on the fourth {day}", values),
  "-1": (values) => t("{every} on the last {day}", values),
};
