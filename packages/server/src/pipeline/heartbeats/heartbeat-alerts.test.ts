import type { RuleCondition } from "@vedette/contract/alerts/rule-conditions.ts";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { listAlerts, makeRule } from "../../../test/alerting.ts";
import { makeHeartbeat, makeOrganization } from "../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../test/database/database.ts";
import { createManualClock, type ManualClock } from "../../../test/deliveries.ts";
import { startHeartbeatScheduler } from "../../../test/heartbeats/heartbeat-scheduler.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import { newId } from "../../platform/kernel/ids.ts";
import { silentLogger } from "../../platform/kernel/logger.ts";
import { shardOf } from "../../platform/kernel/shard.ts";
import { sql } from "../../platform/storage/sql.ts";
import { NO_SUPPRESSION } from "../alerting/alerts/suppression.ts";
import { Alerting } from "../alerting/evaluation/alerting.ts";
import { preview } from "../alerting/preview/preview.ts";
import { RuleCache } from "../alerting/rules/rule-cache.ts";
import { ensurePartitionsOf } from "../results/retention/partitions.ts";
import { PINGS_CHANNEL } from "./heartbeat-engine.ts";
import type { PingCode } from "./ping-codes.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const FAILURES: RuleCondition = {
  type: "consecutive_failures",
  params: { threshold: 1, min_locations: 1 },
};
const FEW_ROWS = {
  type: "metric",
  params: { name: "rows", comparison: "lt", value: 100, occurrences: 2 },
} as const satisfies RuleCondition;

let harness: TestDatabase;
let clock: ManualClock;
let orgId: string;
let heartbeat: { id: string; seriesKey: number };
let ends: (() => Promise<void>)[];
beforeAll(async () => {
  harness = await testDatabase();
});
beforeEach(async () => {
  ends = [];
  clock = createManualClock();
  const { database } = harness;
  await ensurePartitionsOf(database, [clock.now(), clock.now() + 24 * HOUR_MS]);
  await database.run(sql`truncate ping_receiver, ping_outage, heartbeat_ping, stored_target cascade`);
  orgId = await makeOrganization(database);
  heartbeat = await makeHeartbeat(database, { orgId, createdAt: new Date(clock.now() - 1) });
});
afterEach(async () => {
  for (const end of ends) await end();
});
afterAll(() => harness.drop());

/** A scheduler with the rules that exist when it starts. */
async function schedule(): Promise<() => Promise<void>> {
  const { database } = harness;
  const rules = await RuleCache.open({ database, log: silentLogger });
  const alerting = new Alerting({ rules, suppression: NO_SUPPRESSION, clock, publish: () => undefined });
  const scheduler = await startHeartbeatScheduler({ database, clock, alerting });
  let isRunning = true;
  const stop = async () => {
    if (!isRunning) return;
    isRunning = false;
    await scheduler.stop();
    await rules.stop();
  };
  ends.push(stop);
  return stop;
}

async function receiveUntilNow(): Promise<void> {
  const now = new Date(clock.now());
  await harness.database.run(sql`
    insert into ping_receiver (id, committed_to, renewed_at, is_live)
    values ('00000000-0000-4000-8000-000000000001', ${now}, ${now}, true)
    on conflict (id) do update set committed_to = excluded.committed_to, renewed_at = excluded.renewed_at`);
  await harness.database.run(sql`select pg_notify(${PINGS_CHANNEL}, '')`);
}

/** A ping that is evaluated when this resolves. */
async function ping(
  code: PingCode,
  { metrics = null, exitStatus = null }: { metrics?: object | null; exitStatus?: number | null } = {},
): Promise<void> {
  const { id } = heartbeat;
  await harness.database.run(sql`
    insert into heartbeat_ping (id, heartbeat_id, shard, kind, exit_status, metrics, body_bytes, pending, body_truncated, method)
    values (${newId(clock.now())}, ${id}, ${shardOf(id)}, ${code}, ${exitStatus},
      ${metrics && JSON.stringify(metrics)}::jsonb, 0, true, false, 'POST')`);
  await receiveUntilNow();
  await expect
    .poll(() => harness.database.rows(sql`select from heartbeat_ping where pending`), { timeout: 20_000 })
    .toEqual([]);
}

const alerts = () => listAlerts(harness.database, orgId);
const isoAfter = (ms: number) => `${new Date(clock.now() + ms).toISOString().slice(0, 19)}Z`;

test("rules about failures say which ping was missed, and how a job failed", async () => {
  await makeRule(harness.database, { orgId, ...FAILURES });
  await schedule();
  await ping("s");
  const expectedAt = isoAfter(HOUR_MS);
  clock.move(HOUR_MS + 10 * MINUTE_MS + 1);
  await receiveUntilNow();
  await expect
    .poll(() => alerts(), { timeout: 20_000 })
    .toMatchObject([
      {
        title: "Test is down",
        message: `The ping expected at ${expectedAt} did not arrive within 10 minutes.`,
        evidence: { location: null, error: { code: "HEARTBEAT_MISSED" } },
      },
    ]);
  await ping("s");
  expect(await alerts()).toMatchObject([{ status: "resolved" }]);
  clock.move(MINUTE_MS);
  await ping("f", { exitStatus: 3 });
  expect((await alerts()).find(({ status }) => status === "pending")).toMatchObject({
    message: "The job failed with exit code 3.",
    evidence: { error: { code: "HEARTBEAT_FAILED" } },
  });
});

test("rules about a metric hold after values in a row, also across a restart, and as in the preview", async () => {
  await makeRule(harness.database, { orgId, ...FEW_ROWS });
  const stop = await schedule();
  const values = [120, 90, 150, 99, null, 5];
  for (const [nr, rows] of values.entries()) {
    // Between expected pings, too.
    if (nr > 0) clock.move(MINUTE_MS);
    if (nr === 4) await stop();
    if (nr === 4) await schedule();
    await ping("s", { metrics: rows === null ? { other: 1 } : { rows } });
  }
  const openedAt = new Date(clock.now());
  clock.move(MINUTE_MS);
  await ping("f", { metrics: { rows: 7 } });
  clock.move(MINUTE_MS);
  await ping("s", { metrics: { rows: 100 } });
  const found = await alerts();
  expect(found).toMatchObject([
    {
      title: "rows of Test is 5",
      message: "The rule alerts if the metric is 2 times in a row less than 100.",
      triggered_at: openedAt,
      resolved_at: new Date(clock.now()),
      evidence: { value: 5, threshold: 100, metric: "rows", comparison: "lt", occurrences: 2 },
    },
  ]);
  const timing = { cooldownMs: 0, confirmMs: 0, recoveryThreshold: 1 };
  const target = { id: heartbeat.id, kind: "heartbeat" as const, name: "Test" };
  const previewed = await preview(
    {
      ...{ db: harness.database, clock: systemClock },
      limits: { resultsMax: 1_000, newResultsMax: 1_000, durationMs: 60_000 },
    },
    { orgId, condition: FEW_ROWS, timing, targets: [target], days: 1, nowMs: clock.now() },
  );
  expect(
    previewed.alerts.map(({ triggered_at, resolved_at, evidence }) => [triggered_at, resolved_at, evidence]),
  ).toEqual(
    found.map(({ triggered_at: from, resolved_at: to, evidence }) => [
      from.toISOString(),
      to?.toISOString(),
      evidence,
    ]),
  );
});
