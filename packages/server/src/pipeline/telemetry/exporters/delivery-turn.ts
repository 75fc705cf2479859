import type { OtlpResult } from "./otlp-request.ts";
import type { DeliveryCounts } from "./queries.ts";

const FIRST_WAIT_MS = 30_000;
const WAIT_MS_MAX = 900_000;

/** What became of the requests of one turn of an exporter. */
export class DeliveryTurn {
  isAccepted = false;
  /** The newest request that failed or was rejected. */
  failure: Exclude<OtlpResult, { kind: "accepted" }> | null = null;
  /** What the receiver says of a part that it did not take. */
  warning: string | null = null;
  readonly counts: DeliveryCounts = {
    ...{ tracesSent: 0, tracesDropped: 0, spansRejected: 0 },
    ...{ pointsSent: 0, pointsDropped: 0, requestsRetried: 0 },
  };

  /** Whether a request will be repeated. */
  get hasFailed(): boolean {
    return this.failure?.kind === "failed";
  }

  noteMetrics(result: OtlpResult, points: number): void {
    this.#note(result);
    if (result.kind === "accepted") {
      const rejected = Math.min(result.rejected, points);
      this.counts.pointsSent += points - rejected;
      this.counts.pointsDropped += rejected;
    } else if (result.kind === "rejected") this.counts.pointsDropped += points;
  }

  /** `result` is null if nothing was sent. Traces that were wanted and not found are dropped. */
  noteTraces(
    result: OtlpResult | null,
    { found, wanted, spans }: { found: number; wanted: number; spans: number },
  ): void {
    if (result) this.#note(result);
    if (result?.kind === "failed") return;
    const sent = result?.kind === "accepted" ? found : 0;
    this.counts.tracesSent += sent;
    this.counts.tracesDropped += wanted - sent;
    if (result?.kind === "accepted") this.counts.spansRejected += Math.min(result.rejected, spans);
  }

  /** Until the next attempt after a failure: half a minute, doubled with each one, or as long as the receiver asks. */
  waitMs(failures: number): number | null {
    if (this.failure === null) return null;
    const asked = this.failure.kind === "failed" ? this.failure.retryAfterS : null;
    if (asked !== null) return asked * 1_000;
    return Math.min(WAIT_MS_MAX, FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 10));
  }

  #note(result: OtlpResult): void {
    if (result.kind === "failed") this.counts.requestsRetried += 1;
    if (result.kind !== "accepted") {
      this.failure = result;
      return;
    }
    this.isAccepted = true;
    this.warning = result.warning ?? this.warning;
  }
}
