import { createHmac, randomBytes } from "node:crypto";

/** Secrets and signatures of webhooks, according to the Standard Webhooks specification. */

/** Within the 24 to 64 bytes that the specification allows. */
const SECRET_BYTES = 32;
const PREFIX = "whsec_";

export function newSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** `content` is id, timestamp and body, joined by dots. */
export function signatureOf(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
}
