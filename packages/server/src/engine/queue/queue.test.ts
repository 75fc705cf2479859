import { randomBytes, randomUUID } from "node:crypto";
import type { CheckJob, CheckReport } from "@vedette/contract/checks/check-run.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { EVIDENCE_VANTAGE_BYTES_MAX } from "@vedette/contract/evidence/evidence-limits.ts";
import type { RunJob, RunReport, StepProgress } from "@vedette/contract/runs/run-job.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { addressFacts, NOTHING_COLLECTED, responseFacts } from "../../../test/evidence/facts.ts";
import { checkJob, finished, runJob, tcpSpec, unstartedReport } from "../../../test/queues/jobs.ts";
import { linkedQueues, type SharedQueue } from "../../../test/queues/linked.ts";
import { type NatsServer, natsServerMissing, startNatsServer } from "../../../test/servers/nats-server.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import { silentLogger } from "../../platform/kernel/logger.ts";
import { MemoryQueue } from "./memory.ts";
import { createNatsQueue } from "./nats.ts";
import { RUN_REQUESTS_MAX } from "./pending-replies.ts";
import { type Queue, unstarted } from "./queue.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Waits for messages over a real server, on a machine that may be busy. */
const eventually = <T>(condition: () => T) => vi.waitFor(condition, { timeout: 30_000 });

const missing = natsServerMissing();
let server: NatsServer | null = null;
beforeAll(async () => {
  if (missing === null) server = await startNatsServer();
});
afterAll(() => server?.stop());

/** One of several processes. The processes of one test share a prefix. */
async function overNats(name: string, prefix: string): Promise<Queue> {
  const servers = [server?.url ?? ""];
  const queue = await createNatsQueue({ servers, prefix, clock: systemClock, log: silentLogger, name });
  ends.push(() => queue.close());
  return queue;
}

const kinds: Record<string, () => SharedQueue | Promise<SharedQueue>> = {
  memory() {
    const held = new MemoryQueue({ clock: systemClock });
    return { held, seen: held };
  },
  "thread link": () => linkedQueues(ends),
  ...(missing === null && {
    async NATS() {
      const prefix = randomUUID().slice(0, 8);
      const [held, seen] = [await overNats("held", prefix), await overNats("seen", prefix)];
      held.holdShards([0]);
      return { held, seen };
    },
  }),
};

test.skipIf(missing === null)(`NATS is not tested: ${missing}`, () => {});

const LONG_MS = 30_000;

const event: LiveEvent = {
  type: "monitor.status",
  orgId: "o",
  data: { monitor_id: "m", name: "n", status: "up", previous_status: "down", at: "2026-01-01T00:00:00.000Z" },
};

describe.each(Object.entries(kinds))("%s", (_, open) => {
  test("delivers the jobs of a location to its taker in order, with their specs, and to no other", async () => {
    const { held, seen } = await open();
    const taken: CheckJob[] = [];
    const elsewhere: CheckJob[] = [];
    seen.takeJobs("default", (jobs) => taken.push(...jobs));
    seen.takeJobs("other", (jobs) => elsewhere.push(...jobs));
    const same = tcpSpec(1);
    const jobs = [
      checkJob({ spec: same }),
      checkJob({ spec: same, slotMs: 2 }),
      checkJob({ spec: tcpSpec(9), slotMs: 3 }),
    ];
    await eventually(() => {
      held.publishJobs("default", jobs);
      expect(taken.length).toBeGreaterThanOrEqual(3);
    });
    expect(taken.slice(-3)).toEqual(jobs);
    expect(elsewhere).toEqual([]);
  });

  test("a job for a location without a taker comes back as a report without an outcome", async () => {
    const { held, seen } = await open();
    const reports: CheckReport[] = [];
    held.takeReports((some) => void reports.push(...some));
    seen.publishJobs("nowhere", [checkJob({ location: "nowhere", slotMs: 77 })]);
    await eventually(() => expect(reports).toMatchObject([{ slotMs: 77, outcome: null }]));
  });

  test("delivers runs to the taker of their location and kind if one client has several", async () => {
    const { held, seen } = await open();
    const taken: string[] = [];
    for (const location of ["a", "b"]) {
      for (const kind of ["api_monitor", "journey"] as const) {
        seen.takeRuns({ location, kinds: [kind] }, (jobs) => {
          taken.push(...jobs.map((job) => `${job.runId} by ${location} ${kind}`));
        });
      }
    }
    const end = seen.takeRuns({ location: "c", kinds: ["journey"] }, () => taken.push("ended"));
    end();
    const given = { ...runJob(), runId: "r" };
    await eventually(() => {
      held.publishRuns("b", [given]);
      expect(taken).toContain(`r by b ${given.spec.kind}`);
    });
    expect(new Set(taken).size).toBe(1);
  });

  test("a stopped taker receives nothing more", async () => {
    const { held, seen } = await open();
    const taken: CheckJob[] = [];
    const reports: CheckReport[] = [];
    held.takeReports((some) => void reports.push(...some));
    seen.takeJobs("default", (jobs) => taken.push(...jobs))();
    await eventually(() => {
      held.publishJobs("default", [checkJob()]);
      expect(reports.length).toBeGreaterThan(0);
    });
    expect(taken).toEqual([]);
  });

  test("a run reaches a taker of its kind, whose reports come back; a run without such a taker is not started", async () => {
    const { held, seen } = await open();
    const reports: RunReport[] = [];
    held.takeRunReports((some) => void reports.push(...some));
    const taken: RunJob[] = [];
    seen.takeRuns({ location: "default", kinds: ["api_monitor"], inFlightMax: 2 }, (jobs) => {
      taken.push(...jobs);
      seen.publishRunReports(jobs.map(finished));
    });
    await eventually(() => {
      held.publishRuns("default", [runJob()]);
      expect(taken.length).toBeGreaterThan(0);
    });
    await eventually(() => expect(reports).toContainEqual(finished(runJob())));
    held.publishRuns("elsewhere", [{ ...runJob(), runId: "other", location: "elsewhere" }]);
    const notStarted = expect.objectContaining({ event: "unstarted", runId: "other" });
    await eventually(() => expect(reports).toContainEqual(notStarted));
    expect(new Set(taken.map(({ runId }) => runId))).toEqual(new Set(["run"]));
  });

  test("delivers reports, events and presence", async () => {
    const { held, seen } = await open();
    const reports: CheckReport[] = [];
    const events: LiveEvent[] = [];
    held.takeReports((some) => void reports.push(...some));
    seen.takeEvents((some) => events.push(...some));
    seen.publishReports([unstartedReport]);
    seen.announce("r1", "default");
    await eventually(() => {
      expect(reports).toEqual([unstartedReport]);
      expect(seen.runners()).toMatchObject([{ runner: "r1", location: "default" }]);
      held.publishEvents([event]);
      expect(events[0]).toEqual(event);
    });
  });

  test("delivers stopped targets to every runner that listens", async () => {
    const { held, seen } = await open();
    const [one, other]: [number[], number[]] = [[], []];
    seen.takeStops((targets) => void one.push(...targets.flatMap(({ seriesKeys }) => seriesKeys)));
    seen.takeStops((targets) => void other.push(...targets.flatMap(({ seriesKeys }) => seriesKeys)));
    await eventually(() => {
      held.publishStops([{ targetId: "t", seriesKeys: [1, 2] }]);
      expect([one.slice(0, 2), other.slice(0, 2)]).toEqual([
        [1, 2],
        [1, 2],
      ]);
    });
  });

  test("the report of a requested check reaches only its requester", async () => {
    const { held, seen } = await open();
    const reports: CheckReport[] = [];
    held.takeReports((some) => void reports.push(...some));
    // A separate job object for each, because two jobs arrive as one batch or as two.
    held.takeJobs("default", (jobs) =>
      held.publishReports([...jobs.toReversed().map(unstarted), ...jobs.map(() => unstartedReport)]),
    );
    const [first, second] = await Promise.all([
      seen.requestCheck("default", checkJob({ slotMs: 5 }), LONG_MS),
      seen.requestCheck("default", checkJob({ slotMs: 6 }), LONG_MS),
    ]);
    expect(first).toMatchObject({ slotMs: 5, trigger: "test" });
    expect(second).toMatchObject({ slotMs: 6, trigger: "test" });
    await eventually(() => expect(reports).toEqual([unstartedReport, unstartedReport]));
  });

  test("a requested check finds a runner among several, and its spec is not cached", async () => {
    const { seen } = await open();
    const taken: CheckJob[] = [];
    seen.takeJobs("default", (jobs) => {
      taken.push(...jobs);
      seen.publishReports(jobs.map(unstarted));
    });
    for (const timeoutMs of [1, 2, 3]) {
      const reply = await seen.requestCheck("default", checkJob({ spec: tcpSpec(timeoutMs) }), LONG_MS);
      expect(reply).toMatchObject({ outcome: null });
    }
    expect(taken.map((each) => each.spec.timeoutMs)).toEqual([1, 2, 3]);
    expect(new Set(taken.map((each) => each.seriesKey)).size).toBe(3);
  });

  test("an order to collect reaches the runner, and a large report its requester", async () => {
    const { seen } = await open();
    const order = { collectMs: 20_000, sendsRequest: true };
    // Random bytes do not become smaller.
    const body = randomBytes(EVIDENCE_VANTAGE_BYTES_MAX / 2).toString("hex");
    const evidence = {
      ...NOTHING_COLLECTED,
      addresses: [addressFacts({ response: responseFacts({ body }) })],
    };
    seen.takeJobs("default", (jobs) => {
      for (const each of jobs) {
        expect(each.evidence).toEqual(order);
        seen.publishReports([{ ...unstarted(each), trigger: "test", runner: "r1", evidence }]);
      }
    });
    const reply = await seen.requestCheck("default", { ...checkJob(), evidence: order }, LONG_MS);
    expect(reply).toMatchObject({ runner: "r1", outcome: null, evidence });
  });

  test("the final report of a requested run reaches only its requester", async () => {
    const { held, seen } = await open();
    const reports: RunReport[] = [];
    held.takeRunReports((some) => void reports.push(...some));
    const { event: _, outcome: __, ...named } = finished(runJob()) as RunReport & { event: "finished" };
    seen.takeRuns({ location: "default", kinds: ["api_monitor"] }, (jobs) => {
      for (const asked of jobs) {
        const started: RunReport = { ...named, lease: asked.lease, event: "started", atMs: 1 };
        seen.publishRunReports([started, finished(asked)]);
        // A report that no request waits for any more.
        seen.publishRunReports([finished(asked), finished(runJob())]);
      }
    });
    const reply = await seen.requestRun("default", runJob(), { withinMs: LONG_MS });
    expect(reply).toMatchObject({ event: "finished", runId: "run", runner: "r1" });
    await eventually(() => expect(reports).toEqual([finished(runJob())]));
  });

  test("the steps of a requested run reach only its requester, as they happen", async () => {
    const { seen } = await open();
    const step = (index: number, status: StepProgress["status"]): StepProgress => ({
      ...{ index, name: `step ${index}`, action: "goto", status },
      ...{ startedAtMs: 1, durationMs: null, error: null },
    });
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    seen.takeRuns({ location: "default", kinds: ["api_monitor"] }, async (jobs) => {
      for (const { runId, lease } of jobs) {
        seen.publishRunProgress({ runId, lease, step: step(0, "running") });
        seen.publishRunProgress({ runId, lease: lease - 100, step: step(9, "running") });
        // The report waits until the requester has seen the step.
        await reached;
        seen.publishRunProgress({ runId, lease, step: step(0, "passed") });
        seen.publishRunReports(jobs.map(finished));
        seen.publishRunProgress({ runId, lease, step: step(1, "running") });
      }
    });
    const steps: [number, string][] = [];
    const reply = await seen.requestRun("default", runJob(), {
      withinMs: LONG_MS,
      onStep({ index, status }) {
        steps.push([index, status]);
        reach();
      },
    });
    expect(reply).toMatchObject({ event: "finished" });
    expect(steps).toEqual([
      [0, "running"],
      [0, "passed"],
    ]);
  });

  test("work that no runner can run comes back at once as not started", async () => {
    const { seen } = await open();
    expect(await seen.requestCheck("nowhere", checkJob(), LONG_MS)).toMatchObject({ outcome: null });
    expect(await seen.requestRun("nowhere", runJob(), { withinMs: LONG_MS })).toMatchObject({
      event: "unstarted",
    });
  });

  test("a request without a reply ends at its deadline", async () => {
    const { held, seen } = await open();
    held.takeJobs("default", () => {});
    held.takeRuns({ location: "default", kinds: ["api_monitor"] }, () => {});
    expect(await seen.requestCheck("default", checkJob(), 5)).toBeNull();
    expect(await seen.requestRun("default", runJob(), { withinMs: 5 })).toBeNull();
  });

  test("rejects requests beyond the limit", async () => {
    const { held } = await open();
    const taken: RunJob[] = [];
    held.takeRuns({ location: "default", kinds: ["api_monitor"] }, (jobs) => taken.push(...jobs));
    const asked = Array.from({ length: RUN_REQUESTS_MAX }, () =>
      held.requestRun("default", runJob(), { withinMs: LONG_MS }),
    );
    await expect(held.requestRun("default", runJob(), { withinMs: LONG_MS })).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
    });
    await eventually(() => expect(taken).toHaveLength(RUN_REQUESTS_MAX));
    held.publishRunReports(taken.map(finished));
    expect(await Promise.all(asked)).toHaveLength(RUN_REQUESTS_MAX);
    expect(taken).toHaveLength(RUN_REQUESTS_MAX);
  });

  test("an organization stays watched while it has a viewer", async () => {
    const { held, seen } = await open();
    const [first, second] = [seen.watchOrg("o"), seen.watchOrg("o")];
    await eventually(() => expect(held.isWatched("o")).toBe(true));
    first();
    first();
    seen.publishReports([unstartedReport]);
    await eventually(() => expect(held.isWatched("o")).toBe(true));
    second();
    await eventually(() => expect(held.isWatched("o")).toBe(false));
  });
});
