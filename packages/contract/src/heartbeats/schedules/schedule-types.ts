/** When the pings of a heartbeat are expected. */
export type HeartbeatSchedule =
  | { type: "period"; seconds: number }
  | { type: "cron"; expression: string; timezone: string }
  | { type: "oncalendar"; expression: string };

/** The points in time of a cron or OnCalendar schedule, in epoch milliseconds. */
export type Occurrences = {
  /** The first one after this instant; null if there is none. */
  next(afterMs: number): number | null;
};

/** Several lines are one schedule; more than this is a mistake. */
export const EXPRESSION_LINES_MAX = 20;
export const EXPRESSION_LENGTH_MAX = 1_000;
/** As long as the longest period of Healthchecks: 365 days. */
export const PERIOD_SECONDS_MAX = 31_536_000;
/** A deadline is evaluated within seconds, so shorter periods say nothing. */
export const PERIOD_SECONDS_MIN = 10;

/** The non-empty lines of an expression. */
export function expressionLines(expression: string): string[] {
  return expression
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** The points in time of several lines: the union of those of each. */
export function mergeOccurrences(all: readonly Occurrences[]): Occurrences {
  return {
    next(afterMs) {
      const found = all.flatMap((each) => each.next(afterMs) ?? []);
      return found.length === 0 ? null : Math.min(...found);
    },
  };
}

/** An expression that cannot be used. The message completes a sentence that starts with the name of its field. */
export class ScheduleError extends Error {}
