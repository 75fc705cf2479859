import { createHash } from "node:crypto";

/** Identifiers of traces and spans, in the lower-case hexadecimal digits of W3C Trace Context. */

/** The same for a result whenever it is sent, so that receivers can drop repetitions. */
export function traceIdOf(result: { target_id: string; location: string; slot_us: number }): string {
  return digest(`${result.target_id}:${result.location}:${result.slot_us}`).slice(0, 32);
}

/** The span of a check or run is the parent in the `traceparent` of its requests, so it follows from the trace. */
export function rootSpanIdOf(traceId: string): string {
  return childSpanIdOf(traceId, "root");
}

export function childSpanIdOf(traceId: string, part: string): string {
  return digest(`${traceId}:${part}`).slice(0, 16);
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");
