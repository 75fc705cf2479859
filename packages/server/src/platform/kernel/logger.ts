import { pino } from "pino";
import { systemClock } from "./clock.ts";
import { RepeatedWarnings } from "./repeated-warnings.ts";

/** One event per line: a constant dotted name and its facts. Ids, never bodies, headers or secrets. */
export type Logger = {
  error(event: string, facts?: Record<string, unknown>): void;
  warn(event: string, facts?: Record<string, unknown>): void;
  info(event: string, facts?: Record<string, unknown>): void;
  debug(event: string, facts?: Record<string, unknown>): void;
  child(facts: Record<string, unknown>): Logger;
};

export const LOG_LEVELS = ["error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Writes JSON lines to standard error; standard output is reserved for the output of commands. */
export function createLogger(level: LogLevel, facts: Record<string, unknown> = {}): Logger {
  const sink = pino(
    {
      level,
      base: facts,
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    openStandardError(),
  );
  return wrap(sink, new RepeatedWarnings(systemClock));
}

/** Lines that could not be written yet, in characters. Beyond it the newest are dropped. */
const UNWRITTEN_LENGTH_MAX = 1_048_576;

/**
 * A log that cannot be written must not end the service: an event `error` without a listener would. Lines wait until
 * the disk of the log has room again; the next line writes them.
 */
function openStandardError() {
  const destination = pino.destination({ dest: 2, sync: true, maxLength: UNWRITTEN_LENGTH_MAX });
  return destination.on("error", () => undefined);
}

/** A logger that discards everything, for tests. */
export const silentLogger: Logger = {
  error: () => {},
  warn: () => {},
  info: () => {},
  debug: () => {},
  child: () => silentLogger,
};

/** Returns the message and stack of an error as fields of a log line. Libraries also report copies of errors: plain objects. */
export function errorFacts(error: unknown): Record<string, unknown> {
  if (!hasMessage(error)) return { error: String(error) };
  const cause = error.cause instanceof Error ? { cause: error.cause.message } : {};
  return { error: error.message, stack: error.stack, ...cause };
}

function hasMessage(error: unknown): error is { message: string; stack?: unknown; cause?: unknown } {
  return (
    typeof error === "object" && error !== null && "message" in error && typeof error.message === "string"
  );
}

/** The subset of pino that is used here. */
type Sink = Record<
  "error" | "warn" | "info" | "debug",
  (facts: Record<string, unknown>, event: string) => void
> & {
  child(facts: Record<string, unknown>): Sink;
};

function wrap(sink: Sink, repeated: RepeatedWarnings): Logger {
  return {
    error: (event, facts) => sink.error(facts ?? {}, event),
    warn(event, facts = {}) {
      const before = repeated.note(event, facts);
      if (before !== null) sink.warn(before === 0 ? facts : { ...facts, repeated: before }, event);
    },
    info: (event, facts) => sink.info(facts ?? {}, event),
    debug: (event, facts) => sink.debug(facts ?? {}, event),
    child: (facts) => wrap(sink.child(facts), repeated),
  };
}
