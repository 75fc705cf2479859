import type { Conflict } from "@vedette/contract/common/envelope.ts";
import {
  ERROR_STATUS,
  type ErrorCode,
  type ErrorDetail,
  type ErrorReason,
} from "@vedette/contract/common/errors.ts";

/**
 * A refusal that the caller can act on. `message` is for the caller and says what to do; `log` is for the operator.
 * Any other exception is a bug and becomes a 500.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly log: Record<string, unknown> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly conflict: Conflict | undefined;
  readonly reason: ErrorReason | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    extra: {
      details?: readonly ErrorDetail[];
      log?: Record<string, unknown>;
      retryAfterSeconds?: number;
      conflict?: Conflict;
      reason?: ErrorReason;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: extra.cause });
    this.code = code;
    this.details = extra.details;
    this.log = extra.log;
    this.retryAfterSeconds = extra.retryAfterSeconds;
    this.conflict = extra.conflict;
    this.reason = extra.reason;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** Whether the cause is an outage, usually of the database, so that a retry may succeed. */
export function isServiceUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === "SERVICE_UNAVAILABLE";
}

/** A bad request with one entry per invalid field. */
export function badFields(details: readonly ErrorDetail[], cause?: unknown): AppError {
  const named = details.map((detail) =>
    detail.path === "" ? detail.message : `${detail.path} ${detail.message}`,
  );
  const sentence = `The request is not valid: ${named.join("; ")}`;
  return new AppError("BAD_REQUEST", sentence.endsWith("?") ? sentence : `${sentence}.`, {
    details,
    cause,
  });
}

/** The same error for an ID that is malformed, unknown, deleted or of another organization. */
export function notFound(what: string): AppError {
  return new AppError("NOT_FOUND", `This ${what} does not exist or was deleted.`);
}

/**
 * A startup error that the operator can fix: printed as one sentence without a stack, and the process exits with
 * code 1.
 */
export class StartError extends Error {}

/** Marks a branch that the types exclude. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
