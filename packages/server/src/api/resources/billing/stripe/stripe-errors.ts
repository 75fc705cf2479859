import { AppError } from "../../../../platform/kernel/errors.ts";

/**
 * Does a call of Stripe's and tells its trouble in words that whoever asked can act on. What Stripe says goes to the
 * operator's log alone: it may name keys and accounts.
 */
export async function askStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw isStripeError(error) ? refusalOf(error) : error;
  }
}

/** What Stripe's errors have in common; its classes would have to be loaded with the client. */
type StripeError = Error & { type: string; statusCode?: number; code?: string; requestId?: string };

function isStripeError(error: unknown): error is StripeError {
  return error instanceof Error && "type" in error && /^Stripe\w*Error$/.test(String(error.type));
}

/** Null for what Stripe does not have, or not any more. */
export async function unlessMissing<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (isStripeError(error) && error.code === "resource_missing") return null;
    throw error;
  }
}

const RETRY_AFTER_SECONDS = 30;

function refusalOf(error: StripeError): AppError {
  const { type, statusCode, code, requestId } = error;
  const log = {
    stripe: type,
    stripeStatus: statusCode,
    stripeCode: code,
    stripeRequest: requestId,
    reason: reasonOf(error),
  };
  // Connections that fail, faults of Stripe's and too many calls pass; our key or a request that is wrong does not.
  const passes = statusCode === undefined || statusCode >= 500 || statusCode === 429 || statusCode === 409;
  const message = passes
    ? "The payment service cannot be reached at the moment. Your plan stays as it is; try again in a minute."
    : "The payment service refused. Your plan stays as it is; the operator of this server finds the reason in its log.";
  return new AppError("SERVICE_UNAVAILABLE", message, {
    log,
    // Stripe repeats a part of the key that it refuses.
    ...(type !== "StripeAuthenticationError" && { cause: error }),
    ...(passes && { retryAfterSeconds: RETRY_AFTER_SECONDS }),
  });
}

function reasonOf({ type, message }: StripeError): string {
  return type === "StripeAuthenticationError" ? "the secret key was refused" : message;
}
