import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import protobuf from "protobufjs";

/**
 * A receiver of OTLP over HTTP that decodes requests by the protobuf definitions of OpenTelemetry (opentelemetry-proto 1.x:
 * the fields that Vedette sends, with their numbers and types).
 */
const DEFINITIONS = `
  syntax = "proto3";
  message AnyValue {
    oneof value {
      string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; ArrayValue array_value = 5;
    }
  }
  message ArrayValue { repeated AnyValue values = 1; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message Scope { string name = 1; string version = 2; }
  message Status { string message = 2; int32 code = 3; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; string trace_state = 3; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
    fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8; repeated KeyValue attributes = 9; Status status = 15;
  }
  message ScopeSpans { Scope scope = 1; repeated Span spans = 2; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Traces { repeated ResourceSpans resource_spans = 1; }
  message NumberDataPoint {
    fixed64 start_time_unix_nano = 2; fixed64 time_unix_nano = 3;
    oneof value { double as_double = 4; sfixed64 as_int = 6; }
    repeated KeyValue attributes = 7;
  }
  message HistogramDataPoint {
    fixed64 start_time_unix_nano = 2; fixed64 time_unix_nano = 3; fixed64 count = 4; optional double sum = 5;
    repeated fixed64 bucket_counts = 6; repeated double explicit_bounds = 7; repeated KeyValue attributes = 9;
  }
  message Gauge { repeated NumberDataPoint data_points = 1; }
  message Sum { repeated NumberDataPoint data_points = 1; int32 aggregation_temporality = 2; bool is_monotonic = 3; }
  message Histogram { repeated HistogramDataPoint data_points = 1; int32 aggregation_temporality = 2; }
  message Metric {
    string name = 1; string description = 2; string unit = 3;
    oneof data { Gauge gauge = 5; Sum sum = 7; Histogram histogram = 9; }
  }
  message ScopeMetrics { Scope scope = 1; repeated Metric metrics = 2; }
  message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scope_metrics = 2; }
  message Metrics { repeated ResourceMetrics resource_metrics = 1; }
  message PartialSuccess { int64 rejected = 1; string error_message = 2; }
  message Response { PartialSuccess partial_success = 1; }`;

const TYPES: Record<string, string> = { "/v1/traces": "Traces", "/v1/metrics": "Metrics" };

type KeyValue = { key: string; value: Record<string, unknown> };

export type ReceivedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  kind: number;
  traceState: string;
  startUs: number;
  endUs: number;
  attributes: Record<string, unknown>;
  status: { code: number; message: string };
};
export type ReceivedPoint = {
  attributes: Record<string, unknown>;
  value: number | { count: number; buckets: number[] };
};

export type OtlpReceiver = {
  url: string;
  /** Headers of all requests, also of those that were refused. */
  requests: { path: string; headers: Record<string, unknown> }[];
  spans: ReceivedSpan[];
  resources: Record<string, unknown>[];
  /** Points by the name of their metric. */
  metrics: Map<string, ReceivedPoint[]>;
  /** Answers to the next requests; further ones are accepted. */
  answers: { status: number; headers?: Record<string, string>; body?: string | Buffer }[];
  /** The answer to a request that is accepted, except for a part. */
  partialSuccess(rejected: number, errorMessage: string): { status: 200; body: Buffer };
  close(): Promise<void>;
};

type Received = Omit<OtlpReceiver, "url" | "close" | "partialSuccess">;

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const { root } = protobuf.parse(DEFINITIONS, { keepCase: false });
  const found: Received = {
    ...{ requests: [], spans: [], resources: [], metrics: new Map(), answers: [] },
  };
  const server = createServer(async (request, response) => {
    const path = request.url ?? "";
    found.requests.push({ path, headers: request.headers });
    const body = gunzipSync(await buffer(request));
    const answer = found.answers.shift() ?? { status: 200 };
    if (answer.status === 200) decode(root.lookupType(TYPES[path] ?? path), { body, found });
    response.writeHead(answer.status, answer.headers).end(answer.body ?? "");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    ...found,
    partialSuccess(rejected, errorMessage) {
      const body = root
        .lookupType("Response")
        .encode({ partialSuccess: { rejected, errorMessage } })
        .finish();
      return { status: 200, body: Buffer.from(body) };
    },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function decode(type: protobuf.Type, { body, found }: { body: Buffer; found: Received }): void {
  const message = type.toObject(type.decode(body), { longs: Number, bytes: Buffer, defaults: true });
  for (const { resource, scopeSpans } of message.resourceSpans ?? []) {
    found.resources.push(attributesOf(resource.attributes));
    for (const { spans } of scopeSpans) found.spans.push(...spans.map(toSpan));
  }
  for (const { resource, scopeMetrics } of message.resourceMetrics ?? []) {
    found.resources.push(attributesOf(resource.attributes));
    for (const metric of scopeMetrics.flatMap(({ metrics }: { metrics: object[] }) => metrics)) {
      const { dataPoints } = metric.gauge ?? metric.sum ?? metric.histogram;
      const points = found.metrics.get(metric.name) ?? [];
      found.metrics.set(metric.name, [...points, ...dataPoints.map(toPoint)]);
    }
  }
}

function toSpan(span: Record<string, never>): ReceivedSpan {
  const hex = (bytes: Buffer) => bytes.toString("hex");
  return {
    ...{ traceId: hex(span.traceId ?? Buffer.of()), spanId: hex(span.spanId ?? Buffer.of()) },
    parentSpanId: hex(span.parentSpanId ?? Buffer.of()),
    ...{ name: span.name ?? "", kind: span.kind ?? 0, traceState: span.traceState ?? "" },
    ...{
      startUs: Math.round(Number(span.startTimeUnixNano) / 1_000),
      endUs: Math.round(Number(span.endTimeUnixNano) / 1_000),
    },
    attributes: attributesOf(span.attributes ?? []),
    status: span.status ?? { code: 0, message: "" },
  };
}

function toPoint(point: Record<string, unknown>): ReceivedPoint {
  const attributes = attributesOf(point.attributes as KeyValue[]);
  const { count, bucketCounts: buckets, asDouble, asInt } = point;
  if (buckets !== undefined)
    return { attributes, value: { count: Number(count), buckets: buckets as number[] } };
  return { attributes, value: Number(asDouble ?? asInt) };
}

function attributesOf(pairs: readonly KeyValue[]): Record<string, unknown> {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, textOrNumber(value)]));
}

function textOrNumber(value: Record<string, unknown>): unknown {
  const { arrayValue, ...scalar } = value;
  const items = (arrayValue as { values: Record<string, unknown>[] } | undefined)?.values;
  return items ? items.map(textOrNumber) : Object.values(scalar)[0];
}
