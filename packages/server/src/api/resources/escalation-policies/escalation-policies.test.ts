import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeAlert, makeChannel } from "../../../../test/alerting.ts";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makeMonitor } from "../../../../test/builders.ts";
import { readAlerts, setAlertPolicy } from "../../../../test/on-call/escalation-maker.ts";
import { startEscalations } from "../../../pipeline/on-call/escalations/start-escalations.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
let org: TestOrg;
let channelId: string;
let personId: string;
beforeAll(async () => {
  running = await startTestApp();
  org = await makeOrg(running.database);
  channelId = await makeChannel(running.database, org.orgId);
  personId = (await makeMember(running.database, { orgId: org.orgId, role: "member" })).id;
});
afterAll(() => running.stop());

async function send(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object) {
  const response = await running.call(org.keys.admin, {
    ...{ method, url: `/api/v1${path}` },
    ...(body && { payload: body }),
  });
  return { status: response.statusCode, ...response.json() };
}

const STEPS = [{ notify: [{ type: "all" }] }];
const make = async (body: object = {}) =>
  (await send("POST", "/escalation-policies", { name: "P", steps: STEPS, ...body })).data;

describe("a policy", () => {
  test("is created with defaults, updated in part and deleted", async () => {
    const policy = await make({ name: "Night" });
    expect(policy).toMatchObject({
      ...{ name: "Night", repeat_count: 0, repeat_wait_seconds: 300, fallback_policy_id: null },
      ...{ rule_count: 0, warnings: [], steps: [{ wait_seconds: 0, notify: [{ type: "all" }] }] },
    });
    const path = `/escalation-policies/${policy.id}`;
    expect((await send("PUT", path, { repeat_count: 3 })).data).toMatchObject({
      ...{ name: "Night", repeat_count: 3, steps: policy.steps },
    });
    expect((await send("DELETE", path)).status).toBe(200);
    expect((await send("GET", path)).status).toBe(404);
  });

  test("names only what exists", async () => {
    const unknown = "01920000-0000-7000-8000-000000000000";
    const notify = ["user", "schedule", "channel"].map((type) => ({ type, id: unknown }));
    const { status, error } = await send("POST", "/escalation-policies", {
      ...{ name: "P", steps: [{ notify }], fallback_policy_id: unknown },
    });
    expect(status).toBe(400);
    expect(error.details).toMatchObject([
      { path: "steps.0.notify.0.id", message: "is not the user_id of a member" },
      { path: "steps.0.notify.1.id", message: "is not the ID of a known schedule" },
      { path: "steps.0.notify.2.id", message: "is not the ID of a known alert channel" },
      { path: "fallback_policy_id", message: "is not the ID of a known escalation policy" },
    ]);
  });

  test("warns of people who left", async () => {
    const { membershipId, id } = await makeMember(running.database, { orgId: org.orgId, role: "member" });
    const policy = await make({
      steps: [
        {
          notify: [
            { type: "user", id },
            { type: "channel", id: channelId },
          ],
        },
      ],
    });
    await running.database.run(sql`delete from membership where id = ${membershipId}`);
    expect((await send("GET", `/escalation-policies/${policy.id}`)).data.warnings).toEqual([
      "Step 1 names a person who is no longer a member.",
    ]);
    expect((await send("PUT", `/escalation-policies/${policy.id}`, { name: "Kept" })).status).toBe(200);
  });

  test("falls back at most five times, and never to itself", async () => {
    const chain = [await make()];
    for (let length = 0; length < 5; length++) chain.unshift(await make({ fallback_policy_id: chain[0].id }));
    const tooLong = await send("POST", "/escalation-policies", {
      ...{ name: "P", steps: STEPS, fallback_policy_id: chain[0].id },
    });
    expect(tooLong.error.details[0].message).toBe("makes a chain of 6 fallbacks; at most 5 are allowed");
    const [first, last] = [chain[0], chain.at(-1)];
    const cycle = await send("PUT", `/escalation-policies/${last.id}`, { fallback_policy_id: first.id });
    expect(cycle.error.details[0].message).toMatch("leads back to this policy");
    const next = await make();
    const longer = await send("PUT", `/escalation-policies/${last.id}`, { fallback_policy_id: next.id });
    expect(longer.error.details[0].message).toBe("makes a chain of 6 fallbacks; at most 5 are allowed");
  });

  test("that a rule or a policy uses cannot be deleted", async () => {
    const policy = await make({ name: "Used" });
    const other = await make({ name: "Other", fallback_policy_id: policy.id });
    const rule = await send("POST", "/alerts/rules", {
      ...{ name: "Down", type: "consecutive_failures", params: { threshold: 1 } },
      escalation_policy_id: policy.id,
    });
    expect(rule.data.escalation_policy_id).toBe(policy.id);
    const refused = await send("DELETE", `/escalation-policies/${policy.id}`);
    expect(refused.error.message).toMatch('used by rule "Down", policy "Other"');
    expect((await send("GET", `/escalation-policies/${policy.id}`)).data.rule_count).toBe(1);
    await send("PUT", `/alerts/rules/${rule.data.id}`, { escalation_policy_id: null });
    await send("DELETE", `/escalation-policies/${other.id}`);
    expect((await send("DELETE", `/escalation-policies/${policy.id}`)).status).toBe(200);
  });
});

test("a rule with a policy and without a channel covers a target", async () => {
  const own = await makeOrg(running.database);
  const as = (method: "GET" | "POST", path: string, payload?: object) =>
    running
      .call(own.keys.admin, { method, url: `/api/v1${path}`, ...(payload && { payload }) })
      .then((response) => response.json().data);
  const { id } = await makeMonitor(running.database, { orgId: own.orgId });
  const member = await makeMember(running.database, { orgId: own.orgId, role: "member" });
  const policy = await as("POST", "/escalation-policies", {
    ...{ name: "P", steps: [{ notify: [{ type: "user", id: member.id }] }] },
  });
  const rule = { name: "Down", type: "consecutive_failures", params: { threshold: 1 } };
  await as("POST", "/alerts/rules", { ...rule, escalation_policy_id: policy.id });
  expect(await as("GET", `/targets/${id}/coverage`)).toMatchObject({
    is_notified: true,
    rules: [
      {
        channels: [],
        escalation_policy: { id: policy.id, name: "P", on_call: [{ id: member.id, name: member.name }] },
      },
    ],
  });
});

test("an alert shows its escalations with people, channels and receipts", async () => {
  const { database } = running;
  const policy = await make({
    steps: [
      {
        notify: [
          { type: "user", id: personId },
          { type: "channel", id: channelId },
        ],
      },
      { wait_seconds: 600, notify: [{ type: "all" }] },
    ],
  });
  const alertId = await makeAlert(database, { orgId: org.orgId });
  await setAlertPolicy(database, alertId, policy.id);
  const nowMs = Date.now();
  await database.transaction(async (db) => startEscalations(db, await readAlerts(db, [alertId]), nowMs));
  const list = async () => (await send("GET", `/alerts/${alertId}/escalations`)).data.escalations;
  expect(await list()).toMatchObject([
    {
      ...{ policy_id: policy.id, state: "running", alert_ids: [alertId], warning: null },
      next_step_at: new Date(nowMs + 600_000).toISOString(),
      steps: [
        {
          ...{ round: 1, step: 1, outcome: "taken" },
          notified: [
            { type: "user", person_id: personId, outcome: "paged", receipts: [{ type: "email" }, {}] },
            { type: "channel", id: channelId, outcome: "notified", receipts: [{ status: "pending" }] },
          ],
        },
      ],
    },
  ]);
  expect((await send("POST", `/alerts/${alertId}/acknowledge`)).status).toBe(200);
  expect(await list()).toMatchObject([{ state: "acknowledged", next_step_at: null }]);
  await send("POST", `/alerts/${alertId}/unacknowledge`);
  expect(await list()).toMatchObject([{ state: "running" }]);
  await send("POST", `/alerts/${alertId}/resolve`);
  expect(await list()).toMatchObject([{ state: "resolved", next_step_at: null }]);
});
