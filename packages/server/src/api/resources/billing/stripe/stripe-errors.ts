import { AppError } from "../../../../platform/kernel/errors.ts";

/**
 * Runs a Stripe call and converts its errors to messages that the caller can act on. Stripe's own messages go
 * only to the log, because they may contain keys and account ids.
 */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw isStripeError(error) ? toAppError(error) : error;
  }
}

/** The common fields of Stripe's errors. Their classes would have to be loaded with the client library. */
type StripeError = Error & { type: string; statusCode?: number; code?: string; requestId?: string };

function isStripeError(error: unknown): error is StripeError {
  return error instanceof Error && "type" in error && /^Stripe\w*Error$/.test(String(error.type));
}

/** Returns null if Stripe does not have the object, or deleted it. */
export async function nullIfMissing<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (isStripeError(error) && error.code === "resource_missing") return null;
    throw error;
  }
}

const RETRY_AFTER_SECONDS = 30;

function toAppError(error: StripeError): AppError {
  const { type, statusCode, code, requestId } = error;
  const log = {
    stripe: type,
    stripeStatus: statusCode,
    stripeCode: code,
    stripeRequest: requestId,
    reason: errorReason(error),
  };
  // Connection errors, errors of Stripe and rate limits are temporary. A wrong key or an invalid request is
  // not.
  const isTemporary =
    statusCode === undefined || statusCode >= 500 || statusCode === 429 || statusCode === 409;
  const message = isTemporary
    ? "The payment service cannot be reached. Your plan is unchanged. Try again in a minute."
    : "The payment service rejected the request. Your plan is unchanged. The operator finds the reason in the log of this server.";
  return new AppError("SERVICE_UNAVAILABLE", message, {
    log,
    // Stripe's message contains a part of the rejected key.
    ...(type !== "StripeAuthenticationError" && { cause: error }),
    ...(isTemporary && { retryAfterSeconds: RETRY_AFTER_SECONDS }),
  });
}

function errorReason({ type, message }: StripeError): string {
  return type === "StripeAuthenticationError" ? "the secret key was rejected" : message;
}
