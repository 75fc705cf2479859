import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Links that show one artifact without a credential, for a short while: in a chat message, or to a tool that
 * opens traces. Signed rather than stored, so that they hold on every node; they cannot be taken back before
 * they expire, which is why that is soon.
 */

/** Source: docs of the security design, A21: at most a quarter of an hour. */
export const LINK_SECONDS = 900;
/** Bound to this purpose: what the installation's secret signs elsewhere opens nothing here. */
const PURPOSE = "artifact link\0";

export type SignedLink = { expires: number; signature: string };

export function signLink(secret: string, { id, nowMs }: { id: string; nowMs: number }): SignedLink {
  const expires = Math.floor(nowMs / 1_000) + LINK_SECONDS;
  return { expires, signature: signatureOf(secret, { id, expires }).toString("base64url") };
}

export function isLinkGood(
  secret: string,
  { id, expires, signature, nowMs }: SignedLink & { id: string; nowMs: number },
): boolean {
  const shown = Buffer.from(signature, "base64url");
  const right = signatureOf(secret, { id, expires });
  if (shown.length !== right.length || !timingSafeEqual(shown, right)) return false;
  return expires * 1_000 > nowMs;
}

function signatureOf(secret: string, { id, expires }: { id: string; expires: number }): Buffer {
  return createHmac("sha256", secret).update(`${PURPOSE}${id}\0${expires}`).digest();
}
