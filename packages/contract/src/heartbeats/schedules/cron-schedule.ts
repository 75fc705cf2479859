import { Cron } from "croner";
import { expressionLines, mergeOccurrences, type Occurrences, ScheduleError } from "./schedule-types.ts";

/**
 * Cron expressions with five fields, evaluated on the wall clock of a time zone. As with Vixie cron, a time that the clock
 * skips in spring moves to the end of the skipped hour, and a fixed time that occurs twice in autumn occurs once.
 */

const NICKNAMES: ReadonlySet<string> = new Set([
  "@yearly",
  "@annually",
  "@monthly",
  "@weekly",
  "@daily",
  "@midnight",
  "@hourly",
]);

/** Throws a ScheduleError for an expression that is invalid, or that names no point in time. */
export function cronOccurrences(expression: string, timezone: string): Occurrences {
  const lines = expressionLines(expression);
  if (lines.length === 0) throw new ScheduleError("must have five fields, such as 30 2 * * *");
  return mergeOccurrences(lines.map((line) => lineOccurrences(line, timezone)));
}

function lineOccurrences(line: string, timezone: string): Occurrences {
  const cron = parseLine(line, timezone);
  const next = (afterMs: number) => cron.nextRun(new Date(afterMs))?.getTime() ?? null;
  // Any instant works: the days of the calendar repeat.
  if (next(SOME_INSTANT_MS) === null) throw new ScheduleError(`'${line}' never occurs`);
  return { next };
}

const SOME_INSTANT_MS = Date.UTC(2026, 0, 1);

function parseLine(line: string, timezone: string): Cron {
  const fields = line.split(/\s+/);
  // croner also accepts dates and seconds.
  const isFiveFields = fields.length === 5 && /^[\d*]/.test(line);
  if (!isFiveFields && !NICKNAMES.has(line.toLowerCase()))
    throw new ScheduleError(`'${line}' must have five fields: minute, hour, day, month, day of the week`);
  try {
    return new Cron(fields.join(" "), { timezone, mode: "5-part" });
  } catch (error) {
    throw new ScheduleError(`'${line}' is not a cron expression: ${reasonOf(error)}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/^CronPattern: /, "").replace(/\.$/, "");
}
