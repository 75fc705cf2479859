import { ProtobufMetricsSerializer, ProtobufTraceSerializer } from "@opentelemetry/otlp-transformer";

/**
 * The types and the encoding of OTLP. The library takes the objects of OpenTelemetry's SDK; ours have the same fields, so
 * that no SDK runs.
 */
export type OtlpSpan = Parameters<typeof ProtobufTraceSerializer.serializeRequest>[0][number];
export type Metrics = Parameters<typeof ProtobufMetricsSerializer.serializeRequest>[0];
export type Resource = OtlpSpan["resource"];
export type Attributes = OtlpSpan["attributes"];
export type HrTime = OtlpSpan["startTime"];

export function resourceOf(orgId: string, version: string): Resource {
  const attributes = {
    "service.name": "vedette",
    "service.version": version,
    "vedette.organization.id": orgId,
  };
  const resource: Resource = { attributes, merge: () => resource, getRawAttributes: () => [] };
  return resource;
}

export const SCOPE = { name: "vedette" } as const;

/** Seconds and nanoseconds. Times are exact to the microsecond. */
export function hrTime(us: number): HrTime {
  const seconds = Math.floor(us / 1e6);
  return [seconds, Math.round(us - seconds * 1e6) * 1_000];
}

export function encodeTraces(spans: OtlpSpan[]): Uint8Array {
  return ProtobufTraceSerializer.serializeRequest(spans) ?? failed();
}

export function encodeMetrics(metrics: Metrics): Uint8Array {
  return ProtobufMetricsSerializer.serializeRequest(metrics) ?? failed();
}

function failed(): never {
  throw new Error("OTLP was not encoded");
}
