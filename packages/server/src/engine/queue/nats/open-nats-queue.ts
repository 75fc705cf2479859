import { randomUUID } from "node:crypto";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import { createMemoryQueue } from "../memory.ts";
import { linkToNats, type NatsLink } from "./connection.ts";
import { createEventFeed } from "./event-feed.ts";
import { createJobConsumer } from "./job-consumer.ts";
import { createJobPublisher } from "./job-publisher.ts";
import { namesOf } from "./names.ts";
import { createNatsDispatch } from "./nats-dispatch.ts";
import type { NatsQueueOptions, NatsTimeouts } from "./nats-queue-options.ts";
import type { NatsQueue } from "./nats-queue-state.ts";
import { createPresence } from "./presence.ts";
import { createDecrypt, createEncryptFor, createKeyPair } from "./recipient-encryption.ts";
import { createReportConsumer } from "./reports/report-consumer.ts";
import { createReportSinks } from "./reports/report-sinks.ts";
import { createStopFeed } from "./stop-feed.ts";
import { awaitStreams, ensureStreams } from "./streams.ts";
import { createNatsTestRuns } from "./test-runs.ts";
import { createWatches } from "./watches.ts";

/** Creates the parts of the queue and connects them. */
export async function openNatsQueue(options: NatsQueueOptions): Promise<NatsQueue> {
  const { clock, log, prefix = "vedette", replicas = 1, timeouts = TIMEOUTS, isRunnerOnly = false } = options;
  const link = await linkToNats(options);
  const names = namesOf(prefix);
  const wanted = { names, replicas, checkAgeMaxMs: timeouts.checkAgeMaxMs };
  const { ackWaitMs } = timeouts;
  try {
    if (isRunnerOnly) await awaitStreams(link.jsm, { names, clock });
    else await ensureStreams(link.jsm, wanted);
  } catch (error) {
    await link.close();
    throw error;
  }
  const endKeeping = keepStreams({
    link,
    log,
    intervalMs: timeouts.verifyMs,
    ensure: async () => {
      // A runner continues with the streams that the other processes recreate.
      if (!isRunnerOnly) await ensureStreams(link.jsm, wanted);
    },
  });
  const self = randomUUID();
  const keyPair = createKeyPair();
  const presence = await createPresence({
    link,
    names,
    replicas,
    clock,
    log,
    publicKey: keyPair.publicKey,
    isRunnerOnly,
  });
  const [seal, open] = [createEncryptFor(clock), createDecrypt(keyPair)];
  const consumer = createJobConsumer({ link, names, clock, log, open, ackWaitMs });
  const testRuns = createNatsTestRuns({ link, names, clock, log, presence, seal, open });
  const reports = createReportConsumer({ link, names, log, ackWaitMs });
  const publisher = createJobPublisher({ link, names, log, presence, seal });
  const local = createMemoryQueue({ clock });
  const feed = createEventFeed({ link, subject: names.events, self, local });
  const stops = createStopFeed({ link, subject: names.stops, self, local });
  const watches = createWatches({ link, subject: names.watches, self, clock, isDeaf: isRunnerOnly });
  const sinks = createReportSinks({ link, clock, log, onSafe: reported });

  function reported(works: { checks?: readonly string[]; runs?: readonly string[] }): void {
    consumer.checks.complete(works.checks ?? []);
    consumer.runs.complete(works.runs ?? []);
    consumer.wake();
  }

  const work = createNatsDispatch({
    link,
    names,
    clock,
    presence,
    consumer,
    testRuns: testRuns,
    reports,
    publisher,
    local,
    sinks,
  });

  return {
    ...work,
    takeReports: reports.takeReports,
    takeRunReports: reports.takeRunReports,
    holdShards: reports.holdShards,
    requestCheck: testRuns.requestCheck,
    requestRun: testRuns.requestRun,
    ...stops,
    publishEvents: feed.publish,
    takeEvents: feed.take,
    watchOrg: watches.watch,
    isWatched: watches.isWatched,
    announce: presence.announce,
    runners: presence.runners,
    isConnected: link.isConnected,
    state: () => ({
      natsConnected: link.isConnected() ? 1 : 0,
      natsJobsInFlight: consumer.checks.size + consumer.runs.size,
      natsReportsWaiting: sinks.checks.state().waiting + sinks.runs.state().waiting,
      natsReportsDropped: sinks.checks.state().dropped + sinks.runs.state().dropped,
    }),
    async close() {
      const deadlineMs = clock.monotonic() + CLOSE_WITHIN_MS;
      reports.close();
      await Promise.all([sinks.checks.drain(deadlineMs), sinks.runs.drain(deadlineMs)]);
      consumer.close();
      watches.close();
      endKeeping();
      await presence.close();
      await link.close();
    },
  };
}

/**
 * Recreates lost streams. A server without replicas loses its memory streams when it restarts, with or
 * without a visible disconnect.
 */
function keepStreams({
  link,
  log,
  intervalMs,
  ensure,
}: {
  link: NatsLink;
  log: Logger;
  intervalMs: number;
  ensure: () => Promise<void>;
}): () => void {
  let isFailing = false;
  const verify = async () => {
    if (!link.isConnected()) return;
    try {
      await ensure();
      isFailing = false;
    } catch (error) {
      if (!isFailing && link.isConnected()) log.error("nats.streams_failed", errorFacts(error));
      isFailing = true;
    }
  };
  link.onReconnect(() => void verify());
  const timer = setInterval(() => void verify(), intervalMs);
  return () => clearInterval(timer);
}

/**
 * NATS redelivers the work of a dead process early enough for most checks to still start: no check may start
 * later than 30 s after its slot (pipeline/scheduler/schedule.ts), and clocks may differ a little.
 */
const TIMEOUTS: NatsTimeouts = { ackWaitMs: 10_000, checkAgeMaxMs: 60_000, verifyMs: 15_000 };
const CLOSE_WITHIN_MS = 5_000;
