import type { ErrorCode, ErrorDetail } from "@vedette/contract/common/errors.ts";

/** A failed request. The message is a sentence for the user. */
export class ApiError extends Error {
  /** A code of the contract, or UNREACHABLE if the server did not respond. */
  readonly code: ErrorCode | "UNREACHABLE";
  /** The invalid fields of the request. */
  readonly details: readonly ErrorDetail[];

  constructor(code: ApiError["code"], message: string, details: readonly ErrorDetail[] = []) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.details = details;
  }
}

/** Returns the error if it is an `ApiError`. Any other error is a bug and is rethrown. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

/**
 * Returns the error of one field as a sentence that starts with its label: "URL must be a whole URL." A message that
 * names a line is a sentence already.
 */
export function faultOf(error: ApiError | null, path: string, label: string): string | null {
  const detail = error?.details.find((candidate) => candidate.path === path);
  if (detail === undefined) return null;
  return /^Line \d/.test(detail.message) ? `${detail.message}.` : `${label} ${detail.message}.`;
}
