import { randomUUID } from "node:crypto";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import type { CheckJob, CheckReport } from "@vedette/contract/checks/check-run.ts";
import type { RunReport, StepProgress } from "@vedette/contract/runs/run-job.ts";
import { describe, expect, test } from "vitest";
import {
  CANARY,
  eventually,
  job,
  natsQueueLab,
  reportOf,
  runJob,
  SHORT,
  seesRunners,
} from "../../../../test/labs/nats-queue-lab.ts";
import { finished } from "../../../../test/queues/jobs.ts";
import { natsServerMissing, startNatsServer } from "../../../../test/servers/nats-server.ts";
import { startTcpRelay } from "../../../../test/servers/tcp-relay.ts";
import { LEAD_MS, unstarted } from "../queue.ts";

/** Failures that only a queue over the network can have. */
const missing = natsServerMissing();

describe.skipIf(missing !== null)("NATS", () => {
  const lab = natsQueueLab();
  const { ends, messagesIn, open, scheduler } = lab;

  test("the checks of a runner that dies go to another runner, and each is reported once", async () => {
    const relay = await startTcpRelay(lab.server.port);
    ends.push(relay.cut);
    const { queue, received } = await scheduler();
    const dying = await open("dying", { servers: [`nats://127.0.0.1:${relay.port}`] });
    const other = await open("other");
    const inDyingHands: number[] = [];
    dying.takeJobs("default", (jobs) => void inDyingHands.push(...jobs.map(({ slotMs }) => slotMs)));
    other.takeJobs("default", (jobs) => other.publishReports(jobs.map((each) => reportOf(each, "other"))));
    for (const runner of [dying, other]) runner.announce(randomUUID(), "default");
    await seesRunners(queue, 2);
    let published = 0;
    await eventually(() => {
      published += 1;
      queue.publishJobs("default", [job({ slotMs: published })]);
      expect(inDyingHands.length).toBeGreaterThan(3);
    });
    await relay.cut();
    const all = Array.from({ length: published }, (_, index) => index + 1);
    await eventually(() =>
      expect(received.map(({ slotMs }) => slotMs).toSorted((a, b) => a - b)).toEqual(all),
    );
    expect(new Set(received.map(({ runner }) => runner))).toEqual(new Set(["other"]));
  });

  test("checks are sent early only if every taker of their location waits for the slot", async () => {
    const { queue } = await scheduler();
    const [modern, older] = [await open("modern"), await open("older")];
    const taken: { job: CheckJob; atMs: number }[] = [];
    const take = (jobs: readonly CheckJob[]) =>
      void taken.push(...jobs.map((each) => ({ job: each, atMs: Date.now() })));
    modern.takeJobs("default", take, { waitsForSlot: true });
    await eventually(() => expect(queue.leadMs("default")).toBe(LEAD_MS));
    expect(queue.leadMs("elsewhere")).toBe(0);
    older.takeJobs("default", take);
    await eventually(() => expect(queue.leadMs("default")).toBe(0));
    // Launched just before the older one appeared.
    const slotMs = Date.now() + LEAD_MS;
    queue.publishJobs("default", [job({ slotMs, isEarly: true })]);
    await eventually(() => expect(taken).toHaveLength(1));
    expect(taken[0]?.atMs).toBeGreaterThanOrEqual(slotMs);
    expect(taken[0]?.job).not.toHaveProperty("isEarly");
  });

  test("checks that no runner takes expire, and the checks after them run", async () => {
    const timeouts = { ...SHORT, checkAgeMaxMs: 500 };
    const relay = await startTcpRelay(lab.server.port);
    ends.push(relay.cut);
    const queue = await open("scheduler", { timeouts });
    const gone = await open("gone", { servers: [`nats://127.0.0.1:${relay.port}`], timeouts });
    gone.takeJobs("default", () => {});
    gone.announce("gone", "default");
    await seesRunners(queue, 1);
    await relay.cut();
    for (let slotMs = 1; slotMs <= 20; slotMs += 1) queue.publishJobs("default", [job({ slotMs })]);
    const nc = await connect({ servers: lab.server.url });
    ends.push(() => nc.close());
    const jsm = await jetstreamManager(nc);
    await expect.poll(() => messagesIn(jsm, "checks"), { timeout: 20_000 }).toBeGreaterThan(0);
    await expect.poll(() => messagesIn(jsm, "checks"), { timeout: 20_000 }).toBe(0);
    const next = await open("next", { timeouts });
    const taken: number[] = [];
    next.takeJobs("default", (jobs) => void taken.push(...jobs.map(({ slotMs }) => slotMs)));
    await eventually(() => {
      queue.publishJobs("default", [job({ slotMs: 99 })]);
      expect(new Set(taken)).toEqual(new Set([99]));
    });
  });

  test("while the server is down checks are reported as not started, and reports arrive after it is back", async () => {
    const own = await startNatsServer();
    ends.push(own.stop);
    const servers = [own.url];
    const queue = await open("scheduler", { servers });
    const received: CheckReport[] = [];
    queue.takeReports((some) => void received.push(...some));
    queue.holdShards([0]);
    const runner = await open("runner", { servers });
    const taken: CheckJob[] = [];
    runner.takeJobs("default", (jobs) => void taken.push(...jobs));
    runner.announce("r1", "default");
    await seesRunners(queue, 1);
    queue.publishJobs("default", [job()]);
    await eventually(() => expect(taken).toHaveLength(1));

    await own.kill();
    await eventually(() => expect([queue.isConnected(), runner.isConnected()]).toEqual([false, false]));
    queue.publishJobs("default", [job({ slotMs: 2 })]);
    await eventually(() => expect(received).toMatchObject([{ slotMs: 2, outcome: null, runner: "none" }]));
    runner.publishReports(taken.map((each) => reportOf(each, "r1")));
    expect(runner.state()).toMatchObject({ natsConnected: 0, natsReportsWaiting: 1 });

    await own.restart();
    await eventually(() => expect(received).toMatchObject([{ slotMs: 2 }, { slotMs: 1, runner: "r1" }]));
    await eventually(() => expect(runner.state()).toMatchObject({ natsConnected: 1, natsReportsWaiting: 0 }));
    await eventually(() => {
      queue.publishJobs("default", [job({ slotMs: 3 })]);
      expect(taken.at(-1)?.slotMs).toBe(3);
    });
  });

  test("no message on NATS contains a secret in plain text", async () => {
    const spy = await connect({ servers: lab.server.url });
    ends.push(() => spy.close());
    const heard: string[] = [];
    const subjects = new Set<string>();
    spy.subscribe(">", {
      callback(_, message) {
        subjects.add(message.subject.split(".").slice(0, 2).join("."));
        heard.push(`${message.subject} ${Buffer.from(message.data).toString("latin1")}`);
      },
    });
    const { queue, received } = await scheduler();
    const runner = await open("runner");
    const reports: RunReport[] = [];
    queue.takeRunReports((some) => void reports.push(...some));
    runner.takeJobs("default", (jobs) => {
      for (const each of jobs) expect(JSON.stringify(each)).toContain(CANARY);
      runner.publishReports(jobs.map((each) => ({ ...unstarted(each), runner: "r1" })));
    });
    runner.takeRuns({ location: "default", kinds: ["api_monitor"] }, (jobs) => {
      for (const each of jobs) expect(JSON.stringify(each)).toContain(CANARY);
      runner.publishRunReports(jobs.map(finished));
    });
    runner.announce("r1", "default");
    await seesRunners(queue, 1);
    queue.publishJobs("default", [job()]);
    queue.publishRuns("default", [runJob()]);
    expect(await queue.requestCheck("default", job(), 20_000)).toMatchObject({ runner: "r1" });
    expect(await queue.requestRun("default", runJob(), { withinMs: 20_000 })).toMatchObject({
      event: "finished",
    });
    await eventually(() => expect([received.length, reports.length]).toEqual([1, 1]));
    await spy.flush();
    for (const part of ["checks", "runs", "check-tests", "run-tests", "holder-reports", "run-reports"]) {
      expect(subjects).toContain(`${lab.prefix}.${part}`);
    }
    expect(heard.filter((text) => text.includes(CANARY))).toEqual([]);
  });

  test("the steps of a test run reach its requester while it runs, and no one else", async () => {
    const { queue } = await scheduler();
    const [runner, other] = [await open("runner"), await open("other")];
    const seen: string[] = [];
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    runner.takeRuns({ location: "default", kinds: ["api_monitor"] }, async (jobs) => {
      for (const { runId, lease } of jobs) {
        const step = { index: 0, name: "s", action: "goto", startedAtMs: 1, durationMs: null, error: null };
        runner.publishRunProgress({ runId, lease: lease - 1, step: { ...step, status: "running" } });
        runner.publishRunProgress({ runId, lease, step: { ...step, status: "running" } });
        await reached;
        runner.publishRunReports(jobs.map(finished));
      }
    });
    runner.announce("r1", "default");
    await seesRunners(queue, 1);
    const onStep = (by: string) => (step: StepProgress) => {
      seen.push(`${by} ${step.index} ${step.status}`);
      reach();
    };
    const waiting = other.requestRun("nowhere", runJob(), { withinMs: 20_000, onStep: onStep("other") });
    const reply = await queue.requestRun("default", runJob(), {
      withinMs: 20_000,
      onStep: onStep("queue"),
    });
    expect(reply).toMatchObject({ event: "finished" });
    expect(await waiting).toMatchObject({ event: "unstarted" });
    expect(seen).toEqual(["queue 0 running"]);
  });

  test("checks that a stopping runner has not started go to another runner", async () => {
    const { queue, received } = await scheduler();
    const [leaving, other] = [await open("leaving"), await open("other")];
    const waiting: CheckJob[] = [];
    const endTaking = leaving.takeJobs("default", (jobs) => void waiting.push(...jobs));
    leaving.announce("leaving", "default");
    await seesRunners(queue, 1);
    await eventually(() => {
      queue.publishJobs("default", [job()]);
      expect(waiting.length).toBeGreaterThan(0);
    });
    other.takeJobs("default", (jobs) => other.publishReports(jobs.map((each) => reportOf(each, "other"))));
    other.announce("other", "default");
    await seesRunners(leaving, 2);
    endTaking();
    leaving.publishReports(waiting.map((each) => reportOf(each, "leaving")));
    await eventually(() => expect(received.length).toBeGreaterThan(0));
    expect(new Set(received.map(({ runner }) => runner))).toEqual(new Set(["other"]));
    await eventually(() => expect(leaving.state().natsJobsInFlight).toBe(0));
  });

  test("a run that its taker hands on goes to the next taker of the same process", async () => {
    const queue = await open("all");
    const made: string[] = [];
    const reports: RunReport[] = [];
    queue.takeRunReports((some) => void reports.push(...some));
    const end = queue.takeRuns({ location: "default", kinds: ["journey"] }, (jobs) => {
      end();
      queue.takeRuns({ location: "default", kinds: ["journey"], inFlightMax: 1 }, (again) => {
        made.push(...again.map(({ runId }) => runId));
        queue.publishRunReports(again.map(finished));
      });
      queue.publishRuns("default", jobs);
    });
    const { spec, ...named } = runJob();
    const journey = { kind: "journey" as const, steps: [], script: null, viewport: null, device: null };
    const capture = { trace: "never" as const, video: "never" as const };
    const { timeoutMs, values, secretNames } = spec;
    const whole = { ...journey, baseUrl: null, capture, baselines: {}, timeoutMs, values, secretNames };
    queue.publishRuns("default", [{ ...named, spec: whole }]);
    await eventually(() => expect(reports).toHaveLength(1));
    expect(made).toEqual(["run"]);
    await eventually(() => expect(queue.state().natsJobsInFlight).toBe(0));
  });

  test("recreates the streams that a server lost", async () => {
    const { queue, received } = await scheduler();
    const runner = await open("runner");
    runner.takeJobs("default", (jobs) => runner.publishReports(jobs.map((each) => reportOf(each, "r1"))));
    runner.announce("r1", "default");
    await seesRunners(queue, 1);
    const nc = await connect({ servers: lab.server.url });
    ends.push(() => nc.close());
    const jsm = await jetstreamManager(nc);
    await jsm.streams.delete(`${lab.prefix}-reports`);
    queue.publishJobs("default", [job()]);
    await eventually(() => expect(received).toMatchObject([{ runner: "r1" }]));
  });
});
