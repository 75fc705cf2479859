import { afterAll, beforeAll, expect, test } from "vitest";
import { upOutcome } from "../../../../test/checks.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { type HandedOverCheck, saveHandover, takeHandover } from "./handover.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const check = (change: Partial<HandedOverCheck> = {}): HandedOverCheck => ({
  ...{ seriesKey: 1, shard: 3, slotMs: 1_700_000_000_000, lostAtMs: 1_700_000_020_000, gaps: [] },
  ...change,
});

test("each shard's checks are taken once, with the slots that wait for them and their retries", async () => {
  const failed = upOutcome({
    status: "down",
    // PostgreSQL stores no such character in text or jsonb.
    error: { code: "CONNECT_REFUSED", message: "refused\u0000", phase: "connect" },
  });
  const { slotMs } = check();
  const checks = [
    check({
      gaps: [
        {
          ...{ seriesKey: 1, fromMs: slotMs + 1_000, toMs: slotMs + 2_000 },
          ...{ kind: "skipped", reason: "running", slots: 2 },
        },
      ],
    }),
    check({
      seriesKey: 2,
      retry: {
        retries: 1,
        failed: {
          ...{ seriesKey: 2, shard: 3, slotMs, location: "a", trigger: "schedule", runner: "r" },
          outcome: failed,
        },
      },
    }),
    check({ seriesKey: 3, shard: 4 }),
  ];
  await saveHandover(db.database, checks);
  expect(await takeHandover(db.database, [3, 5])).toEqual(checks.slice(0, 2));
  expect(await takeHandover(db.database, [3])).toEqual([]);
  expect(await takeHandover(db.database, [4])).toEqual(checks.slice(2));
});

test("a later handover of a shard replaces one that was not taken", async () => {
  await saveHandover(db.database, [check({ shard: 6 })]);
  await saveHandover(db.database, [check({ shard: 6, seriesKey: 7 })]);
  expect(await takeHandover(db.database, [6])).toEqual([check({ shard: 6, seriesKey: 7 })]);
});

test("a shard without checks in flight needs no row", async () => {
  await saveHandover(db.database, []);
  expect(await takeHandover(db.database, [1, 2])).toEqual([]);
});
