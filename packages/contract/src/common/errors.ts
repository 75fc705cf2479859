/**
 * Every error code that the API returns, with its HTTP status. A code is never renamed or reused, because clients
 * branch on it.
 */
export const ERROR_STATUS = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PLAN_STALE: 409,
  APPLY_RUNNING: 409,
  MANAGED_BY_CODE: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** An invalid field of a request: its dotted path and how to fix it. */
export type ErrorDetail = { path: string; message: string };

/** What exactly went wrong, for clients that show a text of their own, and the values that the text contains. */
export type ErrorReason = { code: string; values: Record<string, string | number> };
