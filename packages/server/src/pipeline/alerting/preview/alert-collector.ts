import { PREVIEW_ALERTS_MAX } from "@vedette/contract/alerts/alert-rules.ts";
import type { Evidence, Preview } from "@vedette/contract/alerts/alerts.ts";
import type { PreviewTarget } from "./preview-request.ts";

/** `resolvedMs` is null if the alert would still be open. */
export type FoundAlert = {
  target: PreviewTarget;
  openMs: number;
  resolvedMs: number | null;
  evidence: Evidence;
};

/** Receives the alerts of a replay. */
export type AlertSink = {
  /** Without it alerts come with `NO_EVIDENCE`: that of windows takes longer than to find the alerts. */
  readonly needsEvidence: boolean;
  add(alert: FoundAlert): void;
  /** Receives an alert that opened before the period. */
  addEarlier(alert: FoundAlert): void;
};

export const NO_EVIDENCE: Evidence = {
  ...{ location: null, result_id: null, run_id: null, error: null },
  ...{ threshold: 0, value: 0 },
};

/** Counts the alerts of all targets of a preview and keeps the newest: a rule can open very many. */
export class AlertCollector implements AlertSink {
  readonly needsEvidence = true;
  #total = 0;
  #newest: FoundAlert[] = [];

  get total(): number {
    return this.#total;
  }

  add(alert: FoundAlert): void {
    this.#total += 1;
    this.#newest.push(alert);
    if (this.#newest.length >= 2 * PREVIEW_ALERTS_MAX) this.#newest = this.#sorted();
  }

  addEarlier(): void {}

  /** Newest first. */
  list(nowMs: number): Preview["alerts"] {
    return this.#sorted().map(({ target: { kind: type, id, name }, openMs, resolvedMs, evidence }) => ({
      triggered_at: new Date(openMs).toISOString(),
      resolved_at: resolvedMs === null ? null : new Date(resolvedMs).toISOString(),
      duration_seconds: Math.round(((resolvedMs ?? nowMs) - openMs) / 1_000),
      target: { type, id, name },
      evidence,
    }));
  }

  #sorted(): FoundAlert[] {
    return this.#newest.toSorted((a, b) => b.openMs - a.openMs).slice(0, PREVIEW_ALERTS_MAX);
  }
}
