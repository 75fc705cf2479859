import { createHash, randomBytes } from "node:crypto";

/** Identifiers of traces and spans, and the headers `traceparent` and `tracestate`: W3C Trace Context, level 1. */

export function newTraceId(): string {
  return randomBytes(16).toString("hex");
}

/** The span of a check or run is the parent of what its requests cause, so it follows from the trace. */
export function rootSpanIdOf(traceId: string): string {
  return childSpanIdOf(traceId, "root");
}

export function childSpanIdOf(traceId: string, part: string): string {
  return createHash("sha256").update(`${traceId}:${part}`).digest("hex").slice(0, 16);
}

/** Version 0, sampled. */
export function traceparentOf(traceId: string): string {
  return `00-${traceId}-${rootSpanIdOf(traceId)}-01`;
}

/** Names the span of the check again, so that a trace that went through other systems still shows where it began. */
export function tracestateOf(traceId: string): string {
  return `vedette=${rootSpanIdOf(traceId)}`;
}
