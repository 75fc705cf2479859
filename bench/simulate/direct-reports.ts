import { HOP_MS, NATS } from "./figures.ts";
import type { BrokerOptions, Report, ReportMessage, ReportReceiver } from "./messages.ts";

export type DirectDelivery = {
  reports: readonly Report[];
  /** The number of real messages, and of real reports in them. */
  weight: number;
  count: number;
  stored: (reports: readonly Report[]) => void;
  /** For the stream. */
  returned: (reports: readonly Report[]) => void;
};

type Open = { to: ReportReceiver; delivery: DirectDelivery; isEnded: boolean };

/**
 * Reports that runners send to the scheduler of their shard, with the rules of
 * packages/server/src/engine/queue/nats/reports: a reply after the commit, a maximum of reports in flight, and what is
 * not confirmed goes to the stream. A scheduler that did not reply is avoided by all runners, not only by the one
 * that waited.
 */
export class DirectReports {
  readonly #options: BrokerOptions;
  /** As the runners know them, and as they are. */
  readonly #known = new Map<number, ReportReceiver>();
  readonly #actual = new Map<number, ReportReceiver>();
  readonly #dead = new Set<ReportReceiver>();
  readonly #avoidedUntilMs = new Map<ReportReceiver, number>();
  readonly #inFlight = new Map<ReportReceiver, number>();
  readonly #open = new Set<Open>();

  constructor(options: BrokerOptions) {
    this.#options = options;
  }

  hold(shard: number, receiver: ReportReceiver | null): void {
    const { timeline, random } = this.#options;
    if (receiver) this.#actual.set(shard, receiver);
    else this.#actual.delete(shard);
    for (const open of this.#open) if (this.#isLost(open)) this.#end(open, null);
    const delayMs = NATS.presenceGatherMs + 2 * random.logNormal(HOP_MS.median, HOP_MS.sigma);
    timeline.after(delayMs, () => {
      if (receiver) this.#known.set(shard, receiver);
      else if (!this.#actual.has(shard)) this.#known.delete(shard);
    });
  }

  /** Its connection is closed, so requests are answered at once by NATS; those in flight are not. */
  died(receiver: ReportReceiver): void {
    this.#dead.add(receiver);
    for (const [shard, actual] of this.#actual) if (actual === receiver) this.#actual.delete(shard);
  }

  /** Null if no scheduler is known that replies. */
  findHolder(shard: number): ReportReceiver | null {
    const holder = this.#known.get(shard);
    const isAvoided = holder && (this.#avoidedUntilMs.get(holder) ?? 0) > this.#options.timeline.now();
    return holder && !isAvoided ? holder : null;
  }

  /** The message arrives at NATS. */
  send(to: ReportReceiver, delivery: DirectDelivery): void {
    const { timeline, random } = this.#options;
    const inFlight = this.#inFlight.get(to) ?? 0;
    const open: Open = { to, delivery, isEnded: false };
    const isRefused = this.#dead.has(to) || inFlight + delivery.count > NATS.directReportsMax;
    if (isRefused || this.#isLost(open)) {
      delivery.returned(delivery.reports);
      return;
    }
    this.#open.add(open);
    this.#inFlight.set(to, inFlight + delivery.count);
    timeline.after(random.logNormal(HOP_MS.median, HOP_MS.sigma), () => {
      const message: ReportMessage = {
        ...{ shard: -1, reports: delivery.reports, weight: delivery.weight, to },
        onDone: () => this.#end(open, delivery.reports),
      };
      if (!this.#dead.has(to)) to(message);
    });
    timeline.after(NATS.directReplyMs, () => {
      if (open.isEnded) return;
      this.#avoidedUntilMs.set(to, timeline.now() + NATS.directAvoidedMs);
      this.#end(open, null);
    });
  }

  /** Whether the scheduler does not hold the shard of every report any more; one that died says nothing. */
  #isLost({ to, delivery }: Open): boolean {
    return !this.#dead.has(to) && delivery.reports.some(({ shard }) => this.#actual.get(shard) !== to);
  }

  #end(open: Open, stored: readonly Report[] | null): void {
    if (open.isEnded) return;
    open.isEnded = true;
    this.#open.delete(open);
    const { to, delivery } = open;
    this.#inFlight.set(to, (this.#inFlight.get(to) ?? 0) - delivery.count);
    if (stored) delivery.stored(stored);
    else delivery.returned(delivery.reports);
  }
}
