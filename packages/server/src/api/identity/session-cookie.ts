import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * The cookie of a session, as better-auth writes it: `<token>.<HMAC-SHA256 of it>`. Read here as well, for
 * then an API request with a session costs one query and no detour.
 */

/** Longer than any that we set; what is longer is not looked at. */
const COOKIE_HEADER_LENGTH_MAX = 8_192;

/** `__Host-` binds a cookie to this very host and to https, so a sibling subdomain cannot plant one. */
export function cookiePrefix(publicUrl: string | null): { prefix: string; isSecure: boolean } {
  const isSecure = publicUrl?.startsWith("https://") ?? false;
  return { prefix: isSecure ? "__Host-vedette" : "vedette", isSecure };
}

/** The value of one cookie, as it was set; null where there is none. */
export function readCookie(header: string | undefined, name: string): string | null {
  if (header === undefined || header.length > COOKIE_HEADER_LENGTH_MAX) return null;
  for (const pair of header.split(";")) {
    const at = pair.indexOf("=");
    if (at === -1 || pair.slice(0, at).trim() !== name) continue;
    try {
      return decodeURIComponent(pair.slice(at + 1).trim());
    } catch {
      // Not percent-encoded: not one that we have set.
      return null;
    }
  }
  return null;
}

/** What was signed, or null where the signature is not ours. */
export function unsign(value: string | null, secret: string): string | null {
  const at = value?.lastIndexOf(".") ?? -1;
  if (value === null || at < 1) return null;
  const signed = value.slice(0, at);
  const given = Buffer.from(value.slice(at + 1), "base64");
  const expected = signatureOf(signed, secret);
  return given.length === expected.length && timingSafeEqual(given, expected) ? signed : null;
}

export function sign(value: string, secret: string): string {
  return `${value}.${signatureOf(value, secret).toString("base64")}`;
}

function signatureOf(value: string, secret: string): Buffer {
  return createHmac("sha256", secret).update(value).digest();
}
