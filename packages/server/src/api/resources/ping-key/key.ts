import { hash, randomBytes } from "node:crypto";

const PREFIX = "vdt_ping_";
const SECRET_BYTES = 16;

/** 128 random bits, in characters that a URL needs not escape. */
export function newPingKey(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64url");
}

/** Returns the SHA-256 in hexadecimal. A slow hash adds no protection to a key that cannot be guessed. */
export function hashPingKey(key: string): string {
  return hash("sha256", key);
}
