import { collectDefaultMetrics, type Registry } from "prom-client";

/** Gauges that prom-client names like counters. Each has a counterpart by type with the same sum. */
const MISNAMED = ["active_handles_total", "active_requests_total", "active_resources_total"];

/** Collects process metrics of a thread, without names that `promtool check metrics` rejects. */
export function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry, prefix: "vedette_" });
  for (const name of MISNAMED) registry.removeSingleMetric(`vedette_nodejs_${name}`);
}
