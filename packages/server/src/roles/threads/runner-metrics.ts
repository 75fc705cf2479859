import type { CheckOutcome, CheckSpec } from "@vedette/contract/checks/check-run.ts";
import { Counter, Gauge } from "prom-client";
import type { ThreadMetrics } from "./thread-control.ts";
import { createThreadRegistry } from "./thread-registry.ts";

/** The metrics of a runner thread, read through the main thread's /metrics. */
export function createRunnerMetrics(thread: string) {
  const registry = createThreadRegistry(thread);
  const checks = new Counter({
    name: "vedette_checks_total",
    help: "Completed checks, by kind and status",
    labelNames: ["kind", "status"],
    registers: [registry],
  });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const inFlight = gauge("vedette_runner_checks_in_flight", "Checks in flight");
  const waiting = gauge("vedette_runner_checks_waiting", "Checks that wait for a free slot");
  const late = new Counter({
    name: "vedette_runner_checks_late_total",
    help: "Checks returned because they could not start in time",
    registers: [registry],
  });

  return {
    count(spec: CheckSpec, outcome: CheckOutcome): void {
      checks.inc({ kind: spec.kind, status: outcome.status });
    },
    read(state: { inFlight: number; waiting: number; late: number }): Promise<ThreadMetrics> {
      inFlight.set(state.inFlight);
      waiting.set(state.waiting);
      late.reset();
      late.inc(state.late);
      return registry.getMetricsAsJSON() as Promise<ThreadMetrics>;
    },
  };
}
