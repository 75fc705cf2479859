import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect, createInbox, type NatsConnection } from "@nats-io/transport-node";
import type { CheckJob, CheckReport } from "@vedette/contract/checks/check-run.ts";
import type { RunJob } from "@vedette/contract/runs/run-job.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type NatsServer, natsServerMissing, startNatsServer } from "../../../../test/servers/nats-server.ts";
import { createTlsFixtures } from "../../../../test/tls-fixtures.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { silentLogger } from "../../../platform/kernel/logger.ts";
import { createNatsQueue } from "../nats.ts";
import { unstarted, unstartedRun } from "../queue.ts";
import type { NatsQueue } from "./nats-queue.ts";

/** What the users of deploy/nats/users.conf can and cannot do on a real server over TLS. */
const missing = natsServerMissing();
const USERS = fileURLToPath(new URL("../../../../../../deploy/nats/users.conf", import.meta.url));
const PASSWORD = "p-of-tests";
const ends: (() => unknown)[] = [];
const eventually = <T>(condition: () => T) => vi.waitFor(condition, { timeout: 20_000, interval: 20 });
let server: NatsServer;
let ca = "";
let folder = "";

/** Returns the delivered users file with the runners of a second location, added as the file describes. */
async function usersOfTwoLocations(): Promise<string> {
  const text = await readFile(USERS, "utf8");
  const block = /# ---- runners .*?\n(?<block>.*)# ---- to here ----/s.exec(text)?.groups?.block ?? "";
  expect(block).toContain("runner-default");
  const second = block.replaceAll("default", "eu").replaceAll("DEFAULT", "EU");
  return text.replace("# ---- to here ----", second).replaceAll(/\$NATS_\w+_PASSWORD/g, `"${PASSWORD}"`);
}

function addressOf(user: string): string {
  return `tls://${user}:${PASSWORD}@127.0.0.1:${server.port}`;
}

async function open(user: string, isRunnerOnly = false): Promise<NatsQueue> {
  const queue = await createNatsQueue({
    servers: [addressOf(user)],
    tls: { ca },
    clock: systemClock,
    log: silentLogger,
    name: user,
    isRunnerOnly,
  });
  ends.unshift(() => queue.close());
  return queue;
}

/** Connects with this user's password but without Vedette, as an attacker would. */
async function intrude(user: string): Promise<NatsConnection> {
  const nc = await connect({
    servers: `127.0.0.1:${server.port}`,
    tls: { ca },
    user,
    pass: PASSWORD,
    inboxPrefix: `_INBOX.${user}`,
  });
  ends.unshift(() => nc.close());
  return nc;
}

/** Returns whether the server lets this user publish there. */
async function mayPublish(nc: NatsConnection, subject: string): Promise<boolean> {
  const denied: string[] = [];
  const follow = async () => {
    for await (const status of nc.status()) if (status.type === "error") denied.push(status.error.message);
  };
  void follow();
  nc.publish(subject, "{}");
  // The reply to a ping comes after everything that the server sent about the message before it.
  await nc.flush();
  await nc.flush();
  return !denied.some((message) => message.includes(subject));
}

async function mayHear(nc: NatsConnection, subject: string): Promise<boolean> {
  let refused: Error | null = null;
  const subscription = nc.subscribe(subject, {
    callback(error) {
      refused ??= error;
    },
  });
  await nc.flush();
  await nc.flush();
  if (refused === null) subscription.unsubscribe();
  return refused === null;
}

function job(location: string, seriesKey: number): CheckJob {
  return {
    seriesKey,
    orgId: "org",
    shard: 0,
    location,
    trigger: "schedule",
    slotMs: 1,
    startByMs: Date.now() + 30_000,
    spec: {
      kind: "tcp",
      host: "127.0.0.1",
      port: 1,
      timeoutMs: 1_000,
      retries: 0,
      degradedAfterMs: null,
      assertions: [],
    },
  } as CheckJob;
}

function journeyJob(): RunJob {
  return {
    ...{ runId: "run", targetId: "target", orgId: "org", location: "eu", attempt: 1, lease: 0 },
    startByMs: Date.now() + 30_000,
    spec: {
      ...{ kind: "journey", timeoutMs: 1_000, values: {}, secretNames: [], steps: null, script: null },
      ...{ viewport: null, device: null, baseUrl: null, baselines: {} },
      capture: { trace: "never", video: "never" },
    },
  };
}

describe.skipIf(missing !== null)(`users of NATS${missing ? ` (${missing})` : ""}`, () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "vedette-nats-users-"));
    const fixtures = await createTlsFixtures();
    ca = fixtures.ca;
    await writeFile(join(folder, "cert.pem"), fixtures.valid.cert);
    await writeFile(join(folder, "key.pem"), fixtures.valid.key);
    const tls = `tls { cert_file: "${folder}/cert.pem", key_file: "${folder}/key.pem" }`;
    server = await startNatsServer(`${await usersOfTwoLocations()}\n${tls}`);
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });

  test("each role has the permissions it needs: checks, test runs, reports and events of two locations", async () => {
    // Started first, as may happen in production: it waits for the streams.
    const early = open("runner-default", true);
    const scheduler = await open("scheduler");
    const [runner, remote, api] = await Promise.all([early, open("runner-eu", true), open("api")]);
    const reports: CheckReport[] = [];
    scheduler.takeReports((some) => void reports.push(...some));
    scheduler.holdShards([0]);
    for (const [queue, location] of [
      [runner, "default"],
      [remote, "eu"],
    ] as const) {
      queue.announce(`r-${location}`, location);
      queue.takeJobs(location, (jobs) =>
        queue.publishReports(
          jobs.map((each) => ({ ...(unstarted(each) as CheckReport), runner: `r-${location}` })),
        ),
      );
    }
    await eventually(() => expect(scheduler.runners()).toHaveLength(2));
    await eventually(() => expect(api.runners()).toHaveLength(2));
    // Each runner has its own consumer by then, or soon after.
    scheduler.publishJobs("default", [job("default", 1)]);
    scheduler.publishJobs("eu", [job("eu", 2)]);
    await eventually(() =>
      expect(reports.map(({ seriesKey, runner: by }) => [seriesKey, by]).sort()).toEqual([
        [1, "r-default"],
        [2, "r-eu"],
      ]),
    );
    expect(await api.requestCheck("eu", job("eu", 3), 20_000)).toMatchObject({ runner: "r-eu" });
    // Reports reached the scheduler without the stream.
    const nc = await intrude("scheduler");
    expect((await (await jetstreamManager(nc)).streams.info("vedette-reports")).state.last_seq).toBe(0);
  });

  test("the API follows the steps of a test run at a runner, and stops it", async () => {
    await open("scheduler");
    const [runner, api] = [await open("runner-eu", true), await open("api")];
    const taken: RunJob[] = [];
    runner.announce("r-eu", "eu");
    runner.takeRuns({ location: "eu", kinds: ["journey"] }, (jobs) => {
      taken.push(...jobs);
      const step = { index: 0, name: "s", action: "goto", startedAtMs: 1, durationMs: null, error: null };
      for (const { runId, lease } of jobs)
        runner.publishRunProgress({ runId, lease, step: { ...step, status: "running" } });
    });
    runner.takeStops((targets) => {
      const stopped = taken.filter(({ targetId }) => targets.some((target) => target.targetId === targetId));
      runner.publishRunReports(stopped.map((each) => ({ ...unstartedRun(each), runner: "r-eu" })));
    });
    await eventually(() => expect(api.runners()).toHaveLength(1));
    const reply = await api.requestRun("eu", journeyJob(), {
      withinMs: 20_000,
      onStep: () => api.publishStops([{ targetId: "target", seriesKeys: [] }]),
    });
    expect(reply).toMatchObject({ event: "unstarted", runner: "r-eu" });
  });

  test("a runner cannot read work, replies or events of others, or anything stored", async () => {
    await open("scheduler");
    const nc = await intrude("runner-eu");
    for (const subject of [
      "vedette.>",
      "vedette.checks.default",
      "vedette.runs.default.journey",
      "vedette.check-tests.default",
      "vedette.reports.*",
      "vedette.holder-reports.*",
      "vedette.run-reports",
      "vedette.run-steps.*",
      "vedette.events",
      "_INBOX.>",
      "_INBOX.api.>",
      "_INBOX.runner-default.>",
      "$KV.>",
      "$JS.>",
    ]) {
      expect([subject, await mayHear(nc, subject)]).toEqual([subject, false]);
    }
    expect(await mayHear(nc, "vedette.check-tests.eu")).toBe(true);
    expect(await mayHear(nc, createInbox("_INBOX.runner-eu"))).toBe(true);
  });

  test("a runner cannot take, create or change anything of other locations or of NATS itself", async () => {
    await open("scheduler");
    const nc = await intrude("runner-eu");
    for (const subject of [
      "vedette.checks.default",
      "vedette.runs.default.journey",
      "vedette.check-tests.default",
      "vedette.events",
      "$JS.API.CONSUMER.MSG.NEXT.vedette-checks.default",
      "$JS.API.CONSUMER.CREATE.vedette-checks.eu.vedette.checks.default",
      "$JS.API.CONSUMER.DURABLE.CREATE.vedette-checks.eu",
      "$JS.API.CONSUMER.CREATE.vedette-checks",
      "$JS.API.CONSUMER.CREATE.vedette-reports.x.vedette.reports.0",
      "$JS.API.CONSUMER.DELETE.vedette-checks.default",
      "$JS.API.STREAM.MSG.GET.vedette-checks",
      "$JS.API.STREAM.MSG.DELETE.vedette-reports",
      "$JS.API.STREAM.PURGE.vedette-reports",
      "$JS.API.STREAM.DELETE.vedette-checks",
      "$JS.API.STREAM.UPDATE.vedette-checks",
      "$JS.API.STREAM.CREATE.mirror",
      "$JS.API.DIRECT.GET.vedette-checks",
      "$JS.ACK.vedette-checks.default.1.1.1.1.0",
      "$KV.vedette-runners.runner-default.x",
      "$KV.vedette-runners.scheduler.x",
    ]) {
      expect([subject, await mayPublish(nc, subject)]).toEqual([subject, false]);
    }
    expect(await mayPublish(nc, "vedette.reports.0")).toBe(true);
  });

  test("a consumer of the own location cannot use the subject of another location", async () => {
    await open("scheduler");
    const nc = await intrude("runner-eu");
    const request = {
      stream_name: "vedette-checks",
      config: {
        name: "eu",
        durable_name: "eu",
        filter_subject: "vedette.checks.default",
        ack_policy: "explicit",
      },
    };
    const answer = await nc.request(
      "$JS.API.CONSUMER.CREATE.vedette-checks.eu.vedette.checks.eu",
      JSON.stringify(request),
    );
    expect(answer.json()).toMatchObject({ error: { code: 400 } });
  });

  test("the API's user cannot read the messages for runners and schedulers", async () => {
    await open("scheduler");
    const nc = await intrude("api");
    for (const subject of [
      "vedette.checks.*",
      "vedette.reports.*",
      "vedette.holder-reports.*",
      "_INBOX.scheduler.>",
    ]) {
      expect([subject, await mayHear(nc, subject)]).toEqual([subject, false]);
    }
    expect(await mayPublish(nc, "$JS.API.CONSUMER.CREATE.vedette-reports.x.vedette.reports.0")).toBe(false);
    // The process that starts first creates the streams.
    await expect(
      jetstreamManager(nc).then((jsm) => jsm.streams.info("vedette-checks")),
    ).resolves.toBeDefined();
  });
});
