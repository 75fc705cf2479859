import type { ProducedArtifact, RunOutcome, VisualDiff } from "@vedette/contract/runs/run-job.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeJourney, makeOrganization } from "../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../test/database/database.ts";
import { newId } from "../../platform/kernel/ids.ts";
import type { Database } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";
import { keepBaselines } from "./keep-baselines.ts";
import { lockOpenRuns } from "./queries.ts";
import { draftOf, type RunDraft } from "./run-draft.ts";
import { triggerRun } from "./trigger.ts";

let harness: TestDatabase;
let database: Database;
let orgId: string;
let journeyId: string;
beforeAll(async () => {
  harness = await testDatabase();
  database = harness.database;
});
beforeEach(async () => {
  orgId = await makeOrganization(database);
  journeyId = (await makeJourney(database, { orgId })).id;
});
afterAll(() => harness.drop());

const NOW_MS = Date.now();

/** A run with these screenshots and comparisons. */
async function ran(outcome: {
  artifacts?: ProducedArtifact[];
  visualDiffs?: VisualDiff[];
}): Promise<RunDraft> {
  const runQueue = { targetId: journeyId, location: "default" };
  const id = await triggerRun(database, {
    ...runQueue,
    orgId,
    kind: "journey",
    trigger: "manual",
    maxAttempts: 1,
    timeoutMs: 1_000,
    stepsTotal: 1,
    nowMs: NOW_MS,
  });
  const row = (await lockOpenRuns(database, [runQueue])).find((run) => run.id === id);
  if (!row) throw new Error("the run does not exist");
  const steps = (outcome.visualDiffs ?? []).map((visualDiff, index) => ({ ...STEP, index, visualDiff }));
  const times = { startedAtMs: NOW_MS, finishedAtMs: NOW_MS, error: null };
  return { ...draftOf(row), outcome: { ...times, steps, artifacts: outcome.artifacts ?? [] } };
}

const STEP: RunOutcome["steps"][number] = {
  index: 0,
  name: "poll",
  action: "screenshot",
  status: "passed",
  startedAtMs: NOW_MS,
  durationMs: 1,
  error: null,
  url: null,
  request: null,
  response: null,
  assertions: [],
  extracted: [],
};

const picture = (key: string): ProducedArtifact => ({
  key,
  kind: "baseline",
  name: "cart.png",
  contentType: "image/png",
  bytes: 1_234,
  stepIndex: 0,
  label: "cart",
});

const keep = (...changed: RunDraft[]) =>
  keepBaselines(database, { sent: [], ended: [], changed, skipped: [] }, NOW_MS);
const artifactsOf = ({ row }: RunDraft) =>
  database.rows(sql`select kind, key, bytes::int4, label, step_index from artifact where run_id = ${row.id}`);

describe("baselines", () => {
  test("are created from the first screenshot of a label, and later ones do not replace them", async () => {
    await keep(await ran({ artifacts: [picture("first")] }));
    await keep(await ran({ artifacts: [picture("second")] }));
    const kept = await database.rows(
      sql`select key, label, viewport, location from visual_baseline where target_id = ${journeyId}`,
    );
    expect(kept).toEqual([{ key: "first", label: "cart", viewport: "1280x720", location: "default" }]);
  });

  test("are linked to each run that was compared with them", async () => {
    await keep(await ran({ artifacts: [picture("first")] }));
    const compared = { label: "cart", baseline: "first", actual: "new", diff: null, percent: 0 };
    const run = await ran({ visualDiffs: [compared] });
    await keep(run);
    expect(await artifactsOf(run)).toEqual([
      { kind: "baseline", key: "first", bytes: 1_234, label: "cart", step_index: 0 },
    ]);
  });

  test("that are unknown or belong to another organization are linked to no run", async () => {
    const other = await makeOrganization(database);
    await database.run(sql`
      insert into visual_baseline (target_id, label, viewport, location, org_id, key, bytes, run_id, accepted_at)
      values (${(await makeJourney(database, { orgId: other })).id}, 'cart', '1x1', 'default', ${other}, 'foreign', 1,
        ${newId(NOW_MS)}, now())`);
    const compared = { label: "cart", baseline: "gone", actual: "new", diff: null, percent: 0 };
    const run = await ran({ visualDiffs: [compared, { ...compared, baseline: "foreign" }] });
    await keep(run);
    expect(await artifactsOf(run)).toEqual([]);
  });
});
