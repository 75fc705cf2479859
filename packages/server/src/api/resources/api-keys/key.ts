import { hash, randomBytes } from "node:crypto";
import { API_KEY_PREFIX } from "@vedette/contract/people/scopes.ts";

/** What a key looks like, and until when it is good. */

const SECRET_BYTES = 32;
/** 62^43 is just above 2^256, so 43 digits hold 32 bytes. */
const SECRET_LENGTH = 43;
const KEY_PATTERN = new RegExp(`^${API_KEY_PREFIX}[0-9A-Za-z]{${SECRET_LENGTH}}$`);
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export function newKey(): string {
  return API_KEY_PREFIX + base62(randomBytes(SECRET_BYTES));
}

export function isKey(text: string): boolean {
  return KEY_PATTERN.test(text);
}

/** SHA-256 in hexadecimal; a slow hash would protect nothing, for there is nothing to guess in 256 random bits. */
export function hashKey(key: string): string {
  return hash("sha256", key);
}

export function isAlive(row: { expires_at: Date | null; revoked_at: Date | null }, nowMs: number): boolean {
  return row.revoked_at === null && (row.expires_at === null || row.expires_at.getTime() > nowMs);
}

function base62(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString("hex")}`);
  let text = "";
  for (let digit = 0; digit < SECRET_LENGTH; digit++) {
    text = DIGITS.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}
