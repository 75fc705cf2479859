import { describeSchedule, spanParts } from "@vedette/contract/heartbeats/schedules/describe-schedule.ts";
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

/** A number of seconds in whole units: "1 day 12 hours". */
export function longSpanText(seconds: number): string {
  const parts = spanParts(seconds);
  return (parts.length === 0 ? [{ count: 0, unit: "second" }] : parts)
    .map(({ count, unit }) =>
      new Intl.NumberFormat(LOCALE, { style: "unit", unit, unitDisplay: "long" }).format(count),
    )
    .join(" ");
}
