import type { OrgId } from "@vedette/contract/common/ids.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeAlert, makeChannel } from "../../../../test/alerting.ts";
import { makeMonitor, makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { createManualClock, type ManualClock } from "../../../../test/deliveries.ts";
import {
  listStates,
  listStepFacts,
  makePolicy,
  makeReachable,
  readAlerts,
  setAlertPolicy,
} from "../../../../test/on-call/escalation-maker.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import type { Database, Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { acknowledgeOpenAlert, unacknowledgeOpenAlert } from "../../alerting/alerts/acknowledgement.ts";
import { endAlert, notifyRecovery } from "../../alerting/alerts/end-alerts.ts";
import { notifyOpened } from "../../alerting/alerts/notify-channels.ts";
import { suppressOpenAlerts } from "../../alerting/alerts/queries.ts";
import { NO_SUPPRESSION, type Suppression } from "../../alerting/alerts/suppression.ts";
import { advanceDue } from "./escalation-jobs.ts";
import { startEscalations } from "./start-escalations.ts";
import { suppressEscalations } from "./stop-escalations.ts";

const MINUTE_MS = 60_000;

let harness: TestDatabase;
let database: Database;
let orgId: OrgId;
let clock: ManualClock;
let channelId: string;
let personId: string;
beforeAll(async () => {
  harness = await testDatabase();
  database = harness.database;
});
afterAll(() => harness.drop());
beforeEach(async () => {
  orgId = (await makeOrganization(database)) as OrgId;
  clock = createManualClock();
  channelId = await makeChannel(database, orgId);
  personId = await makeReachable(database, orgId);
});

const inTransaction = <T>(work: (db: Db) => Promise<T>) => database.transaction(work);

/** Notifies the person at once and the channel after five minutes. */
const twoSteps = () =>
  makePolicy(database, {
    orgId,
    steps: [
      { wait_seconds: 0, notify: [{ type: "user", id: personId }] },
      { wait_seconds: 300, notify: [{ type: "channel", id: channelId }] },
    ],
  });

async function open(policyId: string, more: Partial<Parameters<typeof makeAlert>[1]> = {}): Promise<string> {
  const id = await makeAlert(database, { orgId, atMs: clock.now(), ...more });
  await setAlertPolicy(database, id, policyId);
  await inTransaction(async (db) => notifyOpened(db, await readAlerts(db, [id]), clock.now()));
  return id;
}

async function advance(minutes: number, suppression: Suppression = NO_SUPPRESSION): Promise<void> {
  clock.move(minutes * MINUTE_MS);
  await advanceDue({ database, clock, log: SILENT, suppression }, { signal: AbortSignal.timeout(30_000) });
}
const SILENT = { debug() {}, info() {}, warn() {}, error() {} } as never;

const acknowledge = (id: string) =>
  inTransaction((db) => acknowledgeOpenAlert(db, orgId, { id, by: personId, nowMs: clock.now() }));
const resolve = (id: string) =>
  inTransaction((db) => endAlert(db, { orgId, id, by: personId, nowMs: clock.now() }));
const states = async () => (await listStates(database, orgId)).map(({ state }) => state);
const stepsTaken = async () => (await listStepFacts(database, orgId)).length;
const noticesOf = (alertId: string) =>
  database.rows<object>(sql`
    select kind from alert_notification where alert_id = ${alertId} order by id`);

test("alerts of a group share an escalation, which one acknowledgement stops", async () => {
  const policyId = await twoSteps();
  const ruleId = newId(clock.now());
  const group = { ruleId, groupKey: "group:a" };
  const first = await open(policyId, group);
  const second = await open(policyId, group);
  expect(await states()).toEqual(["running", "running"]);
  expect(await stepsTaken()).toBe(1);
  await advance(5);
  expect(await noticesOf(second)).toEqual([{ kind: "opened" }]);
  const third = await open(policyId, group);
  expect(await noticesOf(third)).toEqual([{ kind: "opened" }]);
  await acknowledge(second);
  expect(new Set(await states())).toEqual(new Set(["acknowledged"]));
  // No one has acknowledged what is left.
  await resolve(second);
  expect(new Set(await states())).toEqual(new Set(["running"]));
  await resolve(first);
  await resolve(third);
  expect(new Set(await states())).toEqual(new Set(["resolved"]));
});

test("a group whose alerts open in two transactions at once has one escalation", async () => {
  const policyId = await twoSteps();
  const group = { ruleId: newId(clock.now()), groupKey: "rule" };
  const ids = await Promise.all(
    Array.from({ length: 6 }, () => makeAlert(database, { orgId, atMs: clock.now(), ...group })),
  );
  for (const id of ids) await setAlertPolicy(database, id, policyId);
  await Promise.all(
    ids.map((id) =>
      inTransaction(async (db) => startEscalations(db, await readAlerts(db, [id]), clock.now())),
    ),
  );
  const rows = await database.rows<object>(sql`select from escalation where org_id = ${orgId}`);
  expect(rows).toHaveLength(1);
  expect(await states()).toHaveLength(6);
});

test("takes no step while the alert is suppressed, and goes on when it is released", async () => {
  const policyId = await twoSteps();
  const { id: targetId } = await makeMonitor(database, { orgId });
  const alertId = await open(policyId, { targetId });
  await inTransaction(async (db) => {
    await suppressOpenAlerts(db, orgId, { targetId, by: "snoozed" });
    await suppressEscalations(db, [alertId], clock.now());
  });
  await advance(10);
  expect([await states(), await stepsTaken()]).toEqual([["suppressed"], 1]);
  await database.run(sql`update alert set suppressed_by = null where id = ${alertId}`);
  await inTransaction(async (db) => startEscalations(db, await readAlerts(db, [alertId]), clock.now()));
  await advance(0);
  expect([await states(), await stepsTaken()]).toEqual([["running"], 2]);
});

test("waits for the end of a maintenance that begins while it runs", async () => {
  const alertId = await open(await twoSteps());
  const muted: Suppression = { isSuppressed: async (_db, ids) => new Map(ids.map((id) => [id, "work"])) };
  await advance(5, muted);
  expect(await stepsTaken()).toBe(1);
  await advance(1);
  expect([await stepsTaken(), await noticesOf(alertId)]).toEqual([2, [{ kind: "opened" }]]);
});

test("a suppressed alert starts none", async () => {
  const id = await makeAlert(database, { orgId, atMs: clock.now() });
  await setAlertPolicy(database, id, await twoSteps());
  await database.run(sql`update alert set suppressed_by = 'maintenance' where id = ${id}`);
  await inTransaction(async (db) => notifyOpened(db, await readAlerts(db, [id]), clock.now()));
  expect(await states()).toEqual([]);
});

test("goes on where it was after the acknowledgement is withdrawn", async () => {
  const alertId = await open(await twoSteps());
  await acknowledge(alertId);
  await advance(20);
  expect([await states(), await stepsTaken()]).toEqual([["acknowledged"], 1]);
  await inTransaction((db) => unacknowledgeOpenAlert(db, orgId, { id: alertId, nowMs: clock.now() }));
  await advance(0);
  expect([await states(), await stepsTaken()]).toEqual([["running"], 2]);
});

test("reaching no one leads to the fallback at once and to one warning of the owners an hour", async () => {
  const fallbackId = await makePolicy(database, {
    orgId,
    steps: [{ wait_seconds: 0, notify: [{ type: "user", id: personId }] }],
  });
  const policyId = await makePolicy(database, {
    ...{ orgId, name: "Empty", fallbackId },
    steps: [{ wait_seconds: 0, notify: [{ type: "schedule", id: newId(clock.now()) }] }],
  });
  await open(policyId);
  await open(policyId);
  expect(await listStepFacts(database, orgId)).toMatchObject([
    { outcome: "reached_no_one", notified: [{ outcome: "nobody" }] },
    { outcome: "taken", notified: [{ outcome: "paged" }] },
    { outcome: "reached_no_one" },
    { outcome: "taken" },
  ]);
  const [state] = await listStates(database, orgId);
  expect(state?.warning).toMatch('Step 1 of policy "Empty" reached no one (alert: Shop is down)');
  const notes = await database.rows<object>(sql`
    select body ->> 'title' as title from alert_notification where org_id = ${orgId} and kind = 'operator'`);
  expect(notes).toEqual([{ title: 'Escalation policy "Empty" needs attention' }]);
});

test("the owners are warned if no one acknowledges after the last step", async () => {
  await open(await twoSteps());
  await advance(5);
  await advance(5);
  expect(await listStates(database, orgId)).toMatchObject([
    { state: "finished", warning: expect.stringMatching("no one acknowledged") },
  ]);
});

test("alerts without a policy cost no statement when they open and resolve", async () => {
  const id = await makeAlert(database, { orgId, atMs: clock.now() });
  const statements: string[] = [];
  await inTransaction(async (db) => {
    const noted =
      <Args extends [{ text: string }], T>(act: (...args: Args) => T) =>
      (...args: Args): T => {
        statements.push(args[0].text);
        return act(...args);
      };
    const watched = { rows: noted(db.rows), find: noted(db.find), run: noted(db.run) } as Db;
    const alerts = await readAlerts(db, [id]);
    await notifyOpened(watched, alerts, clock.now());
    await notifyRecovery(watched, alerts, clock.now());
  });
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.filter((text) => /escalation(?!_policy_id)|\bpage/.test(text))).toEqual([]);
});
