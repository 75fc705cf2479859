import { DatabaseError } from "pg";
import { AppError } from "../kernel/errors.ts";

/** Suggested retry delay: the embedded server restarts in less than a second. */
const RETRY_AFTER_SECONDS = 2;

/**
 * Translates the error of a failed statement: a database that is unreachable, overloaded or too slow becomes
 * SERVICE_UNAVAILABLE with the original cause; any other error is returned unchanged.
 */
export function translateError(error: unknown): unknown {
  if (!isUnavailable(error)) return error;
  return new AppError("SERVICE_UNAVAILABLE", "The database is temporarily unavailable. Try again shortly.", {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    log: { database: error instanceof Error ? error.message : String(error) },
    cause: error,
  });
}

/** After an error of the server the connection is intact; after any other error its state is unknown. */
export function isConnectionDoubtful(error: unknown): boolean {
  return !(error instanceof DatabaseError);
}

/** Returns whether a statement violated a unique constraint; of this name, if one is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === "23505" &&
    (constraint === undefined || error.constraint === constraint)
  );
}

/**
 * SQLSTATEs that indicate a problem of the server. Classes: 08 connection, 53 out of resources, 57P shutdown and restart.
 * 28 sign-in refused, 58 I/O error. Single codes: 57014 statement timeout, 25006 read-only (a primary that became a
 * standby), 40P01 deadlock, after which a retry succeeds, 42501 rights that were taken away or a file system that
 * became read-only.
 */
const UNAVAILABLE_STATE = /^(?:08|28|53|57P|58|57014|25006|40P01|42501)/;

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

/** Errors of the driver itself have no code. Source: pg 8.23.1, lib/client.js, and pg-pool, index.js. */
const UNAVAILABLE_MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after)/;

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (error instanceof DatabaseError) return UNAVAILABLE_STATE.test(code);
  // Connecting to a name with several addresses fails with the errors of all of them.
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  return UNAVAILABLE_SOCKET.has(code) || UNAVAILABLE_MESSAGE.test(error.message);
}
