import { Registry } from "prom-client";
import { expect, test, vi } from "vitest";
import { systemClock } from "../../platform/kernel/clock.ts";
import { collectEventLoopLag } from "./event-loop-lag.ts";

const NAMES = ["", "min_", "max_", "mean_", "stddev_", "p50_", "p90_", "p99_"].map(
  (figure) => `v_nodejs_eventloop_lag_${figure}seconds`,
);

async function read(registry: Registry): Promise<Record<string, number | undefined>> {
  const metrics = await registry.getMetricsAsJSON();
  return Object.fromEntries(metrics.map(({ name, values }) => [name, values[0]?.value]));
}

test("a thread that is blocked shows for how long, once", async () => {
  const registry = new Registry();
  collectEventLoopLag(registry, { prefix: "v_", clock: systemClock });
  expect(await read(registry)).toEqual(Object.fromEntries(NAMES.map((name) => [name, 0])));
  const untilMs = performance.now() + 900;
  while (performance.now() < untilMs);
  await vi.waitFor(async () => {
    const { v_nodejs_eventloop_lag_max_seconds: longest } = await read(registry);
    expect(longest).toBeGreaterThan(0.35);
  }, 10_000);
  expect(Object.keys(await read(registry))).toEqual(NAMES);
});
