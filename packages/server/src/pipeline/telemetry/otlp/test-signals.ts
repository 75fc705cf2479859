import { newTraceId, rootSpanIdOf } from "../../../platform/kernel/trace-context.ts";
import { GAUGE, metricOf } from "./metric-of.ts";
import { hrTime, type Metrics, type OtlpSpan, type Resource, SCOPE } from "./resource.ts";

/** What the test of an exporter sends: one span and one data point, which are easy to find at the receiver. */

const NAME = "vedette.test";
const [INTERNAL, UNSET, SAMPLED] = [0, 0, 1] as const;
const DURATION_US = 1_000;

export function testSpans(resource: Resource, nowMs: number): OtlpSpan[] {
  const traceId = newTraceId();
  const context = { traceId, spanId: rootSpanIdOf(traceId), traceFlags: SAMPLED };
  return [
    {
      ...{ name: NAME, kind: INTERNAL, spanContext: () => context, status: { code: UNSET } },
      ...{ startTime: hrTime(nowMs * 1_000 - DURATION_US), endTime: hrTime(nowMs * 1_000) },
      ...{ duration: hrTime(DURATION_US), attributes: {}, links: [], events: [], ended: true, resource },
      instrumentationScope: SCOPE,
      ...{ droppedAttributesCount: 0, droppedEventsCount: 0, droppedLinksCount: 0 },
    },
  ];
}

export function testMetrics(resource: Resource, nowMs: number): Metrics {
  const time = hrTime(nowMs * 1_000);
  const metric = metricOf(
    { name: NAME, unit: "1", description: "Sent by the test of an exporter" },
    {
      dataPointType: GAUGE,
      dataPoints: [{ attributes: {}, value: 1, startTime: time, endTime: time }],
    },
  );
  return { resource, scopeMetrics: [{ scope: SCOPE, metrics: [metric] }] };
}
