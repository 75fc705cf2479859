/** What a script can branch on; documented in `--help`. A number is never given another meaning. */
export const EXIT = { ok: 0, down: 1, usage: 2, refused: 3, failed: 4, notEnded: 5, notJudged: 6 } as const;

/** The command line or a setting is wrong. The message says what to write instead. */
export class UsageError extends Error {}

/** The server refused the request: doing the same again would end the same way. */
export class RefusedError extends Error {}

/** No usable answer came: the server is away, busy or broken, and trying again may help. */
export class UnavailableError extends Error {}

/** What was waited for goes on beyond the time that the command had. */
export class NotEndedError extends Error {}

/** Null for what is a bug of this program. */
export function exitCodeOf(error: unknown): number | null {
  if (error instanceof UsageError) return EXIT.usage;
  if (error instanceof RefusedError) return EXIT.refused;
  if (error instanceof NotEndedError) return EXIT.notEnded;
  return error instanceof UnavailableError ? EXIT.failed : null;
}
