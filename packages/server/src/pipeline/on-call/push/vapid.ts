import { createPrivateKey, sign } from "node:crypto";

/** Identifies this server to push services. Source: RFC 8292. Pure. */

/** A key pair of P-256: the private number of 32 bytes, and the uncompressed point of 65 bytes. */
export type VapidKeys = { privateKey: Buffer; publicKey: Buffer };

/** Push services accept at most 24 hours. */
const VALID_SECONDS = 12 * 3_600;

/** Returns the Authorization header for an endpoint. `subject` is a mailto: or https: URL of the operator. */
export function vapidHeader(
  endpoint: string,
  { keys, subject, nowMs }: { keys: VapidKeys; subject: string; nowMs: number },
): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(nowMs / 1_000) + VALID_SECONDS,
    sub: subject,
  };
  const text = `${encodePart({ typ: "JWT", alg: "ES256" })}.${encodePart(claims)}`;
  const key = { key: privateKeyOf(keys), dsaEncoding: "ieee-p1363" } as const;
  const signature = sign("sha256", Buffer.from(text), key).toString("base64url");
  return `vapid t=${text}.${signature}, k=${keys.publicKey.toString("base64url")}`;
}

function encodePart(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

function privateKeyOf({ privateKey, publicKey }: VapidKeys) {
  const jwk = {
    ...{ kty: "EC", crv: "P-256", d: privateKey.toString("base64url") },
    x: publicKey.subarray(1, 33).toString("base64url"),
    y: publicKey.subarray(33).toString("base64url"),
  };
  return createPrivateKey({ format: "jwk", key: jwk });
}
