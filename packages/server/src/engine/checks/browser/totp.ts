import { createHmac } from "node:crypto";

/** Time-based one-time passwords. Source: RFC 6238, RFC 4226; URLs: Google's Key Uri Format. */

const ALGORITHMS = { SHA1: "sha1", SHA256: "sha256", SHA512: "sha512" } as const;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

type TotpKey = { bytes: Buffer; digits: number; periodSeconds: number; algorithm: string };

/**
 * Returns the code of an instant. `secret` is base32 or an `otpauth://totp/` URL; returns null if it is
 * neither.
 */
export function totpCode(secret: string, atMs: number): string | null {
  const key = readKey(secret.trim());
  if (key === null) return null;
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / 1_000 / key.periodSeconds)));
  const digest = createHmac(key.algorithm, key.bytes).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** key.digits).padStart(key.digits, "0");
}

function readKey(secret: string): TotpKey | null {
  if (!/^otpauth:/i.test(secret)) {
    const bytes = fromBase32(secret);
    return bytes && { bytes, digits: 6, periodSeconds: 30, algorithm: "sha1" };
  }
  const url = URL.parse(secret);
  const params = url?.searchParams;
  const bytes = fromBase32(params?.get("secret") ?? "");
  const digits = Number(params?.get("digits") ?? 6);
  const periodSeconds = Number(params?.get("period") ?? 30);
  const named = (params?.get("algorithm") ?? "SHA1").toUpperCase();
  if (bytes === null || !Object.hasOwn(ALGORITHMS, named)) return null;
  if (![6, 7, 8].includes(digits) || !(periodSeconds >= 1 && periodSeconds <= 300)) return null;
  return { bytes, digits, periodSeconds, algorithm: ALGORITHMS[named as keyof typeof ALGORITHMS] };
}

/** Accepts any case, spaces, hyphens and padding, as in copied secrets. */
function fromBase32(text: string): Buffer | null {
  const letters = text.toUpperCase().replaceAll(/[\s-]|=+$/g, "");
  if (letters === "" || !/^[A-Z2-7]+$/.test(letters)) return null;
  const bits = [...letters].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const bytes = bits.match(/.{8}/g) ?? [];
  return bytes.length === 0 ? null : Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
