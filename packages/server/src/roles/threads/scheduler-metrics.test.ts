import { expect, test } from "vitest";
import { createRunnerMetrics } from "./runner-metrics.ts";
import { SchedulerMetrics } from "./scheduler-metrics.ts";

/** The rules of `promtool check metrics` for names. Source: prometheus, util/promlint. */
function faultsOf({ name, type }: { name: string; type: unknown }): string[] {
  const isCounter = type === "counter" || type === 0;
  return [
    ...(name.endsWith("_total") && !isCounter ? [`${name}: only counters end in _total`] : []),
    ...(isCounter && !name.endsWith("_total") ? [`${name}: counters end in _total`] : []),
    ...(/_(ms|milliseconds|minutes|kilobytes|kb|mb)(_|$)/.test(name) ? [`${name}: no base unit`] : []),
    ...(/[^a-z0-9_]/.test(name) ? [`${name}: not in snake case`] : []),
  ];
}

test("metric names follow the rules of Prometheus", async () => {
  const scheduler = await new SchedulerMetrics().read({ tickLagMs: 1_500, batchesFailed: 2 });
  const runner = await createRunnerMetrics("runner").read({ inFlight: 0, waiting: 0, late: 0 });
  const metrics = [...scheduler, ...runner] as { name: string; type: unknown; values: { value: number }[] }[];
  expect(metrics.length).toBeGreaterThan(20);
  expect(metrics.flatMap(faultsOf)).toEqual([]);
  const lag = metrics.find(({ name }) => name === "vedette_scheduler_tick_lag_seconds");
  expect(lag?.values[0]?.value).toBe(1.5);
});
