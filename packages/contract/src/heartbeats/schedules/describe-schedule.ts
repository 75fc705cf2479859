import { describeCronLine } from "./describe-cron.ts";
import { expressionLines, type HeartbeatSchedule } from "./schedule-types.ts";

/** A schedule as a sentence without a period, such as "Every day at 02:30, Europe/Berlin". */
export function describeSchedule(schedule: HeartbeatSchedule): string {
  switch (schedule.type) {
    case "period":
      return `Every ${describeSpan(schedule.seconds).replace(/^1 (\w+)$/, "$1")}`;
    case "cron": {
      const lines = expressionLines(schedule.expression).map(
        (line) => describeCronLine(line) ?? `at the times of '${line}'`,
      );
      return `${capitalized(lines.join("; "))}, ${schedule.timezone}`;
    }
    case "oncalendar":
      return `At the times of '${expressionLines(schedule.expression).join("'; '")}'`;
  }
}

const UNITS = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
  [1, "second"],
] as const;

/** A number of seconds in whole units, the largest first; units without a part are left out. */
export function spanParts(seconds: number): { count: number; unit: (typeof UNITS)[number][1] }[] {
  let rest = seconds;
  return UNITS.flatMap(([size, unit]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? [{ count, unit }] : [];
  });
}

/** A number of seconds, such as "1 day 12 hours". */
export function describeSpan(seconds: number): string {
  const parts = spanParts(seconds).map(({ count, unit }) => `${count} ${unit}${count > 1 ? "s" : ""}`);
  return parts.length === 0 ? "0 seconds" : parts.join(" ");
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
