import type { AlertSink, FoundAlert } from "../alert-collector.ts";

/** When an alert or outage began and ended; `toMs` is null while it lasts. */
export type AlertTime = { fromMs: number; toMs: number | null };

/** Keeps the times of the alerts of one target, oldest first. */
export class AlertTimes implements AlertSink {
  readonly needsEvidence = false;
  /** Alerts of the period. */
  readonly found: AlertTime[] = [];
  /** Alerts that opened before. */
  readonly earlier: AlertTime[] = [];

  add({ openMs, resolvedMs }: FoundAlert): void {
    this.found.push({ fromMs: openMs, toMs: resolvedMs });
  }

  addEarlier({ openMs, resolvedMs }: FoundAlert): void {
    this.earlier.push({ fromMs: openMs, toMs: resolvedMs });
  }
}
