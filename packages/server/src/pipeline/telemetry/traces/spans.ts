import { childSpanIdOf, rootSpanIdOf, tracestateOf } from "../../../platform/kernel/trace-context.ts";
import { type Attributes, hrTime, type OtlpSpan, type Resource, SCOPE } from "../otlp/resource.ts";
import type { TracedRow, TracedRun, TracedStep } from "./queries.ts";
import { traceIdOf } from "./trace-ids.ts";

/** Converts results to spans: one for the check or run, with its phases or steps as children. Pure. */

const [INTERNAL, CLIENT] = [0, 2] as const;
const [UNSET, ERROR] = [0, 2] as const;
const SAMPLED = 1;
const STATUS_OF = { u: "up", g: "degraded", d: "down", e: "error" } as const;

export function traceSpansOf(row: TracedRow, resource: Resource): OtlpSpan[] {
  const traceId = row.trace_id ?? traceIdOf(row);
  const tracestate = row.trace_id === null ? null : tracestateOf(traceId);
  const root = { traceId, spanId: rootSpanIdOf(traceId), tracestate, resource };
  const startUs = row.run?.started_ms ? row.run.started_ms * 1_000 : row.slot_us + row.late_ms * 1_000;
  const endUs = row.run?.finished_ms ? row.run.finished_ms * 1_000 : startUs + durationUs(row);
  const error = row.run?.error ?? row.error;
  const span = createSpan(root, {
    name: nameOf(row),
    kind: row.kind === "monitor" ? CLIENT : INTERNAL,
    ...{ startUs, endUs: Math.max(startUs, endUs) },
    isError: row.status === "d",
    message: error?.message ?? null,
    attributes: attributesOf(row, error),
  });
  return [span, ...(row.run ? stepSpans(row.run, root) : phaseSpans(row, { root, startUs }))];
}

type SpanInput = {
  name: string;
  kind: OtlpSpan["kind"];
  startUs: number;
  endUs: number;
  isError: boolean;
  message: string | null;
  attributes: Attributes;
};
/** `tracestate` is null if the requests of the check did not send it. */
type Root = { traceId: string; spanId: string; tracestate: string | null; resource: Resource };

/** `part` is null for the span of the check or run itself. */
function createSpan(
  { traceId, spanId, tracestate, resource }: Root,
  input: SpanInput,
  part: string | null = null,
): OtlpSpan {
  const contextOf = (id: string) => ({
    ...{ traceId, spanId: id, traceFlags: SAMPLED },
    ...(tracestate !== null && { traceState: fixedTraceState(tracestate) }),
  });
  const own = contextOf(part === null ? spanId : childSpanIdOf(traceId, part));
  return {
    ...{ name: input.name, kind: input.kind, spanContext: () => own },
    ...(part !== null && { parentSpanContext: contextOf(spanId) }),
    ...{ startTime: hrTime(input.startUs), endTime: hrTime(input.endUs) },
    duration: hrTime(input.endUs - input.startUs),
    status: input.isError ? { code: ERROR, message: input.message ?? "" } : { code: UNSET },
    attributes: input.attributes,
    ...{ links: [], events: [], ended: true, resource, instrumentationScope: SCOPE },
    ...{ droppedAttributesCount: 0, droppedEventsCount: 0, droppedLinksCount: 0 },
  };
}

/** The encoding only serializes it. */
function fixedTraceState(text: string): NonNullable<ReturnType<OtlpSpan["spanContext"]>["traceState"]> {
  const state: ReturnType<typeof fixedTraceState> = {
    ...{ serialize: () => text, get: () => undefined, set: () => state, unset: () => state },
  };
  return state;
}

/** A check without a response took the time of its phases, or all of its time. */
function durationUs(row: TracedRow): number {
  if (row.response_us !== null) return row.response_us;
  if (row.error?.code.endsWith("TIMEOUT")) return row.timeout_ms * 1_000;
  return phasesOf(row).reduce((sum, [, us]) => sum + us, 0);
}

function phasesOf({ dns_us, connect_us, tls_us, ttfb_us, response_us }: TracedRow): [string, number][] {
  const measured = { dns: dns_us, connect: connect_us, tls: tls_us, ttfb: ttfb_us };
  const phases = Object.entries(measured).flatMap(([phase, us]): [string, number][] =>
    us === null ? [] : [[phase, us]],
  );
  const rest = (response_us ?? 0) - phases.reduce((sum, [, us]) => sum + us, 0);
  return phases.length > 0 && rest > 0 ? [...phases, ["download", rest]] : phases;
}

function phaseSpans(row: TracedRow, { root, startUs }: { root: Root; startUs: number }): OtlpSpan[] {
  let atUs = startUs;
  return phasesOf(row).map(([phase, us]) => {
    const from = atUs;
    atUs += us;
    const times = { startUs: from, endUs: atUs };
    const input = { name: phase, kind: INTERNAL, ...times, isError: false, message: null, attributes: {} };
    return createSpan(root, input, phase);
  });
}

function stepSpans({ steps }: TracedRun, root: Root): OtlpSpan[] {
  return steps.flatMap((step) => {
    if (step.started_ms === null) return [];
    const startUs = step.started_ms * 1_000;
    return createSpan(
      root,
      {
        ...{ name: step.name, kind: CLIENT, startUs, endUs: startUs + (step.duration_ms ?? 0) * 1_000 },
        ...{ isError: step.status === "failed", message: step.error?.message ?? null },
        attributes: stepAttributes(step),
      },
      `step:${step.index}`,
    );
  });
}

function stepAttributes(step: TracedStep): Attributes {
  return present({
    ...urlAttributes(step.url),
    "http.response.status_code": step.status_code,
    "error.type": step.error?.code ?? null,
    "vedette.step.index": step.index,
    "vedette.step.action": step.action,
  });
}

function nameOf({ kind, type, method, name }: TracedRow): string {
  if (type === "url") return method ?? "GET";
  return type === null ? `${kind} ${name}` : `${type} check`;
}

function attributesOf(row: TracedRow, error: TracedRow["error"]): Attributes {
  return present({
    ...(row.type === "url" && { "http.request.method": row.method ?? "GET", ...urlAttributes(row.address) }),
    ...(row.type !== "url" && row.address !== null && hostAttributes(row.address)),
    "http.response.status_code": row.status_code,
    "http.response.body.size": row.status_code === null ? null : row.body_bytes,
    "network.peer.address": row.ip,
    "tls.protocol.version": row.tls_protocol?.replace(/^TLSv/, "") ?? null,
    "error.type": error?.code ?? null,
    "vedette.target.id": row.target_id,
    "vedette.target.name": row.name,
    "vedette.target.type": row.type ?? row.kind,
    "vedette.target.tags": row.tags,
    "vedette.status": STATUS_OF[row.status],
    "vedette.location": row.location,
    "vedette.runner": row.runner,
    "vedette.attempts": row.attempts,
    "vedette.trigger": row.trigger === "s" ? "schedule" : "manual",
    "vedette.start_delay_ms": row.late_ms,
    "vedette.run.id": row.run?.id ?? null,
  });
}

/** A URL with variables is shown as it is written: its values may be secret. */
function urlAttributes(text: string | null): Record<string, string | number> {
  if (text === null) return {};
  const url = URL.parse(text);
  if (url === null || url.hostname === "") return { "url.full": text };
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
  return { "url.full": text, "server.address": url.hostname, "server.port": port };
}

function hostAttributes(address: string): Record<string, string | number> {
  const [, host, port] = /^(.*):(\d{1,5})$/.exec(address) ?? [];
  return host === undefined || host === ""
    ? { "server.address": address }
    : { "server.address": host, "server.port": Number(port) };
}

function present(attributes: Record<string, string | number | string[] | null>): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null)) as Attributes;
}
