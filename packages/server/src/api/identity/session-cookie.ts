import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Parses and signs better-auth's session cookie: `<token>.<HMAC-SHA256 of it>`. Implemented here as well, so
 * that an API request with a session costs one query and does not load better-auth.
 */

/** Longer than any cookie that the server sets; longer values are ignored. */
const COOKIE_HEADER_LENGTH_MAX = 8_192;

/** `__Host-` binds a cookie to this exact host and to https, so a sibling subdomain cannot set one. */
export function cookiePrefix(publicUrl: string | null): { prefix: string; isSecure: boolean } {
  const isSecure = publicUrl?.startsWith("https://") ?? false;
  return { prefix: isSecure ? "__Host-vedette" : "vedette", isSecure };
}

/** Returns the value of one cookie, decoded, or null. */
export function readCookie(header: string | undefined, name: string): string | null {
  if (header === undefined || header.length > COOKIE_HEADER_LENGTH_MAX) return null;
  for (const pair of header.split(";")) {
    const at = pair.indexOf("=");
    if (at === -1 || pair.slice(0, at).trim() !== name) continue;
    try {
      return decodeURIComponent(pair.slice(at + 1).trim());
    } catch {
      // Not percent-encoded, so this server did not set it.
      return null;
    }
  }
  return null;
}

/** Returns the signed value, or null if the signature does not match. */
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
