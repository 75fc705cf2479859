import type { JsMsg } from "@nats-io/jetstream";
import type { CheckReport } from "@vedette/contract/checks/check-run.ts";
import type { RunReport } from "@vedette/contract/runs/run-job.ts";
import { errorFacts, type Logger } from "../../../../platform/kernel/logger.ts";
import type { NatsLink } from "../connection.ts";
import type { Names } from "../names.ts";
import { type PullLoop, startPulling } from "../pull-loop.ts";
import type { ConsumerOptions } from "../streams.ts";
import { parsed } from "../wire.ts";

/**
 * Takes reports from NATS: check reports by the shards held here, run reports from a shared consumer. A
 * message is acknowledged after its taker has stored the reports; until then no other process receives it.
 */
export type ReportConsumer = {
  takeReports(take: (reports: readonly CheckReport[]) => void | Promise<void>): () => void;
  takeRunReports(take: (reports: readonly RunReport[]) => void | Promise<void>): () => void;
  holdShards(shards: readonly number[]): void;
  /** Delivers the reports whose shard this process holds directly, without NATS. Returns the others. */
  deliverLocal(reports: readonly CheckReport[]): CheckReport[];
  /** Delivers a run report directly. Returns false if this process takes no run reports. */
  deliverRunLocal(report: RunReport): boolean;
  close(): void;
};

/** Number of ack extensions within the ack wait of NATS. */
const EXTENSIONS_PER_WAIT = 3;
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
const RETRY_DELAY_MS = 1_000;
/** A report that failed this often is dropped. */
const DELIVERIES_MAX = 100;

export function createReportConsumer({
  link,
  names,
  log,
  ackWaitMs,
}: {
  link: NatsLink;
  names: Names;
  log: Logger;
  /** NATS redelivers the in-flight messages of a dead scheduler after this time. */
  ackWaitMs: number;
}): ReportConsumer {
  const held = new Map<number, PullLoop | null>();
  /** In-flight messages with their shard, or null if they have none. */
  const inFlight = new Map<JsMsg, number | null>();
  let take: ((reports: readonly CheckReport[]) => void | Promise<void>) | null = null;

  async function handle<T>(
    message: JsMsg,
    {
      to,
      isOurs,
      shard = null,
    }: { to: (content: T) => void | Promise<void>; isOurs: () => boolean; shard?: number | null },
  ): Promise<void> {
    const content = parsed<T>(message.data);
    if (content === null) {
      log.error("nats.report_invalid", { subject: message.subject });
      return message.term();
    }
    if (!isOurs()) return message.nak();
    inFlight.set(message, shard);
    try {
      await to(content);
      message.ack();
    } catch (error) {
      log.error("nats.report_failed", { subject: message.subject, ...errorFacts(error) });
      message.nak(RETRY_DELAY_MS);
    }
    inFlight.delete(message);
  }

  /** A pull loop that is bounded by its number of in-flight messages. */
  function pull(
    { consumer, hereMax }: { consumer: ConsumerOptions; hereMax: number },
    handleMessage: (message: JsMsg) => Promise<void>,
  ): PullLoop {
    let count = 0;
    const loop: PullLoop = startPulling({
      link,
      log,
      consumer,
      room: () => hereMax - count,
      take(message) {
        count += 1;
        void handleMessage(message).finally(() => {
          count -= 1;
          loop.wake();
        });
      },
    });
    return loop;
  }

  function pullShard(shard: number): PullLoop | null {
    const to = take;
    if (to === null) return null;
    const consumer: ConsumerOptions = {
      stream: names.streams.reports,
      name: `shard-${shard}`,
      subject: names.reports(shard),
      ackWaitMs,
      inFlightMax: IN_FLIGHT_PER_SHARD_MAX,
      deliveriesMax: DELIVERIES_MAX,
    };
    return pull({ consumer, hereMax: IN_FLIGHT_PER_SHARD_MAX }, (message) =>
      handle<CheckReport[]>(message, { to, shard, isOurs: () => take === to && held.has(shard) }),
    );
  }

  const extending = setInterval(() => {
    if (link.isConnected()) for (const message of inFlight.keys()) message.working();
  }, ackWaitMs / EXTENSIONS_PER_WAIT);

  /**
   * Returns the in-flight messages of a shard that another process holds now, so they do not wait for a
   * database that may be unavailable only to this process; they would block the reports behind them. Reports
   * cannot be stored twice, and a later acknowledgement has no effect.
   */
  function returnMessages(shard: number): void {
    for (const [message, of] of inFlight) {
      if (of !== shard) continue;
      inFlight.delete(message);
      message.nak();
    }
  }

  function holdShards(shards: readonly number[]): void {
    for (const [shard, loop] of held) {
      if (shards.includes(shard)) continue;
      loop?.stop();
      held.delete(shard);
      returnMessages(shard);
    }
    for (const shard of shards) {
      if (!held.get(shard)) held.set(shard, pullShard(shard));
    }
  }

  let endRuns: () => void = () => {};
  let takeRun: ((reports: readonly RunReport[]) => void | Promise<void>) | null = null;

  /** There is no message to redeliver. The taker accounts for a failure or detects it by the deadline. */
  function deliver(delivery: () => void | Promise<void>): void {
    void (async () => delivery())().catch((error: unknown) =>
      log.error("nats.report_failed", errorFacts(error)),
    );
  }

  return {
    takeReports(next) {
      take = next;
      holdShards([...held.keys()]);
      return () => {
        take = null;
        for (const [shard, loop] of held) {
          loop?.stop();
          held.set(shard, null);
        }
      };
    },
    takeRunReports(next) {
      let isEnded = false;
      takeRun = next;
      const consumer: ConsumerOptions = {
        stream: names.streams.runReports,
        name: "run-reports",
        subject: names.runReports,
        ackWaitMs,
        inFlightMax: RUN_REPORTS_IN_FLIGHT_MAX,
        deliveriesMax: DELIVERIES_MAX,
      };
      const loop = pull({ consumer, hereMax: RUN_REPORTS_HERE_MAX }, (message) =>
        handle<RunReport>(message, { to: (report) => next([report]), isOurs: () => !isEnded }),
      );
      endRuns = () => {
        isEnded = true;
        takeRun = null;
        loop.stop();
      };
      return endRuns;
    },
    holdShards,
    deliverLocal(reports) {
      const to = take;
      if (to === null) return [...reports];
      const here = reports.filter(({ shard }) => held.has(shard));
      if (here.length > 0) deliver(() => to(here));
      return reports.filter(({ shard }) => !held.has(shard));
    },
    deliverRunLocal(report) {
      const to = takeRun;
      if (to === null) return false;
      deliver(() => to([report]));
      return true;
    },
    close() {
      clearInterval(extending);
      holdShards([]);
      endRuns();
    },
  };
}
