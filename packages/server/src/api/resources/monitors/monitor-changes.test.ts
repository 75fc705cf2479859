import { describe, expect, test } from "vitest";
import { makeOrg } from "../../../../test/app.ts";
import { MINIMAL_MONITOR, MONITORS_URL, monitorsLab } from "../../../../test/labs/monitors-lab.ts";
import { sql } from "../../../platform/storage/sql.ts";

const lab = monitorsLab();
const { put, get, createMonitor, stored, series, stateChanges } = lab;

describe("updating", () => {
  test("with the object of a GET changes nothing at all", async () => {
    const monitor = await createMonitor({
      ...MINIMAL_MONITOR,
      headers: { b: "1", a: "2" },
      tags: ["x"],
      interval: 2.5,
    });
    const before = await stored(monitor.id);
    const response = await put(monitor.id, monitor);
    expect([response.statusCode, response.json().data]).toEqual([200, monitor]);
    expect(await stored(monitor.id)).toEqual(before);
  });

  test("updates the given fields, keeps the rest and increments the revision", async () => {
    const monitor = await createMonitor({ ...MINIMAL_MONITOR, tags: ["x"] });
    const response = await put(monitor.id, { name: "new name", timeout: 5 });
    expect(response.json().data).toEqual({
      ...monitor,
      name: "new name",
      timeout: 5,
      updated_at: expect.any(String),
    });
    expect((await stored(monitor.id)).revision).toBe(2);
  });

  test("null clears optional fields and is rejected for required ones", async () => {
    const full = {
      ...MINIMAL_MONITOR,
      description: "Orders",
      method: "POST",
      body: "x",
      headers: { a: "b" },
      tags: ["t"],
      degraded_after_ms: 5,
    };
    const monitor = await createMonitor({
      ...full,
      assertions: [{ type: "body", operator: "is_not_empty" }],
    });
    const cleared = await put(monitor.id, {
      description: null,
      method: null,
      body: null,
      headers: null,
      tags: null,
      assertions: null,
      degraded_after_ms: null,
    });
    expect(cleared.json().data).toMatchObject({
      description: "",
      method: "GET",
      body: null,
      headers: {},
      tags: [],
      assertions: [],
      degraded_after_ms: null,
    });
    const refused = await put(monitor.id, { name: null, interval: null, locations: null, url: null });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().error.details.map((detail: { path: string }) => detail.path)).toEqual([
      "name",
      "interval",
      "locations",
    ]);
    expect((await put(monitor.id, { url: null })).json().error.details).toMatchObject([{ path: "url" }]);
  });

  test("validates across fields on the merged monitor", async () => {
    const monitor = await createMonitor({ ...MINIMAL_MONITOR, method: "POST", body: "x" });
    const response = await put(monitor.id, { method: "GET" });
    expect(response.json().error.details).toMatchObject([{ path: "body" }]);
  });

  test("rejects a change of the type or the organization", async () => {
    const monitor = await createMonitor();
    const other = await makeOrg(lab.running.database);
    const type = await put(monitor.id, { type: "tcp", host: "a", port: 1, url: null, method: null });
    expect([type.statusCode, type.json().error.details]).toEqual([
      400,
      [{ path: "type", message: expect.any(String) }],
    ]);
    expect((await put(monitor.id, { org_id: other.orgId })).statusCode).toBe(403);
    expect((await put(monitor.id, { type: "url", org_id: lab.org.orgId })).statusCode).toBe(200);
  });

  test("adds new locations, deactivates removed ones and reactivates them", async () => {
    const monitor = await createMonitor({ ...MINIMAL_MONITOR, locations: ["a", "b"] });
    const before = await stored(monitor.id);
    await put(monitor.id, { locations: ["b", "c"] });
    expect((await series(monitor.id)).map(({ location, active }) => [location, active])).toEqual([
      ["a", false],
      ["b", true],
      ["c", true],
    ]);
    expect((await stored(monitor.id)).schedule_since.getTime()).toBeGreaterThanOrEqual(
      before.schedule_since.getTime(),
    );
    await put(monitor.id, { locations: ["a"] });
    expect((await series(monitor.id)).map(({ location, active }) => [location, active])).toEqual([
      ["a", true],
      ["b", false],
      ["c", false],
    ]);
  });

  test("restarts the schedule only if the slots change", async () => {
    const monitor = await createMonitor();
    await lab.running.database.run(
      sql`update target set schedule_since = '2020-01-01' where id = ${monitor.id}`,
    );
    await put(monitor.id, { name: "other", timeout: 1, url: "http://127.0.0.2/" });
    expect((await stored(monitor.id)).schedule_since.getUTCFullYear()).toBe(2020);
    await put(monitor.id, { interval: 10 });
    expect((await stored(monitor.id)).schedule_since.getUTCFullYear()).toBeGreaterThan(2020);
  });

  test("applies two concurrent updates", async () => {
    const monitor = await createMonitor();
    await Promise.all([put(monitor.id, { name: "one" }), put(monitor.id, { timeout: 7 })]);
    expect((await get(monitor.id)).json().data).toMatchObject({ name: "one", timeout: 7 });
    expect((await stored(monitor.id)).revision).toBe(3);
  });
});

describe("disabling and enabling", () => {
  /** Apart from the events that say what changed. */
  const statusEvents = () => lab.events.filter(({ type }) => type === "monitor.status");

  test("resets the locations, and records a status change and an event each", async () => {
    const monitor = await createMonitor();
    await lab.running.database.run(sql`update series set status = 'down' where target_id = ${monitor.id}`);
    await lab.running.database.run(sql`update target set status = 'down' where id = ${monitor.id}`);
    const paused = (await put(monitor.id, { enabled: false })).json().data;
    expect(paused).toMatchObject({ enabled: false, status: "paused" });
    const enabled = (await put(monitor.id, { enabled: true })).json().data;
    expect(enabled).toMatchObject({ enabled: true, status: "pending" });
    expect(enabled.status_since > paused.status_since).toBe(true);
    expect(await series(monitor.id)).toMatchObject([{ status: "pending" }]);
    expect(await stateChanges(monitor.id)).toEqual([
      { status: "paused", previous_status: "down" },
      { status: "pending", previous_status: "paused" },
    ]);
    expect(statusEvents()).toMatchObject([
      {
        type: "monitor.status",
        orgId: lab.org.orgId,
        data: { monitor_id: monitor.id, status: "paused", previous_status: "down" },
      },
      {
        type: "monitor.status",
        orgId: lab.org.orgId,
        data: { status: "pending", previous_status: "paused" },
      },
    ]);
  });

  test("emits nothing if the update is rejected", async () => {
    const monitor = await createMonitor();
    expect((await put(monitor.id, { enabled: false, url: "nonsense" })).statusCode).toBe(400);
    expect(statusEvents()).toEqual([]);
    expect(await stateChanges(monitor.id)).toEqual([]);
  });
});

describe("deleting", () => {
  test("returns the id, and then 404", async () => {
    const monitor = await createMonitor();
    const url = `${MONITORS_URL}/${monitor.id}`;
    const response = await lab.running.call(lab.org.keys.admin, { method: "DELETE", url });
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { success: true, data: { id: monitor.id, deleted: true } },
    ]);
    expect((await get(monitor.id)).statusCode).toBe(404);
    expect((await lab.running.call(lab.org.keys.admin, { method: "DELETE", url })).statusCode).toBe(404);
    expect(await lab.running.database.rows(sql`select from target where id = ${monitor.id}`)).toEqual([]);
  });

  test("with concurrent updates returns 200 or 404 for each update", async () => {
    for (let round = 0; round < 5; round++) {
      const monitor = await createMonitor();
      const url = `${MONITORS_URL}/${monitor.id}`;
      const changes = [1, 2, 3].map((nr) => put(monitor.id, { enabled: nr % 2 === 0, name: `${nr}` }));
      const [deleted, ...changed] = await Promise.all([
        lab.running.call(lab.org.keys.admin, { method: "DELETE", url }),
        ...changes,
      ]);
      expect(deleted.statusCode).toBe(200);
      for (const { statusCode } of changed) expect([200, 404]).toContain(statusCode);
      expect((await get(monitor.id)).statusCode).toBe(404);
    }
  });
});
