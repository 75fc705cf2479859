import { z } from "zod";
import { timezoneSchema } from "../common/timezone.ts";
import { occurrencesOf } from "./schedules/occurrences.ts";
import {
  EXPRESSION_LENGTH_MAX,
  EXPRESSION_LINES_MAX,
  expressionLines,
  type HeartbeatSchedule,
  PERIOD_SECONDS_MAX,
  PERIOD_SECONDS_MIN,
  ScheduleError,
} from "./schedules/schedule-types.ts";

const expression = z
  .string()
  .trim()
  .min(1, "is required")
  .max(EXPRESSION_LENGTH_MAX)
  .refine((text) => expressionLines(text).length <= EXPRESSION_LINES_MAX, {
    message: `must be at most ${EXPRESSION_LINES_MAX} lines`,
    abort: true,
  });

/** Reports an expression that cannot be evaluated at its field. */
const isEvaluable = z.check<Exclude<HeartbeatSchedule, { type: "period" }>>(({ value, issues }) => {
  try {
    occurrencesOf(value);
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error;
    issues.push({ code: "custom", path: ["expression"], message: error.message, input: value });
  }
});

export const heartbeatScheduleSchema = z
  .discriminatedUnion("type", [
    z
      .strictObject({
        type: z.literal("period"),
        seconds: z.number().int().min(PERIOD_SECONDS_MIN).max(PERIOD_SECONDS_MAX),
      })
      .meta({ description: "A ping is expected this long after the previous one" }),
    z
      .strictObject({
        type: z.literal("cron"),
        expression: expression.meta({
          description: "Five fields; several lines are evaluated together",
          example: "30 2 * * *",
        }),
        timezone: timezoneSchema.default("UTC"),
      })
      .check(isEvaluable)
      .meta({ description: "A ping is expected at the times of a cron expression" }),
    z
      .strictObject({
        type: z.literal("oncalendar"),
        expression: expression.meta({
          description:
            "As in the OnCalendar setting of systemd timers, with the time zone at its end (default UTC); several lines are " +
            "evaluated together",
          example: "Mon..Fri *-*-* 02:30 Europe/Berlin",
        }),
      })
      .check(isEvaluable)
      .meta({ description: "A ping is expected at the times of a systemd calendar expression" }),
  ])
  .meta({ id: "HeartbeatSchedule" });
