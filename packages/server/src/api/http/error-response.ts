import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Conflict } from "@vedette/contract/common/envelope.ts";
import type { ErrorCode, ErrorDetail, ErrorReason } from "@vedette/contract/common/errors.ts";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../platform/kernel/errors.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import { drainBody } from "./bodies/unread-body.ts";

/**
 * Sends every failure in the one shape of the API. Any error that is not an AppError is a bug: it is logged
 * with its stack, and the response contains the request id to find it by.
 */

export type Failure = {
  success: false;
  error: {
    code: ErrorCode;
    message: string;
    details?: readonly ErrorDetail[];
    reason?: ErrorReason;
    conflict?: Conflict;
  };
};

function failureOf(error: AppError): Failure {
  const { code, message, details, reason, conflict } = error;
  return {
    success: false,
    error: {
      ...{ code, message, ...(details && { details }) },
      ...{ ...(reason && { reason }), ...(conflict && { conflict }) },
    },
  };
}

export function sendError(
  log: Logger,
): (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  return async (error, request, reply) => {
    const sentFailure = logFailure(log, error, request);
    if (sentFailure.code === "PAYLOAD_TOO_LARGE") {
      reply.header("connection", (await drainBody(request.raw)) ? "keep-alive" : "close");
    }
    if (sentFailure.retryAfterSeconds !== undefined)
      reply.header("retry-after", sentFailure.retryAfterSeconds);
    if (sentFailure.conflict) reply.header("etag", sentFailure.conflict.etag);
    return reply
      .code(sentFailure.status)
      .type("application/json; charset=utf-8")
      .send(failureOf(sentFailure));
  };
}

/** Logs the error of a request and returns the error for the caller. */
function logFailure(log: Logger, error: FastifyError | Error, request: FastifyRequest): AppError {
  const requestId = request.id;
  const refusal = asRefusal(error, request.routeOptions.bodyLimit);
  if (!refusal) {
    log.error("http.failed", {
      request_id: requestId,
      route: request.routeOptions.url,
      ...errorFacts(error),
    });
  } else if (refusal.log) {
    log[refusal.status >= 500 ? "warn" : "info"]("http.rejected", {
      request_id: requestId,
      code: refusal.code,
      ...refusal.log,
    });
  }
  return refusal ?? internalError(requestId);
}

/** Logs the error of a request whose response has started. Returns the body that describes it. */
export function lateFailure(log: Logger, error: unknown, request: FastifyRequest): Failure {
  return failureOf(logFailure(log, error instanceof Error ? error : new Error(String(error)), request));
}

function internalError(requestId: string): AppError {
  return new AppError(
    "INTERNAL_SERVER_ERROR",
    `An internal error occurred. Try again; if it persists, send the operator the request id ${requestId}.`,
  );
}

/** Maps Fastify's own errors to AppErrors. */
const FRAMEWORK_REFUSALS: Partial<Record<string, [ErrorCode, string]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    "UNSUPPORTED_MEDIA_TYPE",
    "Send the body as Content-Type: application/json.",
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    "BAD_REQUEST",
    "The length of the body differs from its Content-Length.",
  ],
  FST_ERR_HANDLER_TIMEOUT: [
    "SERVICE_UNAVAILABLE",
    "This took too long and was given up. Try again in a moment.",
  ],
  FST_ERR_BAD_URL: ["BAD_REQUEST", "The path is not validly encoded."],
};

/** As for a database that does not respond, which is usually why a handler takes too long. */
const RETRY_AFTER_SECONDS = 2;

function asRefusal(error: FastifyError | Error, bodyBytesMax: number): AppError | null {
  if (error instanceof AppError) return error;
  const code = "code" in error ? error.code : undefined;
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") {
    const kibibytes = bodyBytesMax / 1_024;
    const most = kibibytes % 1_024 === 0 ? `${kibibytes / 1_024} MiB` : `${kibibytes} KiB`;
    const message = `The body is too large; at most ${most} is accepted.`;
    return new AppError("PAYLOAD_TOO_LARGE", message, { cause: error });
  }
  const known = code === undefined ? undefined : FRAMEWORK_REFUSALS[code];
  if (known) {
    const [knownCode, message] = known;
    const retry = knownCode === "SERVICE_UNAVAILABLE" ? { retryAfterSeconds: RETRY_AFTER_SECONDS } : {};
    return new AppError(knownCode, message, { ...retry, cause: error });
  }
  const status = "statusCode" in error ? (error.statusCode ?? 500) : 500;
  if (status >= 400 && status < 500) {
    return new AppError("BAD_REQUEST", "The request could not be read. Check its syntax.", { cause: error });
  }
  return null;
}

/**
 * Responds to requests that are not valid HTTP, too slow, or have too large headers. No request object exists
 * then, so the response is written by hand and the connection ends.
 */
export function sendConnectionError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = connectionRefusal(error.code);
  const body = JSON.stringify(failureOf(refusal));
  socket.end(
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\nConnection: close\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function connectionRefusal(code: string | undefined): AppError {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return new AppError("PAYLOAD_TOO_LARGE", "The headers are too large; at most 16 KiB are accepted.");
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new AppError("BAD_REQUEST", "The request did not arrive in time.");
    default:
      return new AppError("BAD_REQUEST", "The request is not valid HTTP/1.1.");
  }
}
