import type { CheckJob, CheckReport } from "@vedette/contract/checks/check-run.ts";
import type { RunJob, RunReport } from "@vedette/contract/runs/run-job.ts";

/** Jobs and reports for tests of queues, which never run them. */

export const tcpSpec = (timeoutMs: number): CheckJob["spec"] => ({
  kind: "tcp",
  host: "127.0.0.1",
  port: 80,
  timeoutMs,
  retries: 0,
  degradedAfterMs: null,
  assertions: [],
});

export function checkJob(change: Partial<CheckJob> = {}): CheckJob {
  return {
    seriesKey: 1,
    orgId: "org",
    shard: 0,
    location: "default",
    trigger: "schedule",
    slotMs: 1,
    startByMs: 2,
    spec: tcpSpec(1),
    ...change,
  };
}

export const unstartedReport: CheckReport = {
  seriesKey: 1,
  shard: 0,
  slotMs: 1,
  location: "default",
  trigger: "schedule",
  runner: "r1",
  outcome: null,
};

export function runJob(change: Partial<RunJob> = {}): RunJob {
  return {
    runId: "run",
    attempt: 1,
    lease: 1,
    orgId: "o",
    targetId: "t",
    location: "default",
    startByMs: 2,
    spec: { kind: "api_monitor", steps: [], timeoutMs: 1, values: {}, secretNames: [] },
    ...change,
  };
}

export function finished({ runId, attempt, lease, targetId, location }: RunJob): RunReport {
  const outcome = { startedAtMs: 1, finishedAtMs: 2, error: null, steps: [] };
  return { event: "finished", runId, attempt, lease, targetId, location, runner: "r1", outcome };
}
