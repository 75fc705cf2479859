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

/** Counts the alerts of all targets of a preview and keeps the newest: a rule can open very many. */
export class AlertCollector {
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
