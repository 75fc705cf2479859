import { randomBytes } from "node:crypto";

let lastMs = -1;
let counter = 0;
/** Maximum of the 12-bit counter after the instant; each millisecond starts in the lower half, leaving room for 2,048. */
const COUNTER_MAX = 0xfff;
const COUNTER_START_MAX = 0x7ff;

/**
 * Returns a new UUID v7 of the given instant. IDs sort by time, and those that one thread creates in the same
 * millisecond sort by order of creation. Source: RFC 9562, sections 5.7 and 6.2 (method 1).
 */
export function newId(epochMs: number): string {
  const bytes = randomBytes(16);
  const ms = Math.floor(epochMs);
  const isSameMs = ms === lastMs && counter < COUNTER_MAX;
  counter = isSameMs ? counter + 1 : bytes.readUInt16BE(6) & COUNTER_START_MAX;
  lastMs = ms;
  bytes.writeUIntBE(ms, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return formatUuid(bytes);
}

/** Returns the lowest ID of an instant: all IDs created before it are smaller. */
export function lowestId(epochMs: number): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(Math.floor(epochMs), 0, 6);
  return formatUuid(bytes);
}

/** Returns the creation time that an ID contains. */
export function idTimeMs(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** Formats sixteen bytes as a lowercase UUID. */
export function formatUuid(bytes: Buffer): string {
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Without vowels and look-alikes, so that no id spells a word. */
const PUBLIC_ALPHABET = "bcdfghjkmnpqrstvwxyz23456789";

/**
 * Returns a random ID that outsiders may see: unlike those of `newId`, it contains no time and no order. 16 of 28
 * characters are 76 bits.
 */
export function newPublicId(): string {
  return toPublicId(randomBytes(PUBLIC_ID_LENGTH));
}

const PUBLIC_ID_LENGTH = 16;

/** Formats 16 random or hashed bytes as a public ID. */
export function toPublicId(bytes: Uint8Array): string {
  return Array.from(
    bytes.subarray(0, PUBLIC_ID_LENGTH),
    (byte) => PUBLIC_ALPHABET[byte % PUBLIC_ALPHABET.length],
  ).join("");
}
