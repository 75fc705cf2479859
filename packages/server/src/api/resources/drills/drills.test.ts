import type { Drill } from "@vedette/contract/on-call/drills.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { createManualClock, testRequest } from "../../../../test/deliveries.ts";
import { testVault } from "../../../../test/vault.ts";
import { NO_SUPPRESSION } from "../../../pipeline/alerting/alerts/suppression.ts";
import { advanceDue } from "../../../pipeline/on-call/escalations/escalation-jobs.ts";
import { pagingJobs } from "../../../pipeline/on-call/paging/paging-jobs.ts";
import { silentLogger } from "../../../platform/kernel/logger.ts";
import type { Mail } from "../../../platform/mail/mail-message.ts";
import { sql } from "../../../platform/storage/sql.ts";

const clock = createManualClock();
let running: TestApp;
let org: TestOrg;
let ada: Awaited<ReturnType<typeof makeMember>>;
let bob: typeof ada;
const mails: Mail[] = [];
beforeAll(async () => {
  running = await startTestApp({ clock });
});
beforeEach(async () => {
  mails.length = 0;
  org = await makeOrg(running.database);
  ada = await makeMember(running.database, { orgId: org.orgId, role: "member" });
  bob = await makeMember(running.database, { orgId: org.orgId, role: "viewer" });
});
afterAll(() => running.stop());

/** Drills of other tests may go on at the same time. */
const receivers = () => mails.map(({ to }) => to).filter((to) => [ada.email, bob.email].includes(to));

const headers = () => ({ "x-organization-id": org.orgId });
const send = (method: "GET" | "POST", path: string, payload?: object) =>
  running.call(org.keys.admin, { method, url: `/api/v1${path}`, ...(payload && { payload }) });
const acknowledgeAs = (person: typeof ada, path: string) =>
  running.callAs(person, { method: "POST", url: `/api/v1${path}/acknowledge`, headers: headers() });

/** Notifies Ada at once, and Bob after an hour about critical alerts on Mondays. */
async function makePolicy(): Promise<string> {
  const times = { timezone: "UTC", ranges: [{ weekdays: ["mon"], from: "09:00", to: "10:00" }] };
  const steps = [
    { notify: [{ type: "user", id: ada.id }] },
    { wait_seconds: 3_600, notify: [{ type: "user", id: bob.id }], severities: ["critical"], times },
  ];
  const response = await send("POST", "/escalation-policies", { name: "Night", steps, repeat_count: 3 });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data.id;
}

/** Takes the steps that are due, then sends what they wrote. */
async function work(seconds: number): Promise<void> {
  clock.move(seconds * 1_000);
  const { database } = running;
  const run = { signal: AbortSignal.timeout(30_000) };
  await advanceDue({ database, clock, log: silentLogger, suppression: NO_SUPPRESSION }, run);
  const jobs = pagingJobs({
    ...{ database, clock, log: silentLogger, vault: testVault(), request: testRequest(), random: () => 0.5 },
    mailer: { isConfigured: true, send: async (mail) => void mails.push(mail) },
    ...{ publicUrl: "https://vedette.example", push: async () => null },
    ...{ acknowledgeLink: async () => "https://vedette.example/a/token", keyUrl: () => null },
  });
  await jobs["on_call.overdue_pages"](run);
}

describe("a fire drill", () => {
  test("goes through all steps with short waits and marked messages, and shows each receipt", async () => {
    const policyId = await makePolicy();
    const started = await send("POST", `/escalation-policies/${policyId}/drill`);
    expect(started.statusCode, started.body).toBe(201);
    const path = `/escalation-policies/${policyId}/drills/${started.json().data.id}`;
    await work(0);
    expect(receivers()).toEqual([ada.email]);
    await work(9);
    expect(receivers()).toHaveLength(1);
    await work(1);
    expect(receivers()).toEqual([ada.email, bob.email]);
    for (const { subject, text } of mails) {
      expect(subject).toBe("DRILL: test of the escalation policy 'Night'");
      expect(text).toContain("This is a fire drill. No target is down.");
      expect(text).toContain(`https://vedette.example${path}`);
      expect(text).not.toContain("/a/token");
    }
    await work(10);
    await work(10);
    const { escalation }: Drill = (await send("GET", path)).json().data;
    expect(escalation).toMatchObject({
      is_drill: true,
      state: "finished",
      alert_ids: [],
      policy_name: "Night",
    });
    const receipts = [
      { type: "email", status: "sent" },
      { type: "push", status: "discarded", error: "the person has no devices" },
    ];
    expect(escalation.steps).toMatchObject([
      { step: 1, outcome: "taken", notified: [{ person_id: ada.id, outcome: "paged", receipts }] },
      { step: 2, outcome: "taken", notified: [{ person_id: bob.id, outcome: "paged", receipts }] },
    ]);
    expect(receivers()).toHaveLength(2);
  });

  test("opens no alert, warns no owner, and is in the audit log", async () => {
    const policyId = await makePolicy();
    await send("POST", `/escalation-policies/${policyId}/drill`);
    for (const seconds of [0, 10, 10]) await work(seconds);
    expect((await send("GET", "/alerts")).json().data).toEqual([]);
    const warnings = await running.database.rows(sql`
      select policy_id from escalation_warning where org_id = ${org.orgId}`);
    expect(warnings).toEqual([]);
    const log = (await send("GET", "/audit-log")).json().data as { action: string }[];
    expect(log.map(({ action }) => action)).toContain("escalation_policy.start_drill");
  });

  test("runs once at a time for a policy, and again after it has ended", async () => {
    const policyId = await makePolicy();
    const start = () => send("POST", `/escalation-policies/${policyId}/drill`);
    const both = await Promise.all([start(), start()]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 400]);
    expect(both.find(({ statusCode }) => statusCode === 400)?.json().error.message).toContain("is running");
    for (const seconds of [0, 10, 10]) await work(seconds);
    expect((await start()).statusCode).toBe(201);
    expect((await send("GET", `/escalation-policies/${policyId}/drills`)).json().data).toHaveLength(2);
  });

  test("is acknowledged by those whom it notified, once, and goes on", async () => {
    const policyId = await makePolicy();
    const { id } = (await send("POST", `/escalation-policies/${policyId}/drill`)).json().data;
    const path = `/escalation-policies/${policyId}/drills/${id}`;
    await work(0);
    const early = await acknowledgeAs(bob, path);
    expect([early.statusCode, early.json().error?.message]).toEqual([
      400,
      "This fire drill did not notify you, so you cannot acknowledge it.",
    ]);
    const first: Drill = (await acknowledgeAs(ada, path)).json().data;
    expect(first.acknowledgements).toMatchObject([{ person_id: ada.id }]);
    clock.move(1_000);
    expect((await acknowledgeAs(ada, path)).json().data.acknowledgements).toEqual(first.acknowledgements);
    await work(10);
    expect(receivers()).toEqual([ada.email, bob.email]);
    expect((await acknowledgeAs(bob, path)).json().data.acknowledgements).toHaveLength(2);
    const stranger = await makeMember(running.database, {
      ...{ orgId: (await makeOrg(running.database)).orgId, role: "owner" },
    });
    const foreign = await running.callAs(stranger, { method: "GET", url: `/api/v1${path}` });
    expect(foreign.statusCode).toBe(404);
  });
});
