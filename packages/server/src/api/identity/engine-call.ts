import { AppError, badFields } from "../../platform/kernel/errors.ts";
import { ADDRESS_HEADER, CODE_LOCK_SECONDS } from "./auth-settings.ts";
import { signInRefusal } from "./sign-in-refusal.ts";
import type { Visitor } from "./visitor.ts";

/** Calls better-auth: selects the request headers that it sees, and translates its errors. */

/** Returns the headers for better-auth. `cookie` is the cookie header to pass on, or null for none. */
export function engineHeaders({ headers, address }: Visitor, cookie: string | null): Headers {
  const seen = new Headers({ [ADDRESS_HEADER]: address });
  const agent = headers["user-agent"];
  if (agent !== undefined) seen.set("user-agent", agent.slice(0, USER_AGENT_LENGTH_MAX));
  if (cookie !== null) seen.set("cookie", cookie);
  return seen;
}

const USER_AGENT_LENGTH_MAX = 300;

/** Runs a call of better-auth, and translates expected errors to AppErrors. */
export async function refusing<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}

function refusalOf(error: unknown): AppError | null {
  const code = codeOf(error);
  return (code === null ? undefined : REFUSALS[code])?.() ?? null;
}

/**
 * Returns the code of a better-auth APIError. Recognized by its shape, so that the library need not be loaded
 * for it.
 */
function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !("body" in error)) return null;
  const { body } = error;
  if (typeof body !== "object" || body === null || !("code" in body)) return null;
  return typeof body.code === "string" ? body.code : null;
}

const startAgain = () => signInRefusal("UNAUTHORIZED", "code_step_ended");
const wrongCode = () => signInRefusal("UNAUTHORIZED", "wrong_code");
const tooManyCodes = () =>
  signInRefusal("TOO_MANY_REQUESTS", "too_many_codes", {
    ...{ values: { minutes: CODE_LOCK_SECONDS / 60 }, retryAfterSeconds: CODE_LOCK_SECONDS },
  });
const notEnabled = () => new AppError("BAD_REQUEST", "There is no authenticator app yet. Add one first.");

const REFUSALS: Partial<Record<string, () => AppError>> = {
  // The same message for an unknown address and for a wrong password.
  INVALID_EMAIL_OR_PASSWORD: () => signInRefusal("UNAUTHORIZED", "wrong_credentials"),
  INVALID_PASSWORD: () => badFields([{ path: "password", message: "is not your password" }]),
  CREDENTIAL_ACCOUNT_NOT_FOUND: () =>
    new AppError("BAD_REQUEST", "You have no password here. Set one by 'Forgot the password'."),
  INVALID_TOKEN: () =>
    new AppError("BAD_REQUEST", "This link has been used or has expired. Ask for a new one."),
  USER_NOT_FOUND: () =>
    new AppError("BAD_REQUEST", "This link has been used or has expired. Ask for a new one."),
  INVALID_TWO_FACTOR_COOKIE: startAgain,
  // A new sign-in has attempts left, unlike a locked account.
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: startAgain,
  ACCOUNT_TEMPORARILY_LOCKED: tooManyCodes,
  INVALID_CODE: wrongCode,
  INVALID_BACKUP_CODE: wrongCode,
  TOTP_NOT_ENABLED: notEnabled,
  BACKUP_CODES_NOT_ENABLED: notEnabled,
  TOTP_ALREADY_ENABLED: () =>
    new AppError("BAD_REQUEST", "There is an authenticator app already. Remove that one first."),
};
