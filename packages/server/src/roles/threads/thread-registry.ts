import { collectDefaultMetrics, Registry } from "prom-client";
import { systemClock } from "../../platform/kernel/clock.ts";
import { collectEventLoopLag } from "./event-loop-lag.ts";

const PREFIX = "vedette_";
/** The longest interval of a timer. */
const NEVER_MS = 2 ** 31 - 1;
/** Gauges that prom-client names like counters. Each has a counterpart by type with the same sum. */
const MISNAMED = ["active_handles_total", "active_requests_total", "active_resources_total"];

/**
 * Starts a registry with heap, garbage collection and event loop of the calling thread, without names that
 * `promtool check metrics` rejects. prom-client collects the figures of the process in every thread; only the
 * thread that passes `processRegistry` exports them, without the label `thread`.
 */
export function createThreadRegistry(thread: string, processRegistry?: Registry): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ thread });
  collectDefaultMetrics({ register: registry, prefix: PREFIX, eventLoopMonitoringPrecision: NEVER_MS });
  collectEventLoopLag(registry, { prefix: PREFIX, clock: systemClock });
  for (const name of MISNAMED) registry.removeSingleMetric(`${PREFIX}nodejs_${name}`);
  for (const { name } of registry.getMetricsAsArray()) {
    const metric = registry.getSingleMetric(name);
    if (!metric || !isProcessWide(name)) continue;
    registry.removeSingleMetric(name);
    processRegistry?.registerMetric(metric);
  }
  return registry;
}

function isProcessWide(name: string): boolean {
  return name.startsWith(`${PREFIX}process_`) || name === `${PREFIX}nodejs_version_info`;
}
