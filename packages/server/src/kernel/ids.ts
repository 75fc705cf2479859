import { randomBytes } from "node:crypto";

/** A new UUID v7 of the given instant: sorts by time. Source: RFC 9562, section 5.7. */
export function newId(epochMs: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Math.floor(epochMs), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
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
