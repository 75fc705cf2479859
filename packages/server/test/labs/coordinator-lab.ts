import { apiStepInput } from "@vedette/contract/api-monitors/api-steps.ts";
import type { RunJob, RunReport, StepOutcome } from "@vedette/contract/runs/run-job.ts";
import { afterEach, beforeEach } from "vitest";
import { MemoryQueue } from "../../src/engine/queue/memory.ts";
import type { Queue } from "../../src/engine/queue/queue.ts";
import { ObservedChanges } from "../../src/pipeline/changes/observing/observed-changes.ts";
import type { RecordedResult } from "../../src/pipeline/results/recording/alerting-port.ts";
import { ConnectionFacts } from "../../src/pipeline/results/recording/connection-facts.ts";
import type { TargetState } from "../../src/pipeline/results/recording/target-state.ts";
import { ensurePartitionsOf } from "../../src/pipeline/results/retention/partitions.ts";
import { ArtifactQuota } from "../../src/pipeline/runs/artifact-quota.ts";
import { RunCoordinator } from "../../src/pipeline/runs/coordinator.ts";
import { triggerRun } from "../../src/pipeline/runs/trigger.ts";
import { type Clock, systemClock } from "../../src/platform/kernel/clock.ts";
import { silentLogger } from "../../src/platform/kernel/logger.ts";
import { sql } from "../../src/platform/storage/sql.ts";
import { makeApiMonitor, makeOrganization } from "../builders.ts";
import { type TestDatabase, testDatabase } from "../database/database.ts";
import { testVault } from "../vault.ts";

type Row = {
  status: string;
  stage: string | null;
  attempt: number;
  error: { code: string } | null;
  attempts: unknown[];
};

/** Registers the hooks of a test file about runs: a database, a queue without runners and a clock for each test. */
export function coordinatorLab() {
  let harness: TestDatabase;
  let queue: Queue;
  let running: RunCoordinator[];
  /** Added to the real time, so that tests do not wait for deadlines. */
  let aheadMs: number;
  let jobs: RunJob[];

  const clock: Clock = { ...systemClock, now: () => systemClock.now() + aheadMs };

  beforeEach(async () => {
    harness = await testDatabase();
    queue = new MemoryQueue({ clock });
    running = [];
    aheadMs = 0;
    jobs = [];
    queue.takeRuns({ location: "default", kinds: ["api_monitor"] }, (some) => jobs.push(...some));
  });
  afterEach(async () => {
    await Promise.all(running.map((coordinator) => coordinator.stop(systemClock.monotonic() + 2_000)));
    await harness.drop();
  });

  async function makeWorld({
    maxRetries = 0,
    steps = ["one", "two"],
  }: {
    maxRetries?: number;
    steps?: string[];
  } = {}) {
    const { database } = harness;
    const orgId = await makeOrganization(database);
    const { id: targetId, seriesKeys } = await makeApiMonitor(database, { orgId });
    const definition = JSON.stringify(
      steps.map((name) => apiStepInput.parse({ name, url: "http://127.0.0.1/", timeout: 1 })),
    );
    await database.run(sql`update api_monitor set steps = ${definition}::json where id = ${targetId}`);
    const [seriesKey = 0] = seriesKeys;
    const target: TargetState = {
      targetId,
      kind: "api_monitor",
      orgId,
      name: "Test",
      ...{ type: null, tags: [], groupId: null },
      ...{ enabled: true, revision: 1 },
      status: "pending",
      statusSinceMs: 0,
      statusReason: null,
      series: [
        {
          seriesKey,
          location: "default",
          active: true,
          status: "pending",
          statusSinceMs: 0,
          consecutiveFailures: 0,
          consecutiveErrors: 0,
        },
      ],
    };
    const recorded: RecordedResult[] = [];
    const start = async (log = silentLogger) => {
      const coordinator = new RunCoordinator({
        database,
        queue,
        clock,
        log,
        vault: testVault(),
        artifactQuota: new ArtifactQuota({ bytesMax: null, clock }),
        runnerAvailability: () => ({
          runners: queue.runners(),
          fallbackLocation: "default",
          isPrivate: () => false,
        }),
        onRecorded: () => undefined,
        recording: {
          database,
          clock,
          connectionFacts: new ConnectionFacts({ database, clock }),
          isCurrent: () => true,
          findTarget: (key) => (key === seriesKey ? target : null),
          loadSeries: async () => undefined,
          reload: async () => undefined,
          mergeLate: async () => undefined,
          changes: new ObservedChanges(),
          alerting: {
            async afterResults(_db, results) {
              recorded.push(...results);
              return () => undefined;
            },
          },
          ensurePartitions: (instantsMs) => ensurePartitionsOf(database, instantsMs),
        },
      });
      running.push(coordinator);
      await coordinator.start();
      return coordinator;
    };
    const trigger = () =>
      database.transaction((db) =>
        triggerRun(db, {
          orgId,
          targetId,
          kind: "api_monitor",
          location: "default",
          trigger: "manual",
          maxAttempts: maxRetries + 1,
          timeoutMs: 5_000,
          stepsTotal: steps.length,
          nowMs: clock.now(),
        }),
      );
    return { orgId, targetId, seriesKey, target, steps, recorded, start, trigger };
  }

  function report(job: RunJob, rest: Partial<RunReport> & Pick<RunReport, "event">): void {
    const { runId, attempt, lease, targetId, location } = job;
    queue.publishRunReports([
      { runId, attempt, lease, targetId, location, runner: "r1", ...rest } as RunReport,
    ]);
  }

  function finish(job: RunJob, steps: readonly string[], failing: string | null = null): void {
    const startedAtMs = clock.now();
    const made = steps.map((name, index): StepOutcome => {
      const isFailed = name === failing;
      return {
        index,
        name,
        action: "request",
        status: isFailed ? "failed" : "passed",
        startedAtMs,
        durationMs: 10,
        error: isFailed ? { code: "TIMEOUT", message: "too slow" } : null,
        url: null,
        request: null,
        response: null,
        assertions: [],
        extracted: [{ name: "id", value: "7" }],
      };
    });
    const stepIndex = made.findIndex(({ status }) => status === "failed");
    const error = failing ? ({ code: "TIMEOUT", message: "too slow", stepIndex } as const) : null;
    report(job, {
      event: "finished",
      outcome: { startedAtMs, finishedAtMs: startedAtMs + 25, error, steps: made },
    });
  }

  async function job(number: number): Promise<RunJob> {
    await until(() => jobs.length >= number);
    return jobs[number - 1] as RunJob;
  }

  const readRun = async (id: string) =>
    (await harness.database.find<Row & Record<string, unknown>>(
      sql`select * from run where id = ${id}`,
    )) as Row & Record<string, unknown>;

  async function ended(id: string, status: string): Promise<Row & Record<string, unknown>> {
    await until(async () => (await readRun(id)).status === status);
    return readRun(id);
  }

  const results = ({ targetId }: { targetId: string }) =>
    harness.database.rows<{ step: string | null; status: string; attempts: number }>(sql`
    select s.step, r.status, r.attempts from check_result r join series s using (series_key)
    where s.target_id = ${targetId} order by s.step nulls first`);

  async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
    const deadline = performance.now() + 10_000;
    while (performance.now() < deadline) {
      if (await holds()) return;
      await new Promise((resolve) => setImmediate(resolve));
    }
    throw new Error("condition not reached in time");
  }
  return {
    get harness() {
      return harness;
    },
    get queue() {
      return queue;
    },
    get running() {
      return running;
    },
    get aheadMs() {
      return aheadMs;
    },
    get jobs() {
      return jobs;
    },
    get clock() {
      return clock;
    },
    set aheadMs(value) {
      aheadMs = value;
    },
    makeWorld,
    report,
    finish,
    job,
    readRun,
    ended,
    results,
    until,
  };
}

/** A target with its runs. */
export type CoordinatorWorld = Awaited<ReturnType<ReturnType<typeof coordinatorLab>["makeWorld"]>>;
