import { randomUUID } from "node:crypto";
import type { JetStreamManager } from "@nats-io/jetstream";
import type { CheckJob, CheckReport } from "@vedette/contract/checks/check-run.ts";
import type { RunJob } from "@vedette/contract/runs/run-job.ts";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import type { NatsQueue } from "../../src/engine/queue/nats/nats-queue.ts";
import type { NatsQueueOptions } from "../../src/engine/queue/nats/nats-queue-options.ts";
import { createNatsQueue } from "../../src/engine/queue/nats.ts";
import { unstarted } from "../../src/engine/queue/queue.ts";
import { systemClock } from "../../src/platform/kernel/clock.ts";
import { silentLogger } from "../../src/platform/kernel/logger.ts";
import { checkJob, runJob as plainRunJob } from "../queues/jobs.ts";
import { type NatsServer, startNatsServer } from "../servers/nats-server.ts";

export const CANARY = "canary-7f3a9e";
export const SHORT = { ackWaitMs: 3_000, checkAgeMaxMs: 60_000, verifyMs: 300 };
const START_WITHIN_MS = 30_000;

/** Waits for messages over a real server, on a machine that may be busy. */
export const eventually = <T>(condition: () => T) => vi.waitFor(condition, { timeout: 20_000, interval: 20 });

/**
 * Registers the hooks of tests with a queue over NATS: one server, and for each test a prefix of its own. To be called inside
 * a `describe` that is skipped where NATS is missing.
 */
export function natsQueueLab() {
  const ends: (() => unknown)[] = [];
  let server: NatsServer;
  let prefix = "";
  beforeAll(async () => {
    server = await startNatsServer();
  });
  afterAll(() => server.stop());
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });
  beforeEach(() => {
    prefix = randomUUID().slice(0, 8);
  });

  async function open(name: string, change: Partial<NatsQueueOptions> = {}): Promise<NatsQueue> {
    const queue = await createNatsQueue({
      ...{ servers: [server.url], prefix, clock: systemClock, log: silentLogger, timeouts: SHORT, name },
      ...change,
    });
    ends.unshift(() => queue.close());
    return queue;
  }
  return {
    get server() {
      return server;
    },
    get prefix() {
      return prefix;
    },
    /** Called after the test. */
    ends,
    open,
    /** A scheduler that holds the first shard, with the reports it received. */
    async scheduler(name = "scheduler"): Promise<{ queue: NatsQueue; received: CheckReport[] }> {
      const queue = await open(name);
      const received: CheckReport[] = [];
      queue.takeReports((some) => void received.push(...some));
      queue.holdShards([0]);
      return { queue, received };
    },
    messagesIn: async (jsm: JetStreamManager, stream: string): Promise<number> =>
      (await jsm.streams.info(`${prefix}-${stream}`)).state.messages,
  };
}

/** A check with secrets wherever one can be. */
export function job(change: Partial<CheckJob> = {}): CheckJob {
  return checkJob({
    startByMs: Date.now() + START_WITHIN_MS,
    spec: {
      kind: "url",
      url: `http://${CANARY}.example.org/`,
      method: "GET",
      headers: { "x-token": CANARY },
      auth: { type: "mtls", certificate: CANARY, key: CANARY },
      proxy: { url: "http://127.0.0.1:3128", auth: { username: CANARY, password: CANARY } },
      body: null,
      followRedirects: false,
      verifyTls: true,
      timeoutMs: 1_000,
      retries: 0,
      degradedAfterMs: null,
      assertions: [],
    },
    ...change,
  });
}

/** A run with a secret. */
export function runJob(change: Partial<RunJob> = {}): RunJob {
  return plainRunJob({
    startByMs: Date.now() + START_WITHIN_MS,
    spec: {
      kind: "api_monitor",
      steps: [],
      timeoutMs: 1_000,
      values: { TOKEN: CANARY },
      secretNames: ["TOKEN"],
    },
    ...change,
  });
}

export function reportOf(each: CheckJob, runner: string): CheckReport {
  return { ...(unstarted(each) as CheckReport), runner };
}

export const seesRunners = (queue: NatsQueue, count: number) =>
  eventually(() => expect(queue.runners()).toHaveLength(count));
