import type { CheckReport } from "@vedette/contract/checks/check-run.ts";
import type { RunReport } from "@vedette/contract/runs/run-job.ts";
import { errorFacts } from "../../../../platform/kernel/logger.ts";
import type { Names } from "../names.ts";
import type { PullLoop } from "../pull-loop.ts";
import { HolderReceiver } from "./holder-receiver.ts";
import { ReportMessages, type ReportMessagesDeps } from "./report-messages.ts";
import type { HeldShards } from "./shard-holders.ts";

/**
 * Messages of one shard, with at most 50 reports each. While the database is unavailable the rest waits in
 * NATS.
 */
const IN_FLIGHT_PER_SHARD_MAX = 20;
/**
 * Run messages in flight in this process, each one report of at most a few megabytes, and in all processes.
 */
const RUN_REPORTS_HERE_MAX = 100;
const RUN_REPORTS_IN_FLIGHT_MAX = 2_000;

export type ReportConsumerDeps = ReportMessagesDeps & {
  names: Names;
  /** Announces where runners send the reports of the shards held here. */
  announce: (held: HeldShards | null) => void;
};

type TakeReports<Report> = (reports: readonly Report[]) => void | Promise<void>;

/**
 * Takes reports from NATS: check reports by the shards held here, directly or from their stream, run reports from a
 * shared consumer. A message is acknowledged after its taker has stored the reports; until then no other process
 * receives it.
 */
export class ReportConsumer {
  readonly #deps: ReportConsumerDeps;
  readonly #messages: ReportMessages;
  /** The shards held here; null without a taker. */
  readonly #held = new Map<number, PullLoop | null>();
  #take: TakeReports<CheckReport> | null = null;
  /** Takes reports without the stream, while there is a taker. */
  #receiver: HolderReceiver | null = null;
  #takeRun: TakeReports<RunReport> | null = null;
  #endRuns: () => void = () => {};

  constructor(deps: ReportConsumerDeps) {
    this.#deps = deps;
    this.#messages = new ReportMessages(deps);
  }

  takeReports(take: TakeReports<CheckReport>): () => void {
    this.#take = take;
    this.#receiver = new HolderReceiver({ ...this.#deps, take });
    this.holdShards([...this.#held.keys()]);
    return () => {
      this.#take = null;
      this.#endReceiving();
      for (const [shard, loop] of this.#held) {
        loop?.stop();
        this.#held.set(shard, null);
      }
    };
  }

  takeRunReports(take: TakeReports<RunReport>): () => void {
    const { names } = this.#deps;
    let isEnded = false;
    this.#takeRun = take;
    const loop = this.#messages.pull<RunReport>({
      consumer: {
        stream: names.streams.runReports,
        name: "run-reports",
        subject: names.runReports,
        inFlightMax: RUN_REPORTS_IN_FLIGHT_MAX,
      },
      hereMax: RUN_REPORTS_HERE_MAX,
      shard: null,
      take: (report) => take([report]),
      isOurs: () => !isEnded,
    });
    this.#endRuns = () => {
      isEnded = true;
      this.#takeRun = null;
      loop.stop();
    };
    return this.#endRuns;
  }

  holdShards(shards: readonly number[]): void {
    for (const [shard, loop] of this.#held) {
      if (shards.includes(shard)) continue;
      loop?.stop();
      this.#held.delete(shard);
      this.#messages.returnShard(shard);
    }
    for (const shard of shards) {
      if (!this.#held.get(shard)) this.#held.set(shard, this.#pullShard(shard));
    }
    if (this.#receiver === null) return;
    this.#receiver.hold(shards);
    this.#deps.announce({ inbox: this.#receiver.inbox, shards: [...shards] });
  }

  /** Delivers the reports whose shard this process holds directly, without NATS. Returns the others. */
  deliverLocal(reports: readonly CheckReport[]): CheckReport[] {
    const take = this.#take;
    if (take === null) return [...reports];
    const here = reports.filter(({ shard }) => this.#held.has(shard));
    if (here.length > 0) this.#deliver(() => take(here));
    return reports.filter(({ shard }) => !this.#held.has(shard));
  }

  /** Delivers a run report directly. Returns false if this process takes no run reports. */
  deliverRunLocal(report: RunReport): boolean {
    const take = this.#takeRun;
    if (take === null) return false;
    this.#deliver(() => take([report]));
    return true;
  }

  close(): void {
    this.#messages.close();
    this.#endReceiving();
    this.holdShards([]);
    this.#endRuns();
  }

  #endReceiving(): void {
    this.#receiver?.close();
    this.#receiver = null;
    this.#deps.announce(null);
  }

  #pullShard(shard: number): PullLoop | null {
    const { names } = this.#deps;
    const take = this.#take;
    if (take === null) return null;
    return this.#messages.pull<CheckReport[]>({
      consumer: {
        stream: names.streams.reports,
        name: `shard-${shard}`,
        subject: names.reports(shard),
        inFlightMax: IN_FLIGHT_PER_SHARD_MAX,
      },
      hereMax: IN_FLIGHT_PER_SHARD_MAX,
      shard,
      take,
      isOurs: () => this.#take === take && this.#held.has(shard),
    });
  }

  /** There is no message to redeliver. The taker accounts for a failure or detects it by the deadline. */
  #deliver(delivery: () => void | Promise<void>): void {
    void (async () => delivery())().catch((error: unknown) =>
      this.#deps.log.error("nats.report_failed", errorFacts(error)),
    );
  }
}
