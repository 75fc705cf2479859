import { type PlanLimits, UNLIMITED } from "@vedette/contract/billing/billing.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeAlert } from "../../../../test/alerting.ts";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { monthOf } from "../../../pipeline/quotas/period.ts";
import { silentLogger } from "../../../platform/kernel/logger.ts";
import type { Mail } from "../../../platform/mail/mail-message.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { billingJobs } from "./billing-jobs.ts";
import { applySubscription, BILLING_ACTOR, type SubscriptionState } from "./service-subscription.ts";

const NOW_MS = Date.now();

let running: TestApp;
beforeAll(async () => {
  running = await startTestApp();
  for (const [id, limits] of Object.entries(PLANS))
    await running.database.run(sql`
      insert into plan (id, definition, position, is_available, is_default)
      values (${id}, ${JSON.stringify({ id, name: id, price: null, limits: { ...UNLIMITED, ...limits } })}::jsonb, 9,
        true, false)`);
});
afterAll(() => running.stop());

const PLANS: Record<string, Partial<PlanLimits>> = {
  one: { monitors: 1 },
  three: { monitors: 3 },
  slow: { min_interval_seconds: 120 },
};

const call = (org: TestOrg, method: "GET" | "POST" | "PUT", path: string, payload?: object) =>
  running.call(org.keys.admin, { method, url: `/api/v1${path}`, ...(payload && { payload }) });

const apply = (org: TestOrg, planId: string, change: Partial<SubscriptionState> = {}) =>
  running.database.transaction((db) =>
    applySubscription(db, {
      orgId: org.orgId,
      provider: "built-in",
      customerId: null,
      subscriptionId: null,
      planId,
      status: "active",
      currentPeriodEndMs: null,
      graceUntilMs: null,
      nowMs: Date.now(),
      actor: BILLING_ACTOR,
      ...change,
    }),
  );

/** Creates five targets of all kinds, oldest first. */
async function createFive(org: TestOrg): Promise<string[]> {
  const url = "http://127.0.0.1/";
  const paths: [string, object][] = [
    ["/monitors", { name: "0", type: "url", url, interval: 60 }],
    ["/journeys", { name: "1", steps: [{ action: "goto", url }], interval_seconds: 300 }],
    ["/api-monitors", { name: "2", steps: [{ url }], interval: 300 }],
    ["/monitors", { name: "3", type: "url", url, interval: 300 }],
    ["/journeys", { name: "4", interval_seconds: null }],
  ];
  const created = [];
  for (const [path, body] of paths)
    created.push(`${path}/${(await call(org, "POST", path, body)).json().data.id}`);
  return created;
}

async function states(org: TestOrg, paths: readonly string[]): Promise<string[]> {
  const loaded = await Promise.all(paths.map(async (path) => (await call(org, "GET", path)).json().data));
  return loaded.map(({ enabled, status, paused_reason: reason }) =>
    [enabled ? "on" : "off", status, reason].filter(Boolean).join(" "),
  );
}

const ON = "on pending";
const PAUSED_BY_PLAN = "off paused plan";

describe("a smaller plan", () => {
  test("deletes nothing, pauses the newest targets that exceed it, and records it in every place", async () => {
    const org = await makeOrg(running.database);
    const paths = await createFive(org);
    const { paused, resumed, events } = await apply(org, "three");
    expect([paused, resumed]).toEqual([2, 0]);
    expect(await states(org, paths)).toEqual([ON, ON, ON, PAUSED_BY_PLAN, PAUSED_BY_PLAN]);
    const ids = paths.map((path) => path.split("/")[2]);
    expect(events.map(({ type }) => type).sort()).toEqual([
      "journey.status",
      "monitor.status",
      "organization.plan",
    ]);
    expect(events.at(-1)).toMatchObject({ orgId: org.orgId, data: { plan_id: "three", paused: 2 } });
    const log = (await call(org, "GET", "/audit-log")).json().data[0];
    expect(log).toMatchObject({
      action: "organization.change_plan",
      actor: { kind: "system", name: "billing" },
      before: { plan_id: "self-hosted" },
      after: { plan_id: "three" },
    });
    expect(new Set(log.after.paused)).toEqual(new Set(ids.slice(3)));
    const changes = await running.database.rows(sql`
      select status, previous_status from status_change where target_id = any(${ids.slice(3)}::uuid[])`);
    expect(changes).toEqual(Array(2).fill({ status: "paused", previous_status: "pending" }));
    const usage = (await call(org, "GET", "/billing/usage")).json().data;
    expect(usage).toMatchObject({ plan_id: "three", monitors: 3, journeys: 2, paused_by_plan: 2 });
  });

  test("pauses targets with too short an interval regardless of their age", async () => {
    const org = await makeOrg(running.database);
    const paths = await createFive(org);
    await apply(org, "slow");
    expect(await states(org, paths)).toEqual([PAUSED_BY_PLAN, ON, ON, ON, ON]);
  });

  test("resolves the alerts of paused targets", async () => {
    const org = await makeOrg(running.database);
    const paths = await createFive(org);
    const targetId = paths[3]?.split("/")[2] ?? "";
    const alertId = await makeAlert(running.database, { orgId: org.orgId });
    await running.database.run(sql`update alert set target_id = ${targetId} where id = ${alertId}`);
    const { events } = await apply(org, "three");
    const alert = await running.database.find(sql`select status from alert where id = ${alertId}`);
    expect(alert).toEqual({ status: "resolved" });
    expect(events.filter(({ type }: LiveEvent) => type === "alert.changed")).toHaveLength(1);
  });

  test("is not exceeded by concurrent creations", async () => {
    const org = await makeOrg(running.database);
    const body = { name: "m", type: "url", url: "http://127.0.0.1/" };
    const creations = Array.from({ length: 8 }, () => call(org, "POST", "/monitors", body));
    const [, ...responses] = await Promise.all([apply(org, "three"), ...creations]);
    expect(responses.every(({ statusCode }) => [201, 403].includes(statusCode))).toBe(true);
    const [row] = await running.database.rows<{ on: number }>(sql`
      select count(*)::int4 as on from target where org_id = ${org.orgId} and enabled`);
    expect(row?.on).toBeLessThanOrEqual(3);
  });
});

describe("a larger plan", () => {
  test("resumes only what the plan had paused, oldest first", async () => {
    const org = await makeOrg(running.database);
    const paths = await createFive(org);
    await call(org, "PUT", paths[1] ?? "", { enabled: false });
    await apply(org, "one");
    expect(await states(org, paths)).toEqual([
      ON,
      "off paused",
      PAUSED_BY_PLAN,
      PAUSED_BY_PLAN,
      PAUSED_BY_PLAN,
    ]);
    expect(await apply(org, "three")).toMatchObject({ paused: 0, resumed: 2 });
    expect(await states(org, paths)).toEqual([ON, "off paused", ON, ON, PAUSED_BY_PLAN]);
    await apply(org, "self-hosted");
    expect(await states(org, paths)).toEqual([ON, "off paused", ON, ON, ON]);
  });

  test("leaves targets unchanged that a user resumed or paused", async () => {
    const org = await makeOrg(running.database);
    const paths = await createFive(org);
    await apply(org, "one");
    // Sending back the current values changes nothing.
    const { enabled } = (await call(org, "GET", paths[2] ?? "")).json().data;
    await call(org, "PUT", paths[2] ?? "", { name: "2b", enabled });
    await call(org, "PUT", paths[0] ?? "", { enabled: false });
    expect((await call(org, "PUT", paths[4] ?? "", { enabled: true })).statusCode).toBe(200);
    expect(await states(org, paths)).toEqual([
      "off paused",
      PAUSED_BY_PLAN,
      PAUSED_BY_PLAN,
      PAUSED_BY_PLAN,
      ON,
    ]);
    await apply(org, "self-hosted");
    expect(await states(org, paths)).toEqual(["off paused", ON, ON, ON, ON]);
  });
});

describe("a subscription", () => {
  test("that is reported again changes nothing", async () => {
    const org = await makeOrg(running.database);
    await createFive(org);
    await apply(org, "three");
    const before = (await call(org, "GET", "/audit-log")).json().data.length;
    expect(await apply(org, "three")).toMatchObject({ paused: 0, resumed: 0, events: [] });
    expect((await call(org, "GET", "/audit-log")).json().data).toHaveLength(before);
  });

  test.each([
    ["active", null, "three"],
    ["trialing", null, "three"],
    ["past_due", 60_000, "three"],
    ["past_due", null, "self-hosted"],
    ["past_due", -1, "self-hosted"],
    ["unpaid", 60_000, "self-hosted"],
    ["incomplete", null, "self-hosted"],
    ["canceled", null, "self-hosted"],
  ])("that is %s with a grace period of %s ms results in the plan %s", async (status, graceMs, planId) => {
    const org = await makeOrg(running.database);
    const nowMs = Date.now();
    const graceUntilMs = graceMs === null ? null : nowMs + graceMs;
    const change = await apply(org, "three", { provider: "stripe", status, graceUntilMs, nowMs });
    expect(change.planId).toBe(planId);
    expect((await call(org, "GET", `/organizations/${org.orgId}`)).json().data.plan_id).toBe(planId);
  });

  test("that is overdue ends with its grace period, and its plan is restored by a payment", async () => {
    const org = await makeOrg(running.database);
    const paths = await createFive(org);
    const later = { provider: "stripe", status: "past_due", graceUntilMs: NOW_MS + 1_000 } as const;
    await running.database.run(sql`update organization set plan_id = 'one' where id = ${org.orgId}`);
    await apply(org, "three", { ...later, nowMs: NOW_MS });
    const events: LiveEvent[] = [];
    const runWatchJob = (nowMs: number) => jobsAt(nowMs, [], events)["billing.watch"]();
    await runWatchJob(NOW_MS + 999);
    expect((await call(org, "GET", "/billing/usage")).json().data).toMatchObject({ plan_id: "three" });
    await runWatchJob(NOW_MS + 1_000);
    expect((await call(org, "GET", "/billing/usage")).json().data).toMatchObject({ plan_id: "self-hosted" });
    expect(events.some(({ type }) => type === "organization.plan")).toBe(true);
    expect(await states(org, paths)).toEqual([ON, ON, ON, ON, ON]);
    await apply(org, "three", { provider: "stripe" });
    expect((await call(org, "GET", "/billing/usage")).json().data).toMatchObject({ plan_id: "three" });
  });

  test("of a deleted organization is rejected", async () => {
    const deletedOrg = {
      orgId: "01900000-0000-7000-8000-000000000000",
      keys: { agent: "", read: "", admin: "", runner: "", code: "" },
    };
    await expect(apply(deletedOrg, "three")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

function jobsAt(nowMs: number, mails: Mail[], events: LiveEvent[] = []) {
  return billingJobs({
    database: running.database,
    clock: { now: () => nowMs, monotonic: () => performance.now() },
    log: silentLogger,
    mailer: { isConfigured: true, send: async (mail) => void mails.push(mail) },
    serverUrl: "https://vedette.example",
    publish: (published) => events.push(...published),
  });
}

describe("the owners", () => {
  const queuedMessages = (org: TestOrg) =>
    running.database.rows<{ data: { orgId: string; title: string; text: string } }>(sql`
      select data from pgboss.job where name = 'billing.notify_owners' and data ->> 'orgId' = ${org.orgId}
      order by created_on`);

  test("receive separate mails about paused targets, and other members receive none", async () => {
    const org = await makeOrg(running.database);
    const owners = [
      await makeMember(running.database, { orgId: org.orgId, role: "owner" }),
      await makeMember(running.database, { orgId: org.orgId, role: "owner" }),
    ];
    await makeMember(running.database, { orgId: org.orgId, role: "admin" });
    await call(org, "POST", "/monitors", { name: "kept", type: "url", url: "http://127.0.0.1/" });
    await call(org, "POST", "/monitors", { name: "<b>over</b>", type: "url", url: "http://127.0.0.1/" });
    await apply(org, "one");
    const [message] = await queuedMessages(org);
    const mails: Mail[] = [];
    await jobsAt(Date.now(), mails)["billing.notify_owners"]({
      data: message?.data ?? { orgId: "", title: "", text: "" },
    });
    expect(mails.map(({ to }) => to).sort()).toEqual(owners.map(({ email }) => email).sort());
    expect(mails[0]?.text).toContain("1 monitor, API monitor or journey was paused: <b>over</b>.");
    expect(mails[0]?.html).toContain("&lt;b&gt;over&lt;/b&gt;");
    expect(mails[0]?.text).toContain("https://vedette.example/settings/billing");
  });

  test("are notified once a month that a limit is used up, under concurrent jobs", async () => {
    const org = await makeOrg(running.database);
    await running.database.run(sql`update organization set plan_id = 'free' where id = ${org.orgId}`);
    const setUsage = (runs: number) =>
      running.database.run(sql`
        insert into usage_month (org_id, month, check_runs) values (${org.orgId}, ${monthOf(NOW_MS)}::date, ${runs})
        on conflict (org_id, month) do update set check_runs = excluded.check_runs`);
    await setUsage(99_999);
    await jobsAt(NOW_MS, [])["billing.watch"]();
    expect(await queuedMessages(org)).toEqual([]);
    await setUsage(100_000);
    await Promise.all([1, 2, 3].map(() => jobsAt(NOW_MS, [])["billing.watch"]()));
    const messages = await queuedMessages(org);
    expect(messages).toHaveLength(1);
    expect(messages[0]?.data.text).toContain("The plan 'Free' includes 100,000 monitor checks a month");
  });
});
