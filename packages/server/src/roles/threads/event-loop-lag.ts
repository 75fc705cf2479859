import { createHistogram } from "node:perf_hooks";
import { Gauge, type Registry } from "prom-client";
import type { Clock } from "../../platform/kernel/clock.ts";

/**
 * A sample wakes the thread, which takes up to 0.1 ms of CPU time. prom-client's default is one every 10 ms, and it counts
 * these 10 ms as lag.
 */
const SAMPLE_EVERY_MS = 500;

const NAME = "nodejs_eventloop_lag";

/** Replaces prom-client's figures of the event loop: how late timers of the calling thread are, since the last read. */
export function collectEventLoopLag(
  registry: Registry,
  { prefix, clock }: { prefix: string; clock: Pick<Clock, "monotonic"> },
): void {
  for (const { name } of registry.getMetricsAsArray())
    if (name.startsWith(`${prefix}${NAME}`)) registry.removeSingleMetric(name);
  const lag = createHistogram();
  let lastNs = 0;
  let dueMs = clock.monotonic() + SAMPLE_EVERY_MS;
  const sampling = setInterval(() => {
    const nowMs = clock.monotonic();
    lastNs = Math.max(1, Math.round((nowMs - dueMs) * 1e6));
    lag.record(lastNs);
    dueMs = nowMs + SAMPLE_EVERY_MS;
  }, SAMPLE_EVERY_MS);
  sampling.unref();
  const add = (name: string, help: string, readNs: () => number) =>
    new Gauge({
      ...{ name: `${prefix}${name}`, help, registers: [registry] },
      collect() {
        this.set(lag.count === 0 ? 0 : readNs() / 1e9);
      },
    });
  add(`${NAME}_seconds`, "How late the last sampled timer of the event loop was", () => lastNs);
  add(`${NAME}_min_seconds`, "The shortest delay of a timer since the last read", () => lag.min);
  add(`${NAME}_max_seconds`, "The longest delay of a timer since the last read", () => lag.max);
  add(`${NAME}_mean_seconds`, "The mean delay of timers since the last read", () => lag.mean);
  add(`${NAME}_stddev_seconds`, "The standard deviation of these delays", () => lag.stddev);
  add(`${NAME}_p50_seconds`, "The median of these delays", () => lag.percentile(50));
  add(`${NAME}_p90_seconds`, "The 90th percentile of these delays", () => lag.percentile(90));
  add(`${NAME}_p99_seconds`, "The 99th percentile of these delays", () => {
    const p99 = lag.percentile(99);
    // The last of the figures to be read.
    lag.reset();
    return p99;
  });
}
