import { collectDefaultMetrics, type Registry } from "prom-client";

/** Gauges that prom-client names like counters; beside each stands one by type, whose sum is the same. */
const MISNAMED = ["active_handles_total", "active_requests_total", "active_resources_total"];

/** What every thread of ours says of its process, without names that `promtool check metrics` objects to. */
export function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry, prefix: "vedette_" });
  for (const name of MISNAMED) registry.removeSingleMetric(`vedette_nodejs_${name}`);
}
