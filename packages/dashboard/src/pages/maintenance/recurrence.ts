import { t } from "../../language/t.ts";

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
  const until = recurrence.until === "" ? "" : t(", until {until}", { until: recurrence.until });
  switch (recurrence.repeats) {
    case "once":
      return t("Once");
    case "custom":
      return t("Custom rule {custom}", { custom: recurrence.custom });
    case "daily":
      return `${every(recurrence.interval, "day")}${until}`;
    case "weekly": {
      const days = recurrence.weekdays.map((day) => WEEKDAY_LABELS[day]);
      const on =
        days.length === 0
          ? ""
          : t(" on {replace}", { replace: days.join(", ").replace(/, ([^,]*)$/, " and $1") });
      return `${every(recurrence.interval, "week")}${on}${until}`;
    }
    case "monthly": {
      const { monthBy, monthDay, ordinal, ordinalDay } = recurrence;
      const on =
        monthBy === "day"
          ? t("day {monthDay}", { monthDay })
          : t("the {ordinal} {ordinalDay}", {
              ordinal: ORDINAL_LABELS[ordinal].toLowerCase(),
              ordinalDay: WEEKDAY_LABELS[ordinalDay],
            });
      return t("{every} on {on}{until}", { every: every(recurrence.interval, "month"), on, until });
    }
  }
}

function every(interval: string, unit: string): string {
  return interval === "1" ? t("Every {unit}", { unit }) : t("Every {interval} {unit}s", { interval, unit });
}
