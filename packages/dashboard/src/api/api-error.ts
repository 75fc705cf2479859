import type { ErrorCode, ErrorDetail } from "@vedette/contract/common/errors.ts";

/** A request that failed. The message is a sentence for the person who reads it. */
export class ApiError extends Error {
  /** A code of the contract; UNREACHABLE where no answer of the server came. */
  readonly code: ErrorCode | "UNREACHABLE";
  /** The fields of the request that are wrong. */
  readonly details: readonly ErrorDetail[];

  constructor(code: ApiError["code"], message: string, details: readonly ErrorDetail[] = []) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.details = details;
  }
}

/** What went wrong, in words; what is no failure of a request is a bug and is thrown on. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

/**
 * The fault of one field, as a sentence with its label in front: "URL must be a whole URL." What names a line of a text
 * is a sentence already.
 */
export function faultOf(error: ApiError | null, path: string, label: string): string | null {
  const detail = error?.details.find((candidate) => candidate.path === path);
  if (detail === undefined) return null;
  return /^Line \d/.test(detail.message) ? `${detail.message}.` : `${label} ${detail.message}.`;
}
