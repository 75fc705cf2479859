import { randomBytes } from "node:crypto";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 131 bits: keys cannot be guessed and do not collide. */
const KEY_LENGTH = 22;
const KEY_PATTERN = /^[0-9A-Za-z]{22}$/;
/** The largest multiple of 62 in a byte: larger bytes would bias the result towards the first digits. */
const FAIR_BYTES = 248;

export function newArtifactKey(): string {
  let key = "";
  while (key.length < KEY_LENGTH) {
    for (const byte of randomBytes(KEY_LENGTH - key.length)) {
      if (byte < FAIR_BYTES) key += DIGITS.charAt(byte % DIGITS.length);
    }
  }
  return key;
}

/** Rejects any other text, including valid paths. */
export function isArtifactKey(text: string): boolean {
  return KEY_PATTERN.test(text);
}
