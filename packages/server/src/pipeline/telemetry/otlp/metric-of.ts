import type { Metrics } from "./resource.ts";

/** Of OpenTelemetry's SDK: the types of data points. */
export const [HISTOGRAM, GAUGE, SUM] = [0, 2, 3] as const;
const CUMULATIVE = 1;
const DOUBLE = 1;

export type Metric = Metrics["scopeMetrics"][number]["metrics"][number];
type Descriptor = { name: string; unit: string; description: string };
type Data = Omit<Metric, "descriptor" | "aggregationTemporality"> & { isMonotonic?: true };

export function metricOf(descriptor: Descriptor, data: Data): Metric {
  // Guarantee behind the cast: the callers give the points that belong to the type.
  return {
    descriptor: { ...descriptor, valueType: DOUBLE },
    aggregationTemporality: CUMULATIVE,
    ...data,
  } as Metric;
}
