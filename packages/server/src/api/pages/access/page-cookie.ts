import { createHmac, timingSafeEqual } from "node:crypto";
import type { StatusPageRow } from "../../../pipeline/status-pages/page-row.ts";
import { readCookie } from "../../identity/session-cookie.ts";

/**
 * Signed proofs that a visitor may open a page: the cookie after the password or a link, and the link itself. They
 * contain a time and a signature only, and end when the password, the domains or the access of the page change.
 */

type Page = Pick<StatusPageRow, "id" | "public_id" | "access_version">;

const COOKIE_SECONDS = 30 * 86_400;
const LINK_SECONDS = 900;

export type Purpose = "cookie" | "link";

const SECONDS: Record<Purpose, number> = { cookie: COOKIE_SECONDS, link: LINK_SECONDS };

export function createProof(page: Page, { secret, purpose, nowMs }: ProofOptions): string {
  const until = Math.floor(nowMs / 1_000) + SECONDS[purpose];
  return `${until}.${signatureOf(page, { secret, purpose, until }).toString("base64url")}`;
}

type ProofOptions = { secret: string; purpose: Purpose; nowMs: number };

export function isProof(page: Page, text: string, { secret, purpose, nowMs }: ProofOptions): boolean {
  const match = /^(\d{1,12})\.([\w-]{43})$/.exec(text);
  if (!match?.[1] || !match[2]) return false;
  const until = Number(match[1]);
  const expected = signatureOf(page, { secret, purpose, until });
  const given = Buffer.from(match[2], "base64url");
  return given.length === expected.length && timingSafeEqual(given, expected) && until * 1_000 > nowMs;
}

function signatureOf(
  page: Page,
  { secret, purpose, until }: { secret: string; purpose: Purpose; until: number },
): Buffer {
  const text = `status page ${purpose} ${page.id} ${page.access_version} ${until}`;
  return createHmac("sha256", secret).update(text).digest();
}

const cookieName = (page: Page): string => `vedette_page_${page.public_id}`;

/** `path` limits the cookie to the page; at its own domain it is `/`. */
export function pageCookie(
  page: Page,
  { proof, path, isSecure }: { proof: string; path: string; isSecure: boolean },
): string {
  const secure = isSecure ? "; Secure" : "";
  return `${cookieName(page)}=${proof}; Path=${path}; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

export function hasCookie(
  page: Page,
  header: string | undefined,
  options: Omit<ProofOptions, "purpose">,
): boolean {
  const value = readCookie(header, cookieName(page));
  return value !== null && isProof(page, value, { ...options, purpose: "cookie" });
}
