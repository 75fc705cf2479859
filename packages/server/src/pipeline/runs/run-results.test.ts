import type { RunError, RunOutcome } from "@vedette/contract/runs/run-job.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeApiMonitor, makeOrganization } from "../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../test/database/database.ts";
import { newId } from "../../platform/kernel/ids.ts";
import { draftOf, end, type RunDraft, recordFinishedAttempt } from "./run-draft.ts";
import { resultsOf } from "./run-results.ts";

const NOW_MS = Date.UTC(2026, 0, 15, 12);

let harness: TestDatabase;
let ids: { orgId: string; targetId: string };
beforeAll(async () => {
  harness = await testDatabase();
  const orgId = await makeOrganization(harness.database);
  const { id: targetId } = await makeApiMonitor(harness.database, { orgId, steps: ["one", "two"] });
  ids = { orgId, targetId };
});
afterAll(() => harness.drop());

type Codes = { run: RunError["code"] | null; steps: (RunError["code"] | null)[] };

function outcomeOf({ run, steps }: Codes): RunOutcome {
  return {
    startedAtMs: NOW_MS,
    finishedAtMs: NOW_MS + 20,
    error: run && { code: run, message: "as given", stepIndex: steps.indexOf(run) },
    steps: steps.map((code, index) => ({
      index,
      name: ["one", "two"][index] ?? "",
      action: "request",
      status: code ? "failed" : "passed",
      startedAtMs: NOW_MS,
      durationMs: 10,
      error: code && { code, message: "as given" },
      url: null,
      request: null,
      response: null,
      assertions: [],
      extracted: [],
    })),
  };
}

function endedRun(codes: Codes): RunDraft {
  const runId = newId(NOW_MS);
  const place = { targetId: ids.targetId, location: "default" };
  const draft = draftOf({
    id: runId,
    org_id: ids.orgId,
    target_id: ids.targetId,
    kind: "api_monitor",
    location: "default",
    trigger: "schedule",
    slot_ms: NOW_MS,
    stage: "started",
    due_ms: null,
    attempt: 1,
    max_attempts: 1,
    lease: 1,
    timeout_ms: 1_000,
    overrides: null,
    runner: "r1",
    queued_ms: NOW_MS,
    started_ms: NOW_MS,
    attempt_started_ms: NOW_MS,
    attempts: [],
    steps_total: 2,
  });
  const outcome = outcomeOf(codes);
  recordFinishedAttempt(draft, {
    ...place,
    runId,
    attempt: 1,
    lease: 1,
    runner: "r1",
    event: "finished",
    outcome,
  });
  end(draft, { runId, attempt: 1, status: outcome.error ? "failed" : "passed", cause: "result" });
  return draft;
}

test.each<[string, Codes, { run: string; steps: string[] }]>([
  ["passed is up", { run: null, steps: [null, null] }, { run: "up", steps: ["up", "up"] }],
  ["failed is down", { run: "TIMEOUT", steps: [null, "TIMEOUT"] }, { run: "down", steps: ["up", "down"] }],
  [
    "failed only by actions that Vedette must not do has no verdict",
    { run: "ADDRESS_BLOCKED", steps: [null, "ADDRESS_BLOCKED"] },
    { run: "error", steps: ["up", "error"] },
  ],
  [
    "failed by such an action and by the target is down",
    { run: "ADDRESS_BLOCKED", steps: ["ADDRESS_BLOCKED", "TIMEOUT"] },
    { run: "down", steps: ["error", "down"] },
  ],
])("a run that %s, and so is each of its steps", async (_name, codes, expected) => {
  const applied = { sent: [], changed: [], skipped: [], ended: [endedRun(codes)] };
  const batch = await harness.database.transaction((db) => resultsOf(db, applied, NOW_MS));
  expect(batch.reports.map(({ outcome }) => outcome?.status)).toEqual([expected.run]);
  expect(batch.ofSteps?.map(({ outcome }) => outcome?.status)).toEqual(expected.steps);
});
