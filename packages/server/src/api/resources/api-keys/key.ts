import { hash, randomBytes } from "node:crypto";
import { API_KEY_PREFIX } from "@vedette/contract/people/scopes.ts";

/** The format of API keys and their validity. */

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

/**
 * Returns the SHA-256 in hexadecimal. A slow hash adds no protection to 256 random bits, which cannot be
 * guessed.
 */
export function hashKey(key: string): string {
  return hash("sha256", key);
}

export function isValid(row: { expires_at: Date | null; revoked_at: Date | null }, nowMs: number): boolean {
  return row.revoked_at === null && (row.expires_at === null || row.expires_at.getTime() > nowMs);
}

function base62(bytes: Buffer): string {
  let remaining = BigInt(`0x${bytes.toString("hex")}`);
  let text = "";
  for (let digit = 0; digit < SECRET_LENGTH; digit++) {
    text = DIGITS.charAt(Number(remaining % 62n)) + text;
    remaining /= 62n;
  }
  return text;
}
