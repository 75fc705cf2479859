import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import ICAL from "ical.js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { whoIsOnCall } from "../../../pipeline/on-call/schedules/who-is-on-call.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
let org: TestOrg;
let ana: Awaited<ReturnType<typeof makeMember>>;
let ben: Awaited<ReturnType<typeof makeMember>>;
beforeAll(async () => {
  running = await startTestApp({ config: { publicUrl: "https://vedette.example" } });
});
beforeEach(async () => {
  org = await makeOrg(running.database);
  ana = await makeMember(running.database, { orgId: org.orgId, role: "owner" });
  ben = await makeMember(running.database, { orgId: org.orgId, role: "member" });
});
afterAll(() => running.stop());

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

async function send(method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object) {
  const request = { method, url: `/api/v1${path}`, ...(payload && { payload }) };
  const response = await running.call(org.keys.admin, request);
  return { status: response.statusCode, ...response.json() };
}

const layer = (people: string[], changes: object = {}) => ({
  ...{ name: "Layer", people, rotation: { unit: "week", every: 1 } },
  ...{ starts_at: "2024-01-01T09:00", ...changes },
});

async function makeSchedule(people: string[], changes: object = {}) {
  const body = { name: "Primary", timezone: "Europe/Berlin", layers: [layer(people, changes)] };
  const made = await send("POST", "/schedules", body);
  expect([made.status, made.error]).toEqual([201, undefined]);
  return made.data;
}

const onCallOf = async (id: string) => {
  const found = await whoIsOnCall(running.database, org.orgId, { scheduleIds: [id], atMs: Date.now() });
  return found.get(id);
};

describe("a schedule", () => {
  test("keeps the ids of its layers in an update, and is audited", async () => {
    const { id, layers } = await makeSchedule([ana.id, ben.id]);
    const second = layer([ben.id], {
      name: "Nights",
      restrictions: [{ weekdays: ["mon"], from: "20:00", to: "08:00" }],
    });
    const changed = await send("PUT", `/schedules/${id}`, { layers: [...layers, second] });
    expect(changed.data.layers[0].id).toBe(layers[0].id);
    expect(changed.data.layers[1].id).toMatch(UUID_PATTERN);
    expect(changed.data.people.map((person: { id: string }) => person.id)).toEqual([ana.id, ben.id]);
    const log = await send("GET", `/audit-log?target=${id}`);
    expect(log.data.map(({ action }: { action: string }) => action).sort()).toEqual([
      "schedule.create",
      "schedule.update",
    ]);
    expect((await send("DELETE", `/schedules/${id}`)).status).toBe(200);
    expect((await send("GET", `/schedules/${id}`)).status).toBe(404);
  });

  test.each([
    [{ starts_at: "2026-02-30T09:00" }, "layers.0.starts_at"],
    [{ starts_at: "2026-01-01T09:00Z" }, "layers.0.starts_at"],
    [{ ends_at: "2023-01-01T09:00" }, "layers.0.ends_at"],
    [{ rotation: { unit: "week", every: 0 } }, "layers.0.rotation.every"],
    [{ people: ["01900000-0000-7000-8000-000000000000"] }, "layers.0.people.0"],
    [{ restrictions: [{ weekdays: ["mon"], from: "24:00", to: "08:00" }] }, "layers.0.restrictions.0.from"],
  ])("%j is rejected, and names the field", async (changes, path) => {
    const body = { name: "Primary", timezone: "UTC", layers: [layer([ana.id], changes)] };
    const refused = await send("POST", "/schedules", body);
    expect([refused.status, refused.error.details[0].path]).toEqual([400, path]);
  });

  test("cannot be deleted while a policy names it, and the refusal names the policy", async () => {
    const { id } = await makeSchedule([ana.id]);
    const steps = [{ notify: [{ type: "schedule", id }] }];
    const policy = await send("POST", "/escalation-policies", { name: "Critical", steps });
    expect(policy.status).toBe(201);
    const refused = await send("DELETE", `/schedules/${id}`);
    expect(refused.error.message).toContain("Critical");
    await send("DELETE", `/escalation-policies/${policy.data.id}`);
    expect((await send("DELETE", `/schedules/${id}`)).status).toBe(200);
  });
});

describe("who is on call", () => {
  test("a person who leaves is not on call from the next question on, and the schedule warns", async () => {
    const { id } = await makeSchedule([ana.id, ben.id], { rotation: { unit: "week", every: 1_000 } });
    expect(await onCallOf(id)).toEqual([ana.id]);
    await running.database.run(sql`delete from membership where id = ${ana.membershipId}`);
    expect(await onCallOf(id)).toEqual([ben.id]);
    const { warnings } = (await send("GET", `/schedules/${id}`)).data;
    expect(warnings).toEqual([expect.stringContaining("1 person of this layer is no longer a member")]);
    expect((await send("PUT", `/schedules/${id}`, { layers: [layer([ana.id, ben.id])] })).status).toBe(200);
  });

  test("an override wins until it ends or is deleted, and ends with the membership", async () => {
    const { id } = await makeSchedule([ana.id]);
    const from = new Date(Date.now() - HOUR_MS).toISOString();
    const to = new Date(Date.now() + HOUR_MS).toISOString();
    const made = await send("POST", `/schedules/${id}/overrides`, { person_id: ben.id, from, to });
    expect(made.status).toBe(201);
    expect(await onCallOf(id)).toEqual([ben.id]);
    const [now] = (await send("GET", "/on-call")).data;
    expect(now).toMatchObject({ people: [{ id: ben.id }], until: to, next: [{ id: ana.id }], gaps: [] });
    expect((await send("GET", `/schedules/${id}/overrides`)).data).toEqual([made.data]);
    expect((await send("DELETE", `/schedules/${id}/overrides/${made.data.id}`)).status).toBe(200);
    expect(await onCallOf(id)).toEqual([ana.id]);
    await send("POST", `/schedules/${id}/overrides`, { person_id: ben.id, from, to });
    await running.database.run(sql`delete from membership where id = ${ben.membershipId}`);
    expect(await onCallOf(id)).toEqual([ana.id]);
  });

  test("a schedule of another organization has no one, and gaps are reported", async () => {
    const { id } = await makeSchedule([ana.id], {
      restrictions: [{ weekdays: ["mon"], from: "09:00", to: "10:00" }],
    });
    const other = await makeOrg(running.database);
    const asked = { scheduleIds: [id, "none"], atMs: Date.now() };
    expect([...(await whoIsOnCall(running.database, other.orgId, asked)).values()]).toEqual([[], []]);
    const [now] = (await send("GET", "/on-call?at=2026-01-05T08:30:00Z")).data;
    expect(now).toMatchObject({ people: [{ id: ana.id }], until: "2026-01-05T09:00:00.000Z", next: [] });
    expect(now.gaps).toHaveLength(2);
  });

  test("shifts and gaps fill the range, and a range beyond the maximum is rejected", async () => {
    const { id } = await makeSchedule([ana.id, ben.id]);
    const path = `/schedules/${id}/shifts?from=2026-03-23T00:00:00Z`;
    const { data } = await send("GET", `${path}&to=2026-04-06T00:00:00Z`);
    // Both handoffs are at 9:00 in Berlin, before and after the change of the clocks.
    expect(data.shifts.map(({ from }: { from: string }) => from)).toEqual([
      "2026-03-23T00:00:00.000Z",
      "2026-03-23T08:00:00.000Z",
      "2026-03-30T07:00:00.000Z",
    ]);
    expect(data.gaps).toEqual([]);
    const refused = await send("GET", `${path}&to=2028-01-01T00:00:00Z`);
    expect([refused.status, refused.error.details[0].path]).toEqual([400, "to"]);
  });
});

describe("a calendar", () => {
  const visit = (url: string) => running.app.server.inject({ url: new URL(url).pathname });

  test("of a schedule is valid iCalendar, and a replaced or deleted URL is not found", async () => {
    const { id } = await makeSchedule([ana.id, ben.id]);
    const first = (await send("POST", `/schedules/${id}/calendar`)).data.url;
    expect(first).toMatch(/^https:\/\/vedette\.example\/calendars\/on-call\/[\w-]{32}\.ics$/);
    const response = await visit(first);
    expect([response.statusCode, response.headers["content-type"]]).toEqual([
      200,
      "text/calendar; charset=utf-8",
    ]);
    const events = new ICAL.Component(ICAL.parse(response.body)).getAllSubcomponents("vevent");
    const shown = events.map((event) => new ICAL.Event(event));
    expect(shown.length).toBeGreaterThan(25);
    expect(new Set(shown.map(({ uid }) => uid)).size).toBe(shown.length);
    const summary = (name: string) => `${name} on call: Primary`;
    expect(new Set(shown.map((event) => event.summary))).toEqual(
      new Set([summary(ana.name), summary(ben.name)]),
    );
    expect(shown.every((event) => event.startDate.compare(event.endDate) < 0)).toBe(true);
    const second = (await send("POST", `/schedules/${id}/calendar`)).data.url;
    expect([(await visit(first)).statusCode, (await visit(second)).statusCode]).toEqual([404, 200]);
    await send("DELETE", `/schedules/${id}/calendar`);
    expect((await visit(second)).statusCode).toBe(404);
    expect((await visit("https://vedette.example/calendars/on-call/x.ics")).statusCode).toBe(404);
  });

  test("of a person has the shifts of that person, and ends with the membership", async () => {
    await makeSchedule([ana.id, ben.id]);
    const headers = { "x-organization-id": org.orgId };
    const url = "/api/v1/on-call/calendar";
    const made = (await running.callAs(ben, { method: "POST", url, headers })).json().data.url;
    const { body } = await visit(made);
    const events = new ICAL.Component(ICAL.parse(body)).getAllSubcomponents("vevent");
    expect(new Set(events.map((event) => event.getFirstPropertyValue("summary")))).toEqual(
      new Set([`${ben.name} on call: Primary`]),
    );
    const state = await running.callAs(ben, { method: "GET", url, headers });
    expect(state.json().data).toEqual({ has_calendar: true });
    await running.database.run(sql`delete from membership where id = ${ben.membershipId}`);
    expect((await visit(made)).statusCode).toBe(404);
    expect((await running.call(org.keys.admin, { method: "POST", url })).statusCode).toBe(403);
  });
});

describe("an import", () => {
  const file = (name: string, document: object) => ({ name, content: JSON.stringify(document) });
  const soon = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

  /** In the documented shape of Opsgenie's API v2; made for this test. */
  const opsgenie = () => [
    file("users.json", { data: [{ id: "u2", username: ben.email, fullName: "Ben" }] }),
    file("schedules.json", {
      data: [
        {
          ...{ id: "s1", name: "Ops", description: "", timezone: "Europe/Berlin", enabled: true },
          rotations: [
            {
              ...{
                id: "r1",
                name: "Week",
                startDate: "2025-01-06T08:00:00Z",
                endDate: null,
                type: "weekly",
                length: 2,
              },
              participants: [
                { type: "user", id: "u1", username: ana.email },
                { type: "user", id: "u2" },
                { type: "user", id: "u3", username: "gone@example.org" },
                { type: "team", id: "t1", name: "Team" },
              ],
              timeRestriction: {
                type: "weekday-and-time-of-day",
                restrictions: [
                  {
                    startDay: "friday",
                    startHour: 18,
                    startMin: 0,
                    endDay: "sunday",
                    endHour: 8,
                    endMin: 30,
                  },
                ],
              },
            },
          ],
        },
      ],
    }),
    file("overrides.json", {
      data: [
        {
          ...{ alias: "o1", user: { type: "user", id: "u2" }, startDate: soon(1), endDate: soon(2) },
          _parent: { id: "s1", name: "Ops", enabled: true },
        },
      ],
    }),
    file("escalations.json", {
      data: [
        {
          ...{ id: "e1", name: "Ops policy", description: "" },
          rules: [
            {
              ...{
                condition: "if-not-acked",
                notifyType: "default",
                delay: { timeAmount: 0, timeUnit: "minutes" },
              },
              recipient: { type: "schedule", id: "s1", name: "Ops" },
            },
            {
              ...{
                condition: "if-not-acked",
                notifyType: "default",
                delay: { timeAmount: 10, timeUnit: "minutes" },
              },
              recipient: { type: "user", id: "u1", username: ana.email },
            },
          ],
          repeat: { waitInterval: 10, count: 2, resetRecipientStates: false, closeAlertAfterAll: false },
        },
      ],
    }),
  ];

  test("of Opsgenie plans what it then makes, and names what it cannot", async () => {
    const body = { tool: "opsgenie", files: opsgenie() };
    const plan = await send("POST", "/schedules/import", { ...body, mode: "plan" });
    expect([plan.status, plan.error]).toEqual([200, undefined]);
    expect(plan.data).toMatchObject({
      schedules: [{ id: null, name: "Ops", layers: ["Week"], overrides: 1 }],
      policies: [{ id: null, name: "Ops policy", steps: 2 }],
      missing_people: ["gone@example.org"],
    });
    expect(plan.data.problems.map(({ reason }: { reason: string }) => reason).join()).toContain("'team'");
    expect((await send("GET", "/schedules")).data).toEqual([]);
    const { data } = await send("POST", "/schedules/import", { ...body, mode: "apply" });
    const [made] = (await send("GET", "/schedules")).data;
    expect([made.id, made.layers[0]]).toEqual([
      data.schedules[0].id,
      {
        ...{
          id: expect.any(String),
          name: "Week",
          people: [ana.id, ben.id],
          rotation: { unit: "week", every: 2 },
        },
        ...{ starts_at: "2025-01-06T09:00", ends_at: null },
        restrictions: [
          { weekdays: ["fri"], from: "18:00", to: "00:00" },
          { weekdays: ["sat"], from: "00:00", to: "00:00" },
          { weekdays: ["sun"], from: "00:00", to: "08:30" },
        ],
      },
    ]);
    expect((await send("GET", `/schedules/${made.id}/overrides`)).data).toHaveLength(1);
    const [policy] = (await send("GET", "/escalation-policies")).data;
    expect(policy).toMatchObject({ repeat_count: 2, repeat_wait_seconds: 600 });
    expect(policy.steps.map((step: { wait_seconds: number }) => step.wait_seconds)).toEqual([0, 600]);
    const again = await send("POST", "/schedules/import", { ...body, mode: "apply" });
    expect([again.data.schedules, again.data.policies]).toEqual([[], []]);
  });

  test("of PagerDuty keeps which layer wins, and moves the waits of its rules", async () => {
    const user = (person: { email: string }) => ({
      user: { id: person.email, type: "user_reference", summary: "P" },
    });
    const layerOf = (name: string, people: object[], changes: object = {}) => ({
      ...{
        id: name,
        name,
        start: "2025-01-06T09:00:00+01:00",
        end: null,
        users: people,
        restrictions: [],
        ...changes,
      },
      ...{ rotation_virtual_start: "2025-01-06T09:00:00+01:00", rotation_turn_length_seconds: 86_400 },
    });
    const nights = {
      restrictions: [{ type: "daily_restriction", start_time_of_day: "20:00:00", duration_seconds: 43_200 }],
    };
    const schedule = {
      ...{ id: "P1", name: "Primary", time_zone: "Europe/Berlin", description: null },
      schedule_layers: [layerOf("Nights", [user(ben)], nights), layerOf("Base", [user(ana)])],
    };
    const rules = [5, 15].map((delay) => ({
      escalation_delay_in_minutes: delay,
      targets: [{ id: "P1", type: "schedule_reference", summary: "Primary" }],
    }));
    const files = [
      file("users.json", { users: [ana, ben].map(({ email, name }) => ({ id: email, email, name })) }),
      file("schedule.json", { schedule }),
      file("policies.json", {
        escalation_policies: [{ id: "E", name: "Policy", num_loops: 1, escalation_rules: rules }],
      }),
      { name: "notes.txt", content: "not JSON" },
    ];
    const { data } = await send("POST", "/schedules/import", { tool: "pagerduty", files, mode: "apply" });
    expect(data.schedules).toMatchObject([{ layers: ["Base", "Nights"] }]);
    expect(data.problems.map(({ item }: { item: string }) => item)).toContain("notes.txt");
    const at = async (time: string) =>
      (await send("GET", `/on-call?at=2026-01-05T${time}:00Z`)).data[0].people[0].id;
    expect([await at("12:00"), await at("22:00")]).toEqual([ana.id, ben.id]);
    const [policy] = (await send("GET", "/escalation-policies")).data;
    expect(policy.steps.map((step: { wait_seconds: number }) => step.wait_seconds)).toEqual([0, 300]);
    expect(policy.repeat_wait_seconds).toBe(900);
  });
});
