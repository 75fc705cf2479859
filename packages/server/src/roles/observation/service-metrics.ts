import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** Metrics of the background work: notifications, self-checks, the folder of monitoring as code. */
export type ServiceMetrics = {
  /** From the cause of a notification until the receiver accepted it. */
  observeDelivery(delayMs: number): void;
  countSelfCheck(passed: boolean): void;
  setCodeFolder(isApplied: boolean): void;
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
  const rejected = new Gauge({
    name: "vedette_code_folder_rejected",
    help: "1 while the files of VEDETTE_CONFIG_DIR have faults, so that what was applied before stays",
    registers: [registry],
  });
  return {
    observeDelivery: (delayMs) => delay.observe(Math.max(0, delayMs) / 1_000),
    countSelfCheck: (passed) => selfChecks.inc({ result: passed ? "passed" : "failed" }),
    setCodeFolder: (isApplied) => rejected.set(isApplied ? 0 : 1),
  };
}
