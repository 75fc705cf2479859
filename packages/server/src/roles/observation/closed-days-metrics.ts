import { Gauge, type Registry } from "prom-client";

/** What `/readyz` says of closed days: the newest one. */
export function closedDaysDetails(newest: Date): Record<string, unknown> {
  return { newest: newest.toISOString().slice(0, 10) };
}

/** A time, as Prometheus recommends, so that an age is computed when it is read. Absent until a day is closed. */
export function createClosedDaysMetrics(registry: Registry): { set(newest: Date | null): void } {
  const newestDay = new Gauge({
    name: "vedette_closed_days_newest_timestamp_seconds",
    help: "Start of the newest day whose results are compressed, in seconds since 1970",
    labelNames: [],
    registers: [registry],
  });
  return {
    set(newest) {
      newestDay.remove();
      if (newest !== null) newestDay.set(newest.getTime() / 1_000);
    },
  };
}
