import { describeSchedule } from "@vedette/contract/heartbeats/schedules/describe-schedule.ts";
import {
  expressionLines,
  type HeartbeatSchedule,
} from "@vedette/contract/heartbeats/schedules/schedule-types.ts";
import { LANGUAGE, LOCALE } from "../../language/language.ts";
import { t } from "../../language/t.ts";

/** A schedule as a sentence without a period. The contract describes cron expressions in English only. */
export function heartbeatScheduleText(schedule: HeartbeatSchedule): string {
  if (LANGUAGE === "en") return describeSchedule(schedule);
  switch (schedule.type) {
    case "period":
      return t("Every {span}", { span: longSpanText(schedule.seconds) });
    case "cron":
      return t("At the times of {expression}, {timezone}", {
        expression: expressionLines(schedule.expression).join("; "),
        timezone: schedule.timezone,
      });
    case "oncalendar":
      return t("At the times of {expression}", {
        expression: expressionLines(schedule.expression).join("; "),
      });
  }
}

const UNITS = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
  [1, "second"],
] as const;

/** A number of seconds in whole units: "1 day 12 hours". */
export function longSpanText(seconds: number): string {
  const parts: string[] = [];
  let rest = seconds;
  for (const [size, unit] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 || (unit === "second" && parts.length === 0))
      parts.push(new Intl.NumberFormat(LOCALE, { style: "unit", unit, unitDisplay: "long" }).format(count));
  }
  return parts.join(" ");
}
