import { listOccurrences, occurrencesOf } from "@vedette/contract/heartbeats/schedules/occurrences.ts";
import {
  type HeartbeatSchedule,
  PERIOD_SECONDS_MAX,
  PERIOD_SECONDS_MIN,
  ScheduleError,
} from "@vedette/contract/heartbeats/schedules/schedule-types.ts";
import { t } from "../../../language/t.ts";
import { heartbeatScheduleText } from "../heartbeat-schedule-text.ts";

/** What a schedule means: a sentence and the next times; or why it cannot be used. */
export type SchedulePreview = { sentence: string; nextMs: readonly number[] } | { problem: string };

const TIMES_SHOWN = 5;

/** Evaluates a schedule that the user is typing. Pure. */
export function previewSchedule(schedule: HeartbeatSchedule, nowMs: number): SchedulePreview {
  if (schedule.type === "period") {
    const { seconds } = schedule;
    const isValid = seconds >= PERIOD_SECONDS_MIN && seconds <= PERIOD_SECONDS_MAX;
    if (!isValid) return { problem: t("Enter a time from 10 seconds to 365 days.") };
    return {
      sentence: t("{schedule}, counted from each ping.", { schedule: heartbeatScheduleText(schedule) }),
      nextMs: [],
    };
  }
  try {
    const occurrences = occurrencesOf(schedule);
    const nextMs = listOccurrences(occurrences, nowMs, TIMES_SHOWN);
    return { sentence: `${heartbeatScheduleText(schedule)}.`, nextMs };
  } catch (error) {
    if (error instanceof ScheduleError)
      return { problem: t("The expression {message}.", { message: error.message }) };
    // An unknown time zone.
    if (error instanceof RangeError) return { problem: t("Select a time zone from the list.") };
    throw error;
  }
}
