/** Exit codes for scripts, documented in `--help`. The meaning of a number never changes. */
export const EXIT = { ok: 0, down: 1, usage: 2, refused: 3, failed: 4, notEnded: 5, notJudged: 6 } as const;

/** The command line or a setting is invalid. The message says what to write instead. */
export class UsageError extends Error {}

/** The server rejected the request; a retry would fail in the same way. */
export class RefusedError extends Error {
  /** The error code of the API, such as `PLAN_STALE`; null if the program itself refused. */
  readonly code: string | null;

  constructor(message: string, code: string | null = null) {
    super(message);
    this.code = code;
  }
}

/** No usable response: the server is unavailable, overloaded or broken, and a retry may succeed. */
export class UnavailableError extends Error {}

/** The run did not finish within the timeout and continues. */
export class NotEndedError extends Error {}

/** Returns the exit code of an error, or null if it is a bug of this program. */
export function exitCodeOf(error: unknown): number | null {
  if (error instanceof UsageError) return EXIT.usage;
  if (error instanceof RefusedError) return EXIT.refused;
  if (error instanceof NotEndedError) return EXIT.notEnded;
  return error instanceof UnavailableError ? EXIT.failed : null;
}
