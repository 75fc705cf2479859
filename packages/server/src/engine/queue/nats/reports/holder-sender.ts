import { PermissionViolationError } from "@nats-io/transport-node";
import type { CheckReport } from "@vedette/contract/checks/check-run.ts";
import { BatchWriter } from "../../../../platform/kernel/batches/batch-writer.ts";
import type { Clock } from "../../../../platform/kernel/clock.ts";
import type { Logger } from "../../../../platform/kernel/logger.ts";
import type { NatsLink } from "../connection.ts";
import type { Names } from "../names.ts";
import { compressed, parsed, payloadBytesMax } from "../wire.ts";
import { CHECK_MESSAGE_WEIGHT_MAX, checkReportWeight } from "./check-report-weight.ts";
import type { HolderReply } from "./holder-receiver.ts";
import type { ShardHolders } from "./shard-holders.ts";

export type HolderSenderDeps = {
  link: NatsLink;
  names: Names;
  clock: Clock;
  log: Logger;
  holders: Pick<ShardHolders, "findInbox">;
  /** Called after a scheduler has stored the reports. */
  onStored: (reports: readonly CheckReport[]) => void;
  /** Called with reports that no scheduler has taken. They may have arrived nevertheless. */
  onReturned: (reports: readonly CheckReport[]) => void;
};

/**
 * Reports of one scheduler wait this long for more of them: a request and its reply cost as much CPU time as 30 reports
 * in it. The recorder batches for another 100 ms.
 */
const GATHER_MS = 80;
const REPORTS_PER_MESSAGE_MAX = 500;
/** A scheduler stores reports within 200 ms. One that takes longer has no database, or is dead. */
const REPLY_WITHIN_MS = 3_000;
/** How long reports to a scheduler that did not reply go through the stream. */
const AVOIDED_MS = 10_000;
/** Reports without a reply: about 25 MB. */
const UNANSWERED_MAX = 20_000;
const DRAIN_POLL_MS = 10;

/**
 * Sends check reports to the scheduler that holds their shard, without a stream: one message carries the reports of
 * all its shards, and its reply says that they are stored. Reports that are not confirmed are returned to the caller,
 * which publishes them to the stream.
 */
export class HolderSender {
  readonly #deps: HolderSenderDeps;
  readonly #writer: BatchWriter<CheckReport>;
  readonly #avoidedUntilMs = new Map<string, number>();
  #unanswered = 0;
  /** The NATS user of this process lacks the permission of this version. */
  #isForbidden = false;

  constructor(deps: HolderSenderDeps) {
    this.#deps = deps;
    this.#writer = new BatchWriter<CheckReport>({
      clock: deps.clock,
      batchMax: REPORTS_PER_MESSAGE_MAX,
      gatherMs: GATHER_MS,
      retry: { firstMs: AVOIDED_MS, maxMs: AVOIDED_MS },
      weigh: checkReportWeight,
      batchWeightMax: CHECK_MESSAGE_WEIGHT_MAX,
      outageDelayMs: () => null,
      // Later reports do not wait for the reply, which comes after a commit.
      write: async (reports, inbox) => void this.#request(inbox, reports),
    });
    deps.link.onReconnect(() => {
      this.#isForbidden = false;
      this.#avoidedUntilMs.clear();
    });
  }

  /** Takes the reports whose scheduler is known and replies. Returns the others. */
  send(reports: readonly CheckReport[]): CheckReport[] {
    const byInbox = Map.groupBy(reports, (report) => this.#inboxOf(report));
    for (const [inbox, some] of byInbox) {
      const isUrgent = some.some(({ trigger }) => trigger === "manual");
      if (inbox !== null) void this.#writer.add(some, { key: inbox, isUrgent });
    }
    return byInbox.get(null) ?? [];
  }

  /** Number of reports without a reply. */
  get waiting(): number {
    return this.#writer.size + this.#unanswered;
  }

  /** Waits until every report is stored or returned, or the deadline (monotonic) has passed. */
  async drain(deadlineMs: number): Promise<void> {
    const { clock } = this.#deps;
    await this.#writer.drain(deadlineMs);
    while (this.#unanswered > 0 && clock.monotonic() < deadlineMs)
      await new Promise((resolve) => setTimeout(resolve, DRAIN_POLL_MS));
    this.#writer.stop();
  }

  #inboxOf({ shard }: CheckReport): string | null {
    const { link, clock, holders } = this.#deps;
    if (this.#isForbidden || !link.isConnected() || this.#unanswered >= UNANSWERED_MAX) return null;
    const inbox = holders.findInbox(shard);
    const isAvoided = inbox !== null && (this.#avoidedUntilMs.get(inbox) ?? 0) > clock.monotonic();
    return isAvoided ? null : inbox;
  }

  /** Never rejects. */
  async #request(inbox: string, reports: readonly CheckReport[]): Promise<void> {
    const { link, names, onStored, onReturned } = this.#deps;
    const bytes = compressed(reports);
    this.#unanswered += reports.length;
    let refused: ReadonlySet<number> | null = null;
    try {
      if (bytes.length <= payloadBytesMax(link.nc.info)) {
        const reply = await link.nc.request(names.holderReports(inbox), bytes, { timeout: REPLY_WITHIN_MS });
        refused = new Set(parsed<HolderReply>(reply.data)?.refused);
      }
    } catch (error) {
      this.#avoid(inbox, error);
    }
    this.#unanswered -= reports.length;
    const isStored = ({ shard }: CheckReport) => refused !== null && !refused.has(shard);
    const stored = reports.filter(isStored);
    if (stored.length > 0) onStored(stored);
    if (stored.length < reports.length) onReturned(reports.filter((report) => !isStored(report)));
  }

  #avoid(inbox: string, error: unknown): void {
    const { clock, log } = this.#deps;
    const nowMs = clock.monotonic();
    for (const [known, untilMs] of this.#avoidedUntilMs)
      if (untilMs < nowMs) this.#avoidedUntilMs.delete(known);
    this.#avoidedUntilMs.set(inbox, nowMs + AVOIDED_MS);
    const isForbidden = [error, (error as Error).cause].some(
      (each) => each instanceof PermissionViolationError,
    );
    if (!isForbidden || this.#isForbidden) return;
    this.#isForbidden = true;
    log.warn("nats.holder_reports_forbidden", {
      remedy: "Allow this user of NATS to publish to *.holder-reports.*, as in deploy/nats/users.conf.",
    });
  }
}
