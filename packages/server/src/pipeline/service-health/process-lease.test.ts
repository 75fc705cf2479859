import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../../test/database/database.ts";

import { silentLogger } from "../../platform/kernel/logger.ts";
import { sql } from "../../platform/storage/sql.ts";
import { interruptions } from "./interruptions.ts";
import { ProcessLease } from "./process-lease.ts";
import { listProcesses } from "./process-queries.ts";

let harness: TestDatabase;
let wallMs = Date.parse("2026-11-20T12:00:00Z");
let monotonicMs = 0;
const clock = { now: () => wallMs, monotonic: () => monotonicMs };
const beginMs = wallMs;

beforeAll(async () => {
  harness = await testDatabase();
});
beforeEach(async () => {
  await harness.database.run(sql`delete from scheduler_process`);
  wallMs = beginMs;
  monotonicMs = 0;
});
afterAll(() => harness.drop());

const makeLease = () =>
  new ProcessLease({ database: harness.database, clock, log: silentLogger, version: "1.2.3" });

/** Lets both clocks run, or only one of them. */
function pass(ms: { wall: number; monotonic: number }): void {
  wallMs += ms.wall;
  monotonicMs += ms.monotonic;
}

const read = async () =>
  interruptions(await listProcesses(harness.database, { sinceMs: beginMs, nowMs: wallMs }), wallMs);

test("records a suspended process with its duration, and a clock that jumps forward", async () => {
  const lease = makeLease();
  await lease.start();
  pass({ wall: 500, monotonic: 500 });
  lease.tick();
  pass({ wall: 12_040, monotonic: 12_040 });
  lease.tick();
  pass({ wall: 3_600_100, monotonic: 100 });
  lease.tick();
  pass({ wall: 900, monotonic: 900 });
  lease.tick();
  await lease.stop();
  expect(lease.state()).toEqual({ stalledMs: 12_040 + 3_600_000 });
  pass({ wall: 30_000, monotonic: 30_000 });
  expect(await read()).toEqual([
    { fromMs: beginMs + 500, toMs: beginMs + 12_540, reason: "stalled" },
    { fromMs: beginMs + 12_640, toMs: beginMs + 3_612_640, reason: "clock" },
    { fromMs: beginMs + 3_613_540, toMs: wallMs, reason: "stopped" },
  ]);
});

test("a process that no longer renews its row has crashed at its last sign", async () => {
  const lease = makeLease();
  await lease.start();
  pass({ wall: 5_000, monotonic: 5_000 });
  expect(await read()).toEqual([]);
  pass({ wall: 55_000, monotonic: 55_000 });
  expect(await read()).toEqual([{ fromMs: beginMs, toMs: wallMs, reason: "crashed" }]);
  await lease.stop();
});
