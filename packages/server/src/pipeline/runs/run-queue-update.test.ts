import { expect, test } from "vitest";
import type { OpenRunRow } from "./queries.ts";
import { processRunQueue } from "./run-queue-update.ts";

const LANE = { targetId: "t", location: "default" };

const row = (id: string, queuedMs: number, stage: OpenRunRow["stage"]): OpenRunRow => ({
  id,
  org_id: "o",
  target_id: LANE.targetId,
  kind: "journey",
  location: LANE.location,
  trigger: "schedule",
  slot_ms: queuedMs,
  stage,
  due_ms: null,
  attempt: 1,
  max_attempts: 3,
  lease: 1,
  timeout_ms: 1_000,
  overrides: null,
  runner: null,
  queued_ms: queuedMs,
  started_ms: null,
  attempt_started_ms: null,
  attempts: [],
  steps_total: 1,
});

test("a cancellation ends the runs requested up to its instant, and the next run starts", () => {
  const rows = [row("one", 1, "started"), row("two", 2, "queued"), row("three", 30, "queued")];
  const work = processRunQueue(rows, [{ type: "cancel", runQueue: LANE, untilMs: 20 }], 40);
  expect([...work.drafts.values()].map(({ ending }) => ending?.cause ?? null)).toEqual([
    "cancelled",
    "cancelled",
    null,
  ]);
  expect(work.sent?.row.id).toBe("three");
});
