import { randomBytes } from "node:crypto";

let lastMs = -1;
let counter = 0;
/** Of the 12 bits behind the instant; a new millisecond begins in the lower half, so that 2,048 more have room. */
const COUNTER_MAX = 0xfff;
const COUNTER_START_MAX = 0x7ff;

/**
 * A new UUID v7 of the given instant: sorts by time, and those that one thread makes in the same millisecond by
 * their order, so that the newest is the newest. Source: RFC 9562, sections 5.7 and 6.2 (method 1).
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

/** Where the ids of an instant begin: all that were made before it are less. */
export function lowestId(epochMs: number): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(Math.floor(epochMs), 0, 6);
  return formatUuid(bytes);
}

/** When an id was made, as far as it says so itself. */
export function idTimeMs(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** Sixteen bytes as a lower-case UUID. */
export function formatUuid(bytes: Buffer): string {
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
