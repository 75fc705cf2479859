import { randomUUID } from "node:crypto";
import { jetstream } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import type { CheckJob, CheckReport } from "@vedette/contract/checks/check-run.ts";
import type { RunJob, RunReport } from "@vedette/contract/runs/run-job.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { NatsQueue } from "../../src/engine/queue/nats/nats-queue.ts";
import {
  createDecrypt,
  createEncryptFor,
  createKeyPair,
} from "../../src/engine/queue/nats/recipient-encryption.ts";
import { compressed, parsed } from "../../src/engine/queue/nats/wire.ts";
import { createNatsQueue } from "../../src/engine/queue/nats.ts";
import { systemClock } from "../../src/platform/kernel/clock.ts";
import { silentLogger } from "../../src/platform/kernel/logger.ts";
import { type NatsServer, natsServerMissing, startNatsServer } from "../servers/nats-server.ts";
import { type ReleaseMessages, readReleaseMessages } from "./release-messages.ts";

/**
 * A rolling upgrade has processes of two versions on one NATS. The older one is played by what it sent: its messages go to
 * this version, and those of this version must have all that it reads.
 */

const missing = natsServerMissing();
const eventually = <T>(condition: () => T) => vi.waitFor(condition, { timeout: 20_000, interval: 20 });

let server: NatsServer;
let nc: NatsConnection;
let prefix: string;
const ends: (() => unknown)[] = [];

async function open(): Promise<NatsQueue> {
  const queue = await createNatsQueue({
    ...{ servers: [server.url], prefix, clock: systemClock, log: silentLogger, name: "new" },
  });
  ends.push(() => queue.close());
  return queue;
}

/** The contents of messages on a subject; `open` decrypts them. */
function listen(
  subject: string,
  open: (data: Buffer, subject: string) => Buffer | null = (data) => data,
): unknown[] {
  const heard: unknown[] = [];
  nc.subscribe(subject, {
    callback(_, message) {
      const content = open(Buffer.from(message.data), message.subject);
      if (content !== null) heard.push(parsed(content));
    },
  });
  return heard;
}

describe.skipIf(missing !== null).each(await readReleaseMessages())("with release %s", (_, recorded) => {
  beforeAll(async () => {
    server = await startNatsServer();
    nc = await connect({ servers: server.url });
  });
  afterAll(async () => {
    await nc.close();
    await server.stop();
  });
  beforeEach(() => {
    prefix = randomUUID().slice(0, 8);
  });
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });

  const { check_reports: checkReports, run_report: runReport } = recorded;
  /** The same jobs, still to be started. Made by each test: a worker may read this file minutes before it runs it. */
  const jobsToStart = (): { checkJobs: CheckJob[]; runJob: RunJob } => {
    const startByMs = Date.now() + 60_000;
    return {
      checkJobs: recorded.check_jobs.map((job) => ({ ...job, startByMs })),
      runJob: { ...recorded.run_job, startByMs },
    };
  };

  test("a scheduler sends a runner of the release jobs that it reads, and stores its reports", async () => {
    const scheduler = await open();
    const reports: CheckReport[] = [];
    const runReports: RunReport[] = [];
    scheduler.takeReports((some) => void reports.push(...some));
    scheduler.takeRunReports((some) => void runReports.push(...some));
    scheduler.holdShards([...new Set(checkReports.map(({ shard }) => shard))]);

    const keys = createKeyPair();
    const takes = [
      { location: "taken", what: "checks" },
      { location: "taken", what: "api_monitor" },
    ];
    const entry: ReleaseMessages["presence"] = { ...recorded.presence, publicKey: keys.publicKey, takes };
    const bucket = await new Kvm(jetstream(nc)).open(`${prefix}-runners`);
    await bucket.put("old", JSON.stringify(entry));
    await eventually(() => expect(scheduler.runners()).toMatchObject([{ runner: "vm", location: "eu" }]));

    const decrypt = createDecrypt(keys);
    const jobs = listen(`${prefix}.checks.*`, (data, subject) => decrypt(data, [subject]));
    const runs = listen(`${prefix}.runs.*.*`, (data, subject) => decrypt(data, [subject]));
    const { checkJobs, runJob } = jobsToStart();
    await nc.flush();
    scheduler.publishJobs("taken", checkJobs);
    scheduler.publishRuns("taken", [runJob]);
    await eventually(() => expect(jobs).toMatchObject([checkJobs]));
    await eventually(() => expect(runs).toMatchObject([runJob]));

    for (const report of checkReports) nc.publish(`${prefix}.reports.${report.shard}`, compressed([report]));
    nc.publish(`${prefix}.run-reports`, compressed(runReport));
    await eventually(() => expect(reports).toEqual(checkReports));
    await eventually(() => expect(runReports).toEqual([runReport]));
  });

  test("a runner takes the jobs of a scheduler of the release, and sends it reports that it reads", async () => {
    const runner = await open();
    const jobs: CheckJob[] = [];
    const runs: RunJob[] = [];
    runner.takeJobs("taken", (some) => void jobs.push(...some));
    runner.takeRuns({ location: "taken", kinds: ["api_monitor"] }, (some) => void runs.push(...some));
    runner.announce("vm", "taken", "0.2.0");

    const bucket = await new Kvm(jetstream(nc)).open(`${prefix}-runners`);
    let entry: ReleaseMessages["presence"] | undefined;
    await vi.waitUntil(
      async () => {
        for await (const key of await bucket.keys()) entry = (await bucket.get(key))?.json();
        return entry?.takes.length === 2 && entry.runners.length === 1;
      },
      { timeout: 20_000, interval: 50 },
    );
    const [known] = recorded.presence.runners as Record<string, unknown>[];
    expect(Object.keys(entry?.runners[0] ?? {})).toEqual(expect.arrayContaining(Object.keys(known ?? {})));
    expect(entry?.takes).toEqual([
      { location: "taken", what: "checks" },
      { location: "taken", what: "api_monitor" },
    ]);

    const encrypt = createEncryptFor(systemClock);
    const send = (subject: string, work: unknown) =>
      nc.publish(
        subject,
        encrypt(compressed(work), { publicKeys: [entry?.publicKey ?? ""], context: [subject] }),
      );
    const { checkJobs, runJob } = jobsToStart();
    send(`${prefix}.checks.taken`, checkJobs);
    send(`${prefix}.runs.taken.api_monitor`, runJob);
    await eventually(() => expect(jobs).toEqual(checkJobs));
    await eventually(() => expect(runs).toEqual([runJob]));

    const reports = listen(`${prefix}.reports.*`);
    const runReports = listen(`${prefix}.run-reports`);
    // The runner has another connection: NATS must know of the subscriptions first.
    await nc.flush();
    runner.publishReports(checkReports);
    runner.publishRunReports([runReport]);
    await eventually(() => expect(reports).toMatchObject([checkReports]));
    await eventually(() => expect(runReports).toMatchObject([runReport]));
  });
});
