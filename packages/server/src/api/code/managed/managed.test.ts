import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { codeClient } from "../../../../test/code/code-client.ts";
import { fullDocument } from "../../../../test/code/full-document.ts";

let running: TestApp;
let org: TestOrg;
let code: ReturnType<typeof codeClient>;
beforeAll(async () => {
  running = await startTestApp();
  code = codeClient(running, () => org);
});
beforeEach(async () => {
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

const COLLECTIONS = {
  variable: "variables",
  group: "groups",
  channel: "alerts/channels",
  schedule: "schedules",
  escalation_policy: "escalation-policies",
  slo: "slos",
  monitor: "monitors",
  api_monitor: "api-monitors",
  journey: "journeys",
  heartbeat: "heartbeats",
  rule: "alerts/rules",
  status_page: "status-pages",
  maintenance_window: "maintenance-windows",
} as const;

type Row = { id: string; managed_by: object | null };
const managedEdits = (managed_edits: string) =>
  code.send("PUT", `/organizations/${org.orgId}`, { settings: { managed_edits } });

async function applied() {
  const { document, credentials } = fullDocument();
  const { resources } = await code.apply(document, {
    credentials,
    sources: { "/monitors/home": "home.yaml:7" },
  });
  return resources;
}

describe("a managed resource", () => {
  test("names its project in lists and alone, and others have none", async () => {
    const resources = await applied();
    await code.send("POST", "/groups", { name: "By hand" });
    for (const [kind, collection] of Object.entries(COLLECTIONS)) {
      const owned = resources.filter((resource) => resource.kind === kind);
      const rows = await code.get<Row[]>(`/${collection}`);
      for (const { id, key, source } of owned) {
        const managed_by = { project: "shop", key, source };
        expect(rows.find((row) => row.id === id)).toMatchObject({ managed_by });
        expect(await code.get<Row>(`/${collection}/${id}`)).toMatchObject({ managed_by });
      }
      const others = rows.filter(({ id }) => owned.every((resource) => resource.id !== id));
      expect(others.every((row) => row.managed_by === null)).toBe(true);
    }
    const targets = await code.get<Row[]>("/targets");
    expect(targets.filter((row) => row.managed_by !== null)).toHaveLength(6);
  });

  test("can be changed by hand unless the organization refuses that; pausing always works", async () => {
    const resources = await applied();
    for (const { kind, id } of resources) {
      const path = `/${COLLECTIONS[kind]}/${id}`;
      const row = await code.get<{ name?: string; title?: string }>(path);
      const body = row.title === undefined ? { name: row.name } : { title: row.title };
      await managedEdits("refuse");
      for (const method of ["PUT", "DELETE"] as const) {
        const refused = await code.send(method, path, method === "PUT" ? body : undefined);
        expect([kind, refused.statusCode, refused.json().error.code]).toEqual([kind, 409, "MANAGED_BY_CODE"]);
      }
      await managedEdits("warn");
      expect((await code.send("PUT", path, body)).statusCode).toBe(200);
    }
    await managedEdits("refuse");
    const home = resources.find(({ key }) => key === "home");
    const page = resources.find(({ kind }) => kind === "status_page");
    const paused = await code.send("PUT", `/monitors/${home?.id}`, { enabled: false });
    expect([paused.statusCode, paused.json().data.managed_by.source]).toEqual([200, "home.yaml:7"]);
    expect((await code.send("POST", `/targets/${home?.id}/snooze`, { minutes: 5 })).statusCode).not.toBe(409);
    const part = await code.send("POST", `/status-pages/${page?.id}/components`, { name: "More" });
    expect(part.statusCode).toBe(409);
    const bulk = { selector: { targets: [home?.id] }, action: "delete", expected_count: 1 };
    expect((await code.send("POST", "/targets/bulk", bulk)).json().data).toMatchObject({
      changed: 0,
      failed: [{}],
    });
    const made = (await code.send("POST", "/groups", { name: "By hand" })).json().data;
    expect((await code.send("DELETE", `/groups/${made.id}`)).statusCode).toBe(200);
  });

  test("can be changed by an apply although the organization refuses changes by hand", async () => {
    await managedEdits("refuse");
    const url = { type: "url", url: "https://shop.example" };
    await code.apply({ version: 1, project: "shop", monitors: { a: url } });
    const changed = { version: 1, project: "shop", monitors: { a: { ...url, interval: 30 } } } as const;
    expect((await code.apply(changed)).summary.update).toBe(1);
  });
});
