import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { purgeTrash } from "../../../pipeline/targets/trash.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
});
beforeEach(async () => {
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

type Method = "GET" | "POST" | "PUT" | "DELETE";
const send = async (method: Method, path: string, payload?: object, by = org) => {
  const url = `/api/v1${path}`;
  const response = await running.call(by.keys.admin, { method, url, ...(payload && { payload }) });
  return { status: response.statusCode, ...response.json() };
};

const BODIES: Record<string, object> = {
  "/monitors": { name: "M", type: "url", url: "https://a.example" },
  "/api-monitors": { name: "A", steps: [{ url: "https://a.example" }] },
  "/journeys": { name: "J", steps: [{ action: "goto", url: "https://a.example" }] },
};

async function make(path: string, payload: object = {}) {
  const { status, data, error } = await send("POST", path, { ...BODIES[path], ...payload });
  expect([status, error]).toEqual([201, undefined]);
  return data;
}

const trash = async (query = "") => send("GET", `/trash${query}`);
const remaining = (id: string) =>
  running.database.rows<{ id: string }>(sql`select id from stored_target where id = ${id}`);

describe("a deleted target", () => {
  test.each(Object.keys(BODIES))("of %s is in the trash, and restored as it was", async (path) => {
    const made = await make(path, { tags: ["prod"] });
    expect((await send("DELETE", `${path}/${made.id}`)).status).toBe(200);
    expect((await send("GET", `${path}/${made.id}`)).status).toBe(404);
    expect((await send("GET", "/targets")).data).toEqual([]);
    const { data, meta } = await trash();
    expect(data).toEqual([
      {
        ...{ id: made.id, kind: expect.any(String), name: made.name },
        deleted_at: expect.stringMatching(/Z$/),
        deleted_by: expect.any(String),
        purge_at: expect.stringMatching(/Z$/),
      },
    ]);
    expect(meta).toEqual({ next_cursor: null, has_more: false });
    expect(Date.parse(data[0].purge_at) - Date.parse(data[0].deleted_at)).toBe(7 * 86_400_000);
    const restored = await send("POST", `/trash/${made.id}/restore`);
    expect([restored.status, restored.data.id]).toEqual([200, made.id]);
    const after = (await send("GET", `${path}/${made.id}`)).data;
    const changed = { status_since: expect.any(String), updated_at: expect.any(String) };
    expect(after).toEqual({ ...made, ...changed });
    expect((await trash()).data).toEqual([]);
    expect((await send("POST", `/trash/${made.id}/restore`)).status).toBe(404);
  });

  test("does not count as downtime or as missed checks while it is in the trash", async () => {
    const { id } = await make("/monitors");
    await send("DELETE", `/monitors/${id}`);
    await send("POST", `/trash/${id}/restore`);
    const changes = await running.database.rows<{ status: string }>(
      sql`select status from status_change where target_id = ${id} order by at`,
    );
    expect(changes.map(({ status }) => status)).toEqual(["paused", "pending"]);
    const target = await running.database.find<{ is_rescheduled: boolean }>(
      sql`select schedule_since > created_at as is_rescheduled from target where id = ${id}`,
    );
    expect(target).toEqual({ is_rescheduled: true });
  });

  test("stays paused if it was paused", async () => {
    const { id } = await make("/monitors", { enabled: false });
    await send("DELETE", `/monitors/${id}`);
    await send("POST", `/trash/${id}/restore`);
    expect((await send("GET", `/monitors/${id}`)).data).toMatchObject({ enabled: false, status: "paused" });
  });

  test("takes its rules with it and brings them back, and frees the targets that depended on it", async () => {
    const { id } = await make("/monitors");
    const child = await make("/monitors", { parents: [id] });
    const rule = { name: "Down", type: "consecutive_failures", params: { threshold: 1 }, monitor_id: id };
    const { data: made } = await send("POST", "/alerts/rules", rule);
    await send("DELETE", `/monitors/${id}`);
    expect((await send("GET", "/alerts/rules")).data).toEqual([]);
    expect((await send("GET", `/alerts/rules/${made.id}`)).status).toBe(404);
    expect((await send("GET", `/monitors/${child.id}`)).data.parents).toEqual([]);
    await send("POST", `/trash/${id}/restore`);
    expect((await send("GET", "/alerts/rules")).data).toEqual([made]);
  });

  test("does not keep a variable from being deleted, and needs it to be restored", async () => {
    const { data: variable } = await send("POST", "/variables", { name: "HOST", value: "a.example" });
    const { id } = await make("/monitors", { url: "https://{{HOST}}/" });
    expect((await send("DELETE", `/variables/${variable.id}`)).status).toBe(400);
    await send("DELETE", `/monitors/${id}`);
    expect((await send("DELETE", `/variables/${variable.id}`)).status).toBe(200);
    const refused = await send("POST", `/trash/${id}/restore`);
    expect([refused.status, refused.error.message]).toEqual([400, expect.stringMatching(/variable 'HOST'/)]);
    await send("POST", "/variables", { name: "HOST", value: "b.example" });
    expect((await send("POST", `/trash/${id}/restore`)).status).toBe(200);
    const used = (await send("GET", "/variables")).data[0].id;
    expect((await send("DELETE", `/variables/${used}`)).status).toBe(400);
  });

  test("is purged by request, and after its time", async () => {
    const [one, two] = [await make("/monitors"), await make("/journeys")];
    expect((await send("DELETE", `/trash/${one.id}`)).status).toBe(404);
    await send("DELETE", `/monitors/${one.id}`);
    await send("DELETE", `/journeys/${two.id}`);
    expect((await send("DELETE", `/trash/${one.id}`)).data).toEqual({ id: one.id, deleted: true });
    expect(await remaining(one.id)).toEqual([]);
    const series = sql`select from series where target_id = ${one.id}`;
    expect(await running.database.rows(series)).toEqual([]);
    const purge = (nowMs: number) =>
      purgeTrash(running.database, { days: 7, nowMs, signal: new AbortController().signal });
    await purge(Date.now() + 6.9 * 86_400_000);
    expect(await remaining(two.id)).toHaveLength(1);
    await purge(Date.now() + 7.1 * 86_400_000);
    expect(await remaining(two.id)).toEqual([]);
  });

  test("belongs to its organization", async () => {
    const { id } = await make("/monitors");
    await send("DELETE", `/monitors/${id}`);
    const other = await makeOrg(running.database);
    expect((await send("GET", "/trash", undefined, other)).data).toEqual([]);
    expect((await send("POST", `/trash/${id}/restore`, undefined, other)).status).toBe(404);
    expect((await send("DELETE", `/trash/${id}`, undefined, other)).status).toBe(404);
    expect((await trash()).data).toHaveLength(1);
  });

  test("is in the audit log: deleted, restored, purged", async () => {
    const { id } = await make("/monitors");
    await send("DELETE", `/monitors/${id}`);
    await send("POST", `/trash/${id}/restore`);
    await send("DELETE", `/monitors/${id}`);
    await send("DELETE", `/trash/${id}`);
    const actions = (await send("GET", "/audit-log")).data.map(({ action }: { action: string }) => action);
    expect(actions).toEqual([
      ...["monitor.purge", "monitor.delete", "monitor.restore", "monitor.delete", "monitor.create"],
    ]);
  });
});

test("the trash is listed in pages, the latest deletion first", async () => {
  const made = [await make("/monitors"), await make("/monitors"), await make("/monitors")];
  for (const { id } of made) await send("DELETE", `/monitors/${id}`);
  const first = await trash("?limit=2");
  const second = await trash(`?limit=2&cursor=${first.meta.next_cursor}`);
  const ids = [...first.data, ...second.data].map(({ id }: { id: string }) => id);
  expect(ids).toEqual(made.map(({ id }) => id).reverse());
});
