import { expect, test } from "vitest";
import { systemClock } from "../../platform/kernel/clock.ts";
import { createRunnerMetrics } from "../threads/runner-metrics.ts";
import { SchedulerMetrics } from "../threads/scheduler-metrics.ts";
import { observeProcess } from "./observation.ts";

test("exports figures of the process once, and figures of an isolate once per thread", async () => {
  const scheduler = new SchedulerMetrics();
  const runners = ["runner-1", "runner-2"].map(createRunnerMetrics);
  const idle = { inFlight: 0, waiting: 0, late: 0 };
  const { metrics } = observeProcess({
    database: null,
    holder: { queue: { isConnected: () => true } as never },
    mainThread: "main",
    clock: systemClock,
    engine: {
      observe: async () => ({
        metrics: await Promise.all([scheduler.read({}), ...runners.map((runner) => runner.read(idle))]),
        scheduler: null,
        silent: 0,
      }),
    },
  });
  const lines = (await metrics()).split("\n");
  const seriesOf = (name: string) =>
    lines.flatMap((line) => (line.startsWith(name) ? line.split(" ")[0] : []));

  const processWide = [...new Set(seriesOf("vedette_process_").map((series) => series?.split("{")[0]))];
  expect(processWide).toEqual(
    expect.arrayContaining([
      "vedette_process_cpu_seconds_total",
      "vedette_process_resident_memory_bytes",
      "vedette_process_open_fds",
      "vedette_process_start_time_seconds",
    ]),
  );
  for (const name of processWide) expect(seriesOf(`${name} `), name).toEqual([name]);
  expect(seriesOf("vedette_process_")).toHaveLength(processWide.length);
  expect(seriesOf("vedette_nodejs_version_info")).toHaveLength(1);

  const threads = ["main", "scheduler", "runner-1", "runner-2"].map((thread) => `{thread="${thread}"}`);
  for (const name of ["vedette_nodejs_eventloop_lag_seconds", "vedette_nodejs_heap_size_used_bytes"]) {
    expect(seriesOf(`${name}{`).sort(), name).toEqual(threads.map((labels) => `${name}${labels}`).sort());
  }
  const comments = lines.filter((line) => line.startsWith("# TYPE "));
  expect(new Set(comments).size).toBe(comments.length);
});
