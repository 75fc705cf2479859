import { randomBytes } from "node:crypto";
import type { PersonId } from "@vedette/contract/common/ids.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import type { IdentityContext } from "../identity-context.ts";
import { cookiePrefix, readCookie, sign, unsign } from "../session-cookie.ts";
import { hasAttemptsLeft } from "../sign-in-limits.ts";
import type { Visitor } from "../visitor.ts";

/**
 * The challenge that an authenticator signs. It is kept only in a signed cookie of the browser that asked for it, so
 * that the sign-in page writes nothing to the database; that a challenge was used is recorded when it is.
 */

export type ChallengePurpose =
  | { kind: "sign-in" }
  | { kind: "register"; personId: PersonId; sessionId: string };

type Challenge = { purpose: ChallengePurpose; challenge: string; endsAtMs: number };

const CHALLENGE_BYTES = 32;
/** The sign-in page asks for another one before it ends. Not longer than the window of `passkey challenge used`. */
export const CHALLENGE_MS = 10 * 60_000;
/** Other cookies are signed with the same secret. Without this text, one could be used as another. */
const COOKIE_USE = "passkey";

type ChallengeContext = Pick<IdentityContext, "clock" | "secret" | "publicUrl" | "database">;

export function newChallenge(
  { clock, secret, publicUrl }: ChallengeContext,
  purpose: ChallengePurpose,
): { challenge: string; cookie: string } {
  const challenge = randomBytes(CHALLENGE_BYTES).toString("base64url");
  const begun: Challenge = { purpose, challenge, endsAtMs: clock.now() + CHALLENGE_MS };
  const content = Buffer.from(JSON.stringify(begun)).toString("base64url");
  const value = encodeURIComponent(sign(`${COOKIE_USE}:${content}`, secret));
  return { challenge, cookie: challengeCookie(publicUrl, value, CHALLENGE_MS / 1_000) };
}

/** Returns the challenge of the visitor's browser, once. Throws if there is none, or one for another purpose. */
export async function takeChallenge(
  { clock, secret, publicUrl, database }: ChallengeContext,
  visitor: Visitor,
  purpose: ChallengePurpose,
): Promise<string> {
  const text = unsign(readCookie(visitor.headers.cookie, cookieName(publicUrl)), secret);
  const [use, content] = text?.split(":") ?? [];
  const begun: Challenge | null =
    use === COOKIE_USE && content !== undefined
      ? JSON.parse(Buffer.from(content, "base64url").toString())
      : null;
  const isValid =
    begun !== null &&
    begun.endsAtMs > clock.now() &&
    JSON.stringify(begun.purpose) === JSON.stringify(purpose);
  if (isValid) {
    const used = { kind: "passkey challenge used", subject: begun.challenge } as const;
    if (await hasAttemptsLeft(database, clock, used)) return begun.challenge;
  }
  throw new AppError(
    "BAD_REQUEST",
    "This request for a passkey has expired, was used or was made in another browser. Try again.",
  );
}

export function endChallenge(publicUrl: string | null): string {
  return challengeCookie(publicUrl, "", 0);
}

function cookieName(publicUrl: string | null): string {
  return `${cookiePrefix(publicUrl).prefix}.passkey`;
}

function challengeCookie(publicUrl: string | null, value: string, maxAgeSeconds: number): string {
  const attributes = `Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax`;
  return `${cookieName(publicUrl)}=${value}; ${attributes}${cookiePrefix(publicUrl).isSecure ? "; Secure" : ""}`;
}
