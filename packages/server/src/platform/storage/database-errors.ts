import { DatabaseError } from "pg";
import { AppError } from "../kernel/errors.ts";

/** How soon a caller should come back: the embedded server restarts in less than a second. */
const RETRY_AFTER_SECONDS = 2;

/**
 * What a failed statement means to its caller: a database that cannot be reached, is overloaded or too
 * slow is SERVICE_UNAVAILABLE with the cause kept; any other error is handed on as it is.
 */
export function translateError(error: unknown): unknown {
  if (!isUnavailable(error)) return error;
  return new AppError(
    "SERVICE_UNAVAILABLE",
    "The database does not answer at the moment. Try again shortly.",
    {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      log: { database: error instanceof Error ? error.message : String(error) },
      cause: error,
    },
  );
}

/** Whether a statement failed on a unique rule; of this name, where one is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === "23505" &&
    (constraint === undefined || error.constraint === constraint)
  );
}

/**
 * SQLSTATEs that are the server's trouble. By class: 08 connection, 53 out of resources, 57P shutdown and
 * restart. Alone: 57014 statement timeout, 25006 read-only (a primary that became a standby), 58030 I/O error,
 * 40P01 deadlock, whose victim only has to try again.
 */
const UNAVAILABLE_STATE = /^(?:08|53|57P|57014|25006|58030|40P01)/;

/** Errors of sockets and name resolution. */
const UNAVAILABLE_SOCKET = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EACCES",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** The driver's own errors have no code. Source: pg 8.23.1, lib/client.js, and pg-pool, index.js. */
const UNAVAILABLE_MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after)/;

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (error instanceof DatabaseError) return UNAVAILABLE_STATE.test(code);
  // A name with several addresses fails with all their errors at once.
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  return UNAVAILABLE_SOCKET.has(code) || UNAVAILABLE_MESSAGE.test(error.message);
}
