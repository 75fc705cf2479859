/** When a window comes again: between the form and a rule of RFC 5545. Pure. */

export const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const WEEKDAY_LABELS: Record<Weekday, string> = {
  MO: "Monday",
  TU: "Tuesday",
  WE: "Wednesday",
  TH: "Thursday",
  FR: "Friday",
  SA: "Saturday",
  SU: "Sunday",
};

export const PLACES = ["1", "2", "3", "4", "-1"] as const;
export type Place = (typeof PLACES)[number];

export const PLACE_LABELS: Record<Place, string> = {
  "1": "first",
  "2": "second",
  "3": "third",
  "4": "fourth",
  "-1": "last",
};

export type Recurrence = {
  repeats: "once" | "daily" | "weekly" | "monthly" | "own";
  /** Every so many days, weeks or months. */
  interval: string;
  weekdays: readonly Weekday[];
  /** On a day of the month, or on its first, second … Monday. */
  monthBy: "day" | "weekday";
  monthDay: string;
  place: Place;
  placeDay: Weekday;
  /** The last day, or empty for no end. */
  until: string;
  /** A rule that the form has no fields for. */
  own: string;
};

export const ONCE: Recurrence = {
  repeats: "once",
  interval: "1",
  weekdays: ["SU"],
  monthBy: "day",
  monthDay: "1",
  place: "1",
  placeDay: "SU",
  until: "",
  own: "",
};

/** Null for once. */
export function writeRrule(recurrence: Recurrence): string | null {
  const { repeats, interval, until } = recurrence;
  if (repeats === "once") return null;
  if (repeats === "own") return recurrence.own.trim();
  const parts = [`FREQ=${repeats.toUpperCase()}`];
  if (interval.trim() !== "1") parts.push(`INTERVAL=${interval.trim()}`);
  if (repeats === "weekly" && recurrence.weekdays.length > 0) {
    const days = WEEKDAYS.filter((day) => recurrence.weekdays.includes(day));
    parts.push(`BYDAY=${days.join(",")}`);
  }
  if (repeats === "monthly") {
    const { monthBy, monthDay, place, placeDay } = recurrence;
    parts.push(monthBy === "day" ? `BYMONTHDAY=${monthDay.trim()}` : `BYDAY=${place}${placeDay}`);
  }
  // To the end of the day that is named.
  if (until !== "") parts.push(`UNTIL=${until.replaceAll("-", "")}T235959Z`);
  return parts.join(";");
}

/** A rule that the form would write otherwise is kept as it is, as `own`. */
export function readRrule(rrule: string | null): Recurrence {
  if (rrule === null) return ONCE;
  const parts = new Map(rrule.split(";").map((part) => part.split("=") as [string, string]));
  const repeats = (["daily", "weekly", "monthly"] as const).find(
    (each) => each.toUpperCase() === parts.get("FREQ"),
  );
  const days = parts.get("BYDAY") ?? "";
  const [, place, placeDay] = /^(-?\d)([A-Z]{2})$/.exec(days) ?? [];
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(parts.get("UNTIL") ?? "") ?? [];
  const read: Recurrence = {
    ...ONCE,
    repeats: repeats ?? "own",
    interval: parts.get("INTERVAL") ?? "1",
    weekdays: WEEKDAYS.filter((weekday) => days.split(",").includes(weekday)),
    monthBy: place === undefined ? "day" : "weekday",
    monthDay: parts.get("BYMONTHDAY") ?? "1",
    place: PLACES.find((each) => each === place) ?? "1",
    placeDay: WEEKDAYS.find((each) => each === placeDay) ?? "SU",
    until: year === undefined ? "" : `${year}-${month}-${day}`,
  };
  return writeRrule(read) === rrule ? read : { ...ONCE, repeats: "own", own: rrule };
}

/** "Every 2 weeks on Monday and Friday". */
export function recurrenceText(rrule: string | null): string {
  const recurrence = readRrule(rrule);
  const until = recurrence.until === "" ? "" : `, until ${recurrence.until}`;
  switch (recurrence.repeats) {
    case "once":
      return "Once";
    case "own":
      return `By the rule ${recurrence.own}`;
    case "daily":
      return `${every(recurrence.interval, "day")}${until}`;
    case "weekly": {
      const days = recurrence.weekdays.map((day) => WEEKDAY_LABELS[day]);
      const on = days.length === 0 ? "" : ` on ${days.join(", ").replace(/, ([^,]*)$/, " and $1")}`;
      return `${every(recurrence.interval, "week")}${on}${until}`;
    }
    case "monthly": {
      const { monthBy, monthDay, place, placeDay } = recurrence;
      const on =
        monthBy === "day" ? `day ${monthDay}` : `the ${PLACE_LABELS[place]} ${WEEKDAY_LABELS[placeDay]}`;
      return `${every(recurrence.interval, "month")} on ${on}${until}`;
    }
  }
}

function every(interval: string, unit: string): string {
  return interval === "1" ? `Every ${unit}` : `Every ${interval} ${unit}s`;
}
