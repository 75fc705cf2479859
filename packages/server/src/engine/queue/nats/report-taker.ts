import type { JsMsg } from "@nats-io/jetstream";
import type { CheckReport } from "@vedette/contract/checks/check-run.ts";
import type { RunReport } from "@vedette/contract/runs/run-job.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { NatsLink } from "./connection.ts";
import type { Names } from "./names.ts";
import { type PullLoop, startPulling } from "./pull-loop.ts";
import type { ConsumerOf } from "./streams.ts";
import { parsed } from "./wire.ts";

/**
 * Takes reports from NATS: those of checks shard by shard, as they are held here; those of runs whenever nobody else
 * has. A message is acknowledged when whoever takes it has written it down; until then it is ours alone.
 */
export type ReportTaker = {
  takeReports(take: (reports: readonly CheckReport[]) => void | Promise<void>): () => void;
  takeRunReports(take: (reports: readonly RunReport[]) => void | Promise<void>): () => void;
  holdShards(shards: readonly number[]): void;
  /** Hands on what is for this process anyhow, without the way over NATS; gives the rest. */
  tellHere(reports: readonly CheckReport[]): CheckReport[];
  /** The same for a report of a run; false where nobody takes them here. */
  tellRunHere(report: RunReport): boolean;
  close(): void;
};

/** Signs of life within the time that NATS waits for one. */
const SIGNS_OF_LIFE = 3;
/** Messages of one shard, 50 reports each at most: while the database is away the rest waits in NATS. */
const IN_HANDS_PER_SHARD_MAX = 20;
/** Messages of runs in this process, each a report of at most some megabytes; and in all processes. */
const RUN_REPORTS_HERE_MAX = 100;
const RUN_REPORTS_IN_HANDS_MAX = 2_000;
const RETRY_DELAY_MS = 1_000;
/** A report that was told so often in vain is no use to anybody. */
const DELIVERIES_MAX = 100;

export function createReportTaker({
  link,
  names,
  log,
  ackWaitMs,
}: {
  link: NatsLink;
  names: Names;
  log: Logger;
  /** What a scheduler had in its hands that died goes to the next one after this time. */
  ackWaitMs: number;
}): ReportTaker {
  const held = new Map<number, PullLoop | null>();
  /** With their shard, where they have one. */
  const inHands = new Map<JsMsg, number | null>();
  let take: ((reports: readonly CheckReport[]) => void | Promise<void>) | null = null;

  async function hand<T>(
    message: JsMsg,
    {
      to,
      isOurs,
      shard = null,
    }: { to: (content: T) => void | Promise<void>; isOurs: () => boolean; shard?: number | null },
  ): Promise<void> {
    const content = parsed<T>(message.data);
    if (content === null) {
      log.error("nats.report_unreadable", { subject: message.subject });
      return message.term();
    }
    if (!isOurs()) return message.nak();
    inHands.set(message, shard);
    try {
      await to(content);
      message.ack();
    } catch (error) {
      log.error("nats.report_not_taken", { subject: message.subject, ...errorFacts(error) });
      message.nak(RETRY_DELAY_MS);
    }
    inHands.delete(message);
  }

  /** A loop whose messages are bounded by their number in hands. */
  function pull(
    { consumer, hereMax }: { consumer: ConsumerOf; hereMax: number },
    handOn: (message: JsMsg) => Promise<void>,
  ): PullLoop {
    let count = 0;
    const loop: PullLoop = startPulling({
      link,
      log,
      consumer,
      room: () => hereMax - count,
      take(message) {
        count += 1;
        void handOn(message).finally(() => {
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
    const consumer: ConsumerOf = {
      stream: names.streams.reports,
      name: `shard-${shard}`,
      subject: names.reports(shard),
      ackWaitMs,
      inHandsMax: IN_HANDS_PER_SHARD_MAX,
      deliveriesMax: DELIVERIES_MAX,
    };
    return pull({ consumer, hereMax: IN_HANDS_PER_SHARD_MAX }, (message) =>
      hand<CheckReport[]>(message, { to, shard, isOurs: () => take === to && held.has(shard) }),
    );
  }

  const keeping = setInterval(() => {
    if (link.isConnected()) for (const message of inHands.keys()) message.working();
  }, ackWaitMs / SIGNS_OF_LIFE);

  /**
   * What is in hands of a shard that is another's now goes there, and does not wait for a database that may be away for
   * this process alone: as many as may be in hands would keep all that come after from the other. Stored twice it cannot
   * be, and an acknowledgement after this says nothing any more.
   */
  function giveBack(shard: number): void {
    for (const [message, of] of inHands) {
      if (of !== shard) continue;
      inHands.delete(message);
      message.nak();
    }
  }

  function holdShards(shards: readonly number[]): void {
    for (const [shard, loop] of held) {
      if (shards.includes(shard)) continue;
      loop?.end();
      held.delete(shard);
      giveBack(shard);
    }
    for (const shard of shards) {
      if (!held.get(shard)) held.set(shard, pullShard(shard));
    }
  }

  let endRuns: () => void = () => {};
  let takeRun: ((reports: readonly RunReport[]) => void | Promise<void>) | null = null;

  /** There is no message of it that could come again: whoever takes it accounts for it, or finds out by deadline. */
  function tell(telling: () => void | Promise<void>): void {
    void (async () => telling())().catch((error: unknown) =>
      log.error("nats.report_not_taken", errorFacts(error)),
    );
  }

  return {
    takeReports(next) {
      take = next;
      holdShards([...held.keys()]);
      return () => {
        take = null;
        for (const [shard, loop] of held) {
          loop?.end();
          held.set(shard, null);
        }
      };
    },
    takeRunReports(next) {
      let isEnded = false;
      takeRun = next;
      const consumer: ConsumerOf = {
        stream: names.streams.runReports,
        name: "run-reports",
        subject: names.runReports,
        ackWaitMs,
        inHandsMax: RUN_REPORTS_IN_HANDS_MAX,
        deliveriesMax: DELIVERIES_MAX,
      };
      const loop = pull({ consumer, hereMax: RUN_REPORTS_HERE_MAX }, (message) =>
        hand<RunReport>(message, { to: (report) => next([report]), isOurs: () => !isEnded }),
      );
      endRuns = () => {
        isEnded = true;
        takeRun = null;
        loop.end();
      };
      return endRuns;
    },
    holdShards,
    tellHere(reports) {
      const to = take;
      if (to === null) return [...reports];
      const here = reports.filter(({ shard }) => held.has(shard));
      if (here.length > 0) tell(() => to(here));
      return reports.filter(({ shard }) => !held.has(shard));
    },
    tellRunHere(report) {
      const to = takeRun;
      if (to === null) return false;
      tell(() => to([report]));
      return true;
    },
    close() {
      clearInterval(keeping);
      holdShards([]);
      endRuns();
    },
  };
}
