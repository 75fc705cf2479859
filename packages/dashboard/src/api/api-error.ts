import type { Conflict } from "@vedette/contract/common/envelope.ts";
import type { ErrorCode, ErrorDetail } from "@vedette/contract/common/errors.ts";
import { LANGUAGE } from "../language/language.ts";
import { serverText } from "../language/server-texts/server-text.ts";
import { t } from "../language/t.ts";

/** A failed request. The message is a sentence for the user. */
export class ApiError extends Error {
  /** A code of the contract, or UNREACHABLE if the server did not respond. */
  readonly code: ErrorCode | "UNREACHABLE";
  /** The invalid fields of the request. */
  readonly details: readonly ErrorDetail[];
  /** With PRECONDITION_FAILED: the change that the request would have overwritten. */
  readonly conflict: Conflict | null;
  /** What exactly went wrong at a sign-in, such as `wrong_code`. */
  readonly reason: string | null;

  constructor(
    code: ApiError["code"],
    message: string,
    {
      details = [],
      conflict = null,
      reason = null,
    }: Partial<Pick<ApiError, "details" | "conflict" | "reason">> = {},
  ) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.details = details;
    this.conflict = conflict;
    this.reason = reason;
  }
}

/** Returns the error if it is an `ApiError`. Any other error is a bug and is rethrown. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

/** Whether the resource was changed since the version that `If-Match` named. */
export function isConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === "PRECONDITION_FAILED";
}

/** Returns the error of a field as a sentence, or null. */
export type FindFieldError = (path: string, label: string) => string | null;

/** Returns the first error of a field or of its parts, such as `headers.accept`, as a sentence. */
export function fieldErrorWithin(error: ApiError | null, path: string, label: string): string | null {
  const detail = error?.details.find((one) => one.path === path || one.path.startsWith(`${path}.`));
  return detail ? fieldErrorOf(error, detail.path, label) : null;
}

/** Returns whether one of the fields or of their parts is invalid. */
export function hasErrorWithin(error: ApiError | null, paths: readonly string[]): boolean {
  return paths.some((path) => fieldErrorWithin(error, path, "") !== null);
}

/** Returns the error of one field as a sentence: "Enter a URL." or "URL must be an absolute URL." */
export function fieldErrorOf(error: ApiError | null, path: string, label: string): string | null {
  const detail = error?.details.find((candidate) => candidate.path === path);
  if (detail === undefined) return null;
  const { message } = detail;
  if (/^is required(?: for type '\w+')?$/.test(message))
    return t("Enter {field}.", { field: LANGUAGE === "en" ? withArticle(label) : label });
  // A message that starts with a line number is a complete sentence.
  if (/^line \d/i.test(message)) return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  const translated = serverText(message);
  const isEnglish = LANGUAGE !== "en" && translated === message;
  return isEnglish
    ? t("{field}: {message}.", { field: label, message })
    : t("{field} {message}.", { field: label, message: translated });
}

/** In English: "The name" and "Name" become "a name"; acronyms such as "URL" keep their case. */
function withArticle(label: string): string {
  const noun = label.replace(/^The /, "");
  const isAcronym = /^[A-Z]{2}/.test(noun);
  const word = isAcronym ? noun : `${noun.charAt(0).toLowerCase()}${noun.slice(1)}`;
  return `${/^(?:[aeio]|u[^rs])/i.test(word) ? "an" : "a"} ${word}`;
}
