import { createHash } from "node:crypto";

/** The same for a result whenever it is sent, so that receivers can drop repetitions. */
export function traceIdOf(result: { target_id: string; location: string; slot_us: number }): string {
  const text = `${result.target_id}:${result.location}:${result.slot_us}`;
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
