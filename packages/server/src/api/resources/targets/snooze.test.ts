import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  listAlerts,
  listNotifications,
  makeChannel,
  makeRule,
  type Recording,
  selectable,
  startRecording,
} from "../../../../test/alerting.ts";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { createStoredSuppression } from "../../../pipeline/alerting/maintenance/suppression.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { sql } from "../../../platform/storage/sql.ts";

const MINUTE_MS = 60_000;
const POLL = { timeout: 30_000, interval: 10 };

let running: TestApp;
let recording: Recording;
let org: TestOrg;
let channelId: string;
beforeAll(async () => {
  running = await startTestApp();
  recording = await startRecording(running.database, { suppression: createStoredSuppression(systemClock) });
});
beforeEach(async () => {
  org = await makeOrg(running.database);
  channelId = await makeChannel(running.database, org.orgId);
});
afterAll(async () => {
  await recording.stop();
  await running.stop();
});

type Method = "GET" | "POST" | "PUT" | "DELETE";
const send = async (method: Method, path: string, payload?: object, key = org.keys.admin) => {
  const response = await running.call(key, { method, url: `/api/v1${path}`, ...(payload && { payload }) });
  return { status: response.statusCode, ...response.json() };
};
const BODIES: Record<string, object> = {
  "/monitors": { name: "Shop", type: "url", url: "https://a.example" },
  "/api-monitors": { name: "A", steps: [{ url: "https://a.example" }] },
  "/journeys": { name: "J", steps: [{ action: "goto", url: "https://a.example" }] },
};
const make = async (path = "/monitors", fields: object = {}): Promise<string> =>
  (await send("POST", path, { ...BODIES[path], ...fields })).data.id;
const snooze = (id: string, body: object) => send("POST", `/targets/${id}/snooze`, body);
const unsnooze = (id: string) => send("DELETE", `/targets/${id}/snooze`);
const snoozeOf = async (id: string) => (await send("GET", `/monitors/${id}`)).data.snooze;

/** Creates a monitor with a rule that opens an alert at the first failure. */
async function watched(fields: object = {}) {
  const id = await make("/monitors", fields);
  const condition = { type: "consecutive_failures", params: { threshold: 1, min_locations: 1 } } as const;
  await makeRule(running.database, { orgId: org.orgId, targetId: id, channelIds: [channelId], ...condition });
  const rulesOf = () => recording.rules.rulesFor(selectable(org.orgId, id));
  await expect.poll(() => rulesOf().length, POLL).toBe(1);
  const rows = await running.database.rows<{ series_key: number }>(
    sql`select series_key from series where target_id = ${id}`,
  );
  let slotMs = Date.now() - 30 * MINUTE_MS;
  return {
    id,
    async play(letters: string) {
      slotMs = await recording.recordEach(rows[0]?.series_key ?? 0, letters, slotMs);
    },
  };
}
const notifications = async () =>
  (await listNotifications(running.database, org.orgId)).map((text) => text.replace(` ${channelId}`, ""));
const alerts = async () =>
  (await listAlerts(running.database, org.orgId)).map(({ status, suppressed_by: by }) => [status, by]);

describe("a snoozed target", () => {
  test("opens and resolves alerts without a notification", async () => {
    const target = await watched();
    await snooze(target.id, { minutes: 30 });
    await target.play("x.x");
    expect(await alerts()).toEqual([
      ["resolved", "snoozed"],
      ["pending", "snoozed"],
    ]);
    expect(await notifications()).toEqual([]);
    expect((await send("GET", `/monitors/${target.id}`)).data.status).toBe("down");
  });

  test("is notified of when the snooze is ended while it is still down", async () => {
    const target = await watched();
    await snooze(target.id, { minutes: 30 });
    await target.play("x");
    expect((await unsnooze(target.id)).data).toMatchObject({ id: target.id, kind: "monitor", snooze: null });
    expect(await notifications()).toEqual(["opened"]);
    expect(await alerts()).toEqual([["pending", null]]);
    await unsnooze(target.id);
    expect(await notifications()).toEqual(["opened"]);
  });

  test("gets a reminder after the snooze if its alert was notified before", async () => {
    const target = await watched();
    await target.play("x");
    await snooze(target.id, { minutes: 30 });
    expect(await alerts()).toEqual([["pending", "snoozed"]]);
    await unsnooze(target.id);
    expect(await notifications()).toEqual(["opened", "reminder"]);
  });

  test("leaves alone an alert that someone has acknowledged", async () => {
    const target = await watched();
    await target.play("x");
    const [alert] = await listAlerts(running.database, org.orgId);
    await send("POST", `/alerts/${alert?.id}/acknowledge`);
    await snooze(target.id, { minutes: 30 });
    await unsnooze(target.id);
    expect(await notifications()).toEqual(["opened"]);
  });

  test("is no longer snoozed once it recovers if it is snoozed until recovery", async () => {
    const [lasting, recovering] = [await watched(), await watched()];
    for (const target of [lasting, recovering]) await target.play("x");
    await snooze(lasting.id, { minutes: 30 });
    await snooze(recovering.id, { until_recovery: true });
    await recovering.play("x");
    expect((await snoozeOf(recovering.id))?.until_recovery).toBe(true);
    await lasting.play(".");
    await recovering.play(".");
    expect(await snoozeOf(recovering.id)).toBeNull();
    expect((await snoozeOf(lasting.id))?.until_recovery).toBe(false);
    await recovering.play("x");
    expect((await alerts()).at(-1)).toEqual(["pending", null]);
  });

  test("has its snooze in every response that has its status", async () => {
    for (const path of Object.keys(BODIES)) {
      const id = await make(path);
      const { data } = await snooze(id, { minutes: 60, reason: " Disk is being replaced " });
      const expected = { until_recovery: false, reason: "Disk is being replaced", by: "admin" };
      expect(data.snooze).toMatchObject(expected);
      const endsInMs = Date.parse(data.snooze.until) - Date.parse(data.snooze.at);
      expect(endsInMs).toBe(60 * MINUTE_MS);
      const one = (await send("GET", `${path}/${id}`)).data;
      const listed = (await send("GET", path)).data[0];
      const summary = (await send("GET", `/targets?ids=${id}`)).data[0];
      for (const response of [one, listed, summary]) expect(response.snooze).toEqual(data.snooze);
    }
  });

  test("is found by the filter, and others by its opposite", async () => {
    const [snoozed, other] = [await make(), await make()];
    await snooze(snoozed, { until_recovery: true });
    const idsOf = async (value: string) =>
      (await send("GET", `/targets?snoozed=${value}`)).data.map(({ id }: { id: string }) => id);
    expect([await idsOf("true"), await idsOf("false")]).toEqual([[snoozed], [other]]);
    expect((await send("GET", "/targets?snoozed=yes")).error.details[0].path).toBe("snoozed");
  });

  test("keeps its snooze when a response is sent back as an update", async () => {
    const id = await make();
    const { data } = await snooze(id, { until: new Date(Date.now() + MINUTE_MS).toISOString() });
    const monitor = (await send("GET", `/monitors/${id}`)).data;
    const updated = await send("PUT", `/monitors/${id}`, { ...monitor, name: "New", snooze: null });
    expect([updated.status, updated.data.name, updated.data.snooze]).toEqual([200, "New", data.snooze]);
  });
});

describe("a snooze", () => {
  test("is replaced by the next one, and each is in the audit log", async () => {
    const id = await make();
    await snooze(id, { minutes: 5, reason: "Deploy" });
    await snooze(id, { until_recovery: true });
    await unsnooze(id);
    await unsnooze(id);
    const { data } = await send("GET", `/audit-log?target=${id}`);
    const forever = { until: null, until_recovery: true, reason: null };
    expect(data).toMatchObject([
      { action: "monitor.unsnooze", before: forever, after: null },
      { action: "monitor.snooze", before: { until_recovery: false, reason: "Deploy" }, after: forever },
      { action: "monitor.snooze", before: null, after: { until: expect.any(String), reason: "Deploy" } },
      { action: "monitor.create" },
    ]);
  });

  const in31Days = new Date(Date.now() + 31 * 24 * 60 * MINUTE_MS).toISOString();
  test.each([
    [{}, "minutes"],
    [{ until_recovery: false }, "minutes"],
    [{ minutes: 5, until_recovery: true }, "until_recovery"],
    [{ minutes: 5, until: in31Days }, "until"],
    [{ minutes: 0 }, "minutes"],
    [{ minutes: 1.5 }, "minutes"],
    [{ minutes: 43_201 }, "minutes"],
    [{ until: "tomorrow" }, "until"],
    [{ until: "2020-01-01T00:00:00Z" }, "until"],
    [{ until: in31Days }, "until"],
    [{ minutes: 5, reason: "x".repeat(501) }, "reason"],
    [{ minutes: 5, forever: true }, "forever"],
  ])("%j is rejected at %s", async (body, path) => {
    const id = await make();
    const { status, error } = await snooze(id, body);
    expect([status, error.details[0].path]).toEqual([400, path]);
    expect(await snoozeOf(id)).toBeNull();
  });

  test("requires a member or a key that may write", async () => {
    const id = await make();
    const viewer = await makeMember(running.database, { orgId: org.orgId, role: "viewer" });
    const request = { url: `/api/v1/targets/${id}/snooze`, payload: { minutes: 5 } };
    expect((await running.callAs(viewer, { ...request, method: "POST" })).statusCode).toBe(403);
    expect((await running.call(org.keys.read, { ...request, method: "POST" })).statusCode).toBe(403);
    expect(await snoozeOf(id)).toBeNull();
  });

  test("of a target of another organization, or of one in the trash, is not found", async () => {
    const [foreign, deleted] = [await make(), await make()];
    await send("DELETE", `/monitors/${deleted}`);
    expect((await snooze(deleted, { minutes: 5 })).status).toBe(404);
    const mine = org;
    org = await makeOrg(running.database);
    expect((await snooze(foreign, { minutes: 5 })).status).toBe(404);
    expect((await unsnooze(foreign)).status).toBe(404);
    org = mine;
    expect(await snoozeOf(foreign)).toBeNull();
  });
});

describe("a bulk snooze", () => {
  const bulk = (body: object) => send("POST", "/targets/bulk", body);
  const PROD = { tags: { any: ["prod"] } };

  test("snoozes and unsnoozes what a selector selects, and nothing else", async () => {
    for (const path of Object.keys(BODIES)) await make(path, { tags: ["prod"] });
    await make();
    const span = { minutes: 15, reason: "Network" };
    const { data } = await bulk({ selector: PROD, action: "snooze", snooze: span });
    expect(data).toEqual({ selected: 3, changed: 3, failed: [] });
    expect((await send("GET", "/targets?snoozed=true")).data).toHaveLength(3);
    await bulk({ selector: PROD, action: "unsnooze" });
    expect((await send("GET", "/targets?snoozed=true")).data).toEqual([]);
  });

  test("notifies of open alerts when it ends", async () => {
    const target = await watched({ tags: ["prod"] });
    await bulk({ selector: PROD, action: "snooze", snooze: { minutes: 15 } });
    await target.play("x");
    await bulk({ selector: PROD, action: "unsnooze" });
    expect(await notifications()).toEqual(["opened"]);
  });

  test.each([
    [{ action: "snooze" }, "snooze"],
    [{ action: "snooze", snooze: {} }, "snooze.minutes"],
    [{ action: "pause", snooze: { minutes: 5 } }, "snooze"],
    [{ action: "snooze", snooze: { until: "2020-01-01T00:00:00Z" } }, "snooze.until"],
  ])("%j is rejected at %s", async (body, path) => {
    await make("/monitors", { tags: ["prod"] });
    const { status, error } = await bulk({ selector: PROD, ...body });
    expect([status, error?.details[0].path]).toEqual([400, path]);
  });
});
