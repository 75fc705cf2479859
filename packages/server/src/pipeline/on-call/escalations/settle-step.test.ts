import type { OrgId } from "@vedette/contract/common/ids.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeAlert, makeChannel } from "../../../../test/alerting.ts";
import { makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { createManualClock, type ManualClock, testRequest } from "../../../../test/deliveries.ts";
import {
  listStates,
  listStepFacts,
  makePolicy,
  makeReachable,
  readAlerts,
  setAlertPolicy,
} from "../../../../test/on-call/escalation-maker.ts";
import { testVault } from "../../../../test/vault.ts";
import { silentLogger } from "../../../platform/kernel/logger.ts";
import { MailError } from "../../../platform/mail/mail-error.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { notifyOpened } from "../../alerting/alerts/notify-channels.ts";
import { NO_SUPPRESSION } from "../../alerting/alerts/suppression.ts";
import { pagingJobs } from "../paging/paging-jobs.ts";
import { escalationJobs } from "./escalation-jobs.ts";

/** Pages that reached no one, found out only when they were sent. */

let harness: TestDatabase;
let database: Database;
let orgId: OrgId;
let clock: ManualClock;
let ada: string;
let bob: string;
beforeAll(async () => {
  harness = await testDatabase();
  database = harness.database;
});
afterAll(() => harness.drop());
beforeEach(async () => {
  await database.run(sql`delete from pgboss.job where name = 'escalations.settle_step'`);
  orgId = (await makeOrganization(database)) as OrgId;
  clock = createManualClock();
  [ada, bob] = [await makeReachable(database, orgId), await makeReachable(database, orgId)];
});

const NO_MAIL: Mailer = { isConfigured: false, send: () => Promise.reject(new Error("sends no mail")) };
const MAIL: Mailer = { isConfigured: true, send: async () => {} };
const publicUrl = "https://vedette.example";
const run = { signal: AbortSignal.timeout(60_000) };

/** Sends what is due, then runs the jobs that this has requested, twice: a repeated job must change nothing. */
async function send(mailer: Mailer): Promise<void> {
  const shared = { database, clock, log: silentLogger, mailer, publicUrl };
  const paging = pagingJobs({
    ...{ ...shared, vault: testVault(), request: testRequest(), random: () => 0.5 },
    ...{ push: async () => null, acknowledgeLink: async () => null, keyUrl: () => null },
  });
  const escalating = escalationJobs({ ...shared, suppression: NO_SUPPRESSION });
  await paging["on_call.overdue_pages"](run);
  const jobs = await database.rows<{ data: { escalationId: string; round: number; step: number } }>(sql`
    delete from pgboss.job where name = 'escalations.settle_step' returning data`);
  for (const { data } of [...jobs, ...jobs]) await escalating["escalations.settle_step"]({ ...run, data });
  await escalating["escalations.overdue"](run);
}

const user = (id: string) => ({ type: "user" as const, id });
const NEXT_STEP_S = 600;

async function open(first: Parameters<typeof makePolicy>[1]["steps"][number]["notify"]): Promise<void> {
  const steps = [
    { wait_seconds: 0, notify: first },
    { wait_seconds: NEXT_STEP_S, notify: [user(bob)] },
  ];
  const policyId = await makePolicy(database, { orgId, steps, name: "Shop" });
  const id = await makeAlert(database, { orgId, atMs: clock.now() });
  await setAlertPolicy(database, id, policyId);
  await database.transaction(async (db) => notifyOpened(db, await readAlerts(db, [id]), clock.now()));
}
const outcomes = async () =>
  (await listStepFacts(database, orgId)).map(({ outcome, notified }) => [
    outcome,
    notified.map((entry) => entry.outcome),
  ]);

test("a step whose messages were all discarded reached no one, and the next one follows at once", async () => {
  await open([user(ada)]);
  expect(await outcomes()).toEqual([["taken", ["paged"]]]);
  await send(NO_MAIL);
  expect(await outcomes()).toEqual([
    ["reached_no_one", ["unreachable"]],
    ["taken", ["paged"]],
  ]);
  const [state] = await listStates(database, orgId);
  expect(state).toMatchObject({
    state: "running",
    warning: expect.stringContaining('Step 1 of policy "Shop"'),
  });
  const warnings = await database.rows(sql`select at from escalation_warning where org_id = ${orgId}`);
  expect(warnings).toHaveLength(1);
  // The mail server works again: The page of Bob stays the only one.
  await send(MAIL);
  expect(await outcomes()).toHaveLength(2);
});

test("a step that is rejected for good by the mail server counts as one that reached no one", async () => {
  await open([user(ada)]);
  const bounce = new MailError("no such mailbox", { isTemporary: false, isBounce: true, cause: null });
  await send({ isConfigured: true, send: () => Promise.reject(bounce) });
  expect((await outcomes())[0]).toEqual(["reached_no_one", ["unreachable"]]);
  expect(await outcomes()).toHaveLength(2);
});

test("a step that reached a channel waits, and shows the person as unreachable", async () => {
  await open([user(ada), { type: "channel", id: await makeChannel(database, orgId) }]);
  await send(NO_MAIL);
  expect(await outcomes()).toEqual([["taken", ["unreachable", "notified"]]]);
  clock.move(NEXT_STEP_S * 1_000);
  await send(MAIL);
  expect(await outcomes()).toHaveLength(2);
});

test("a step with one accepted message keeps its wait, also if others were discarded", async () => {
  await open([user(ada)]);
  await send(MAIL);
  expect(await outcomes()).toEqual([["taken", ["paged"]]]);
});

test("a policy whose messages are all discarded ends with a warning, and is not repeated", async () => {
  await open([user(ada)]);
  await send(NO_MAIL);
  await send(NO_MAIL);
  expect(await outcomes()).toEqual([
    ["reached_no_one", ["unreachable"]],
    ["reached_no_one", ["unreachable"]],
  ]);
  expect(await listStates(database, orgId)).toMatchObject([{ state: "finished" }]);
});
