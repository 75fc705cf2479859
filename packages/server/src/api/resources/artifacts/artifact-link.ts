import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Short-lived links to one artifact that need no credentials, for example for a chat message or a trace
 * viewer. The links are signed rather than stored, so that every node accepts them. They cannot be revoked
 * before they expire, which is why they expire soon.
 */

/** A leaked link is valid for at most 15 minutes. */
export const LINK_SECONDS = 900;
/** Domain separation: signatures made with the installation secret for other purposes are not valid here. */
const PURPOSE = "artifact link\0";

export type SignedLink = { expires: number; signature: string };

export function signLink(secret: string, { id, nowMs }: { id: string; nowMs: number }): SignedLink {
  const expires = Math.floor(nowMs / 1_000) + LINK_SECONDS;
  return { expires, signature: sign(secret, { id, expires }).toString("base64url") };
}

export function isValidLink(
  secret: string,
  { id, expires, signature, nowMs }: SignedLink & { id: string; nowMs: number },
): boolean {
  const actual = Buffer.from(signature, "base64url");
  const expected = sign(secret, { id, expires });
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return false;
  return expires * 1_000 > nowMs;
}

function sign(secret: string, { id, expires }: { id: string; expires: number }): Buffer {
  return createHmac("sha256", secret).update(`${PURPOSE}${id}\0${expires}`).digest();
}
