import { Counter, Histogram, type Registry } from "prom-client";

/** Metrics of the background work: how long notifications take, and whether self-checks pass. */
export type ServiceMetrics = {
  /** From the cause of a notification until the receiver accepted it. */
  observeDelivery(delayMs: number): void;
  countSelfCheck(passed: boolean): void;
};

export function createServiceMetrics(registry: Registry): ServiceMetrics {
  const delay = new Histogram({
    name: "vedette_notification_delay_seconds",
    help: "Time from the cause of a notification until the receiver accepted it, with retries",
    buckets: [0.25, 0.5, 1, 2, 3, 5, 10, 30, 60, 300, 1_800],
    registers: [registry],
  });
  const selfChecks = new Counter({
    name: "vedette_self_checks_total",
    help: "Checks of a host that cannot exist, once a minute and location; one that does not find it down has failed",
    labelNames: ["result"],
    registers: [registry],
  });
  return {
    observeDelivery: (delayMs) => delay.observe(Math.max(0, delayMs) / 1_000),
    countSelfCheck: (passed) => selfChecks.inc({ result: passed ? "passed" : "failed" }),
  };
}
