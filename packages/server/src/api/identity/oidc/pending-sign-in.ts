import type { PersonId } from "@vedette/contract/common/ids.ts";
import type { IdentityContext } from "../identity-context.ts";
import { cookiePrefix, readCookie, sign, unsign } from "../session-cookie.ts";
import type { Visitor } from "../visitor.ts";

/**
 * A sign-in that waits for the provider. It is stored only in a signed cookie, so only the browser that started it can
 * finish it.
 */
export type PendingSignIn = {
  state: string;
  nonce: string;
  verifier: string;
  link: PersonId | null;
  /** The provider of an organization; null for that of the configuration. */
  providerId: string | null;
  endsAtMs: number;
};

/** Maximum time that a user may spend at the provider. */
const PENDING_SIGN_IN_MS = 10 * 60_000;

type CookieContext = Pick<IdentityContext, "clock" | "secret" | "publicUrl">;

export function newPendingSignIn(
  { clock }: Pick<CookieContext, "clock">,
  begun: Omit<PendingSignIn, "endsAtMs">,
): PendingSignIn {
  return { ...begun, endsAtMs: clock.now() + PENDING_SIGN_IN_MS };
}

export function pendingCookie({ secret, publicUrl }: CookieContext, begun: PendingSignIn): string {
  const value = sign(Buffer.from(JSON.stringify(begun)).toString("base64url"), secret);
  return cookieLine(publicUrl, value, PENDING_SIGN_IN_MS / 1_000);
}

export function endPendingSignIn({ publicUrl }: Pick<CookieContext, "publicUrl">): string {
  return cookieLine(publicUrl, "", 0);
}

/** Returns the sign-in that the visitor's browser has started; null if there is none, or it took too long. */
export function readPendingSignIn(
  { clock, secret, publicUrl }: CookieContext,
  { headers }: Visitor,
): PendingSignIn | null {
  const text = unsign(readCookie(headers.cookie, cookieName(publicUrl)), secret);
  const begun: PendingSignIn | null =
    text === null ? null : JSON.parse(Buffer.from(text, "base64url").toString());
  return begun !== null && begun.endsAtMs > clock.now() ? begun : null;
}

function cookieName(publicUrl: string | null): string {
  return `${cookiePrefix(publicUrl).prefix}.oidc`;
}

function cookieLine(publicUrl: string | null, value: string, maxAgeSeconds: number): string {
  return (
    `${cookieName(publicUrl)}=${encodeURIComponent(value)}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; ` +
    `SameSite=Lax${cookiePrefix(publicUrl).isSecure ? "; Secure" : ""}`
  );
}
