import { UNLIMITED } from "@vedette/contract/billing/billing.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../test/app.ts";
import { codeClient, credentialsOf, type Document } from "../../../test/code/code-client.ts";
import { FULL_COUNT, fullDocument } from "../../../test/code/full-document.ts";
import { sql } from "../../platform/storage/sql.ts";

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

const url = { type: "url", url: "https://shop.example" };
const monitors = (some: object, more: object = {}): Document => ({
  ...{ version: 1, project: "shop", monitors: some },
  ...more,
});
type Row = { id: string; name: string; interval: number; tags: string[] };
const listed = () => code.get<Row[]>("/monitors");
const find = async (name: string) => (await listed()).find((row) => row.name === name);

describe("applying", () => {
  test("creates every kind of resource as the document says, and then nothing is left to do", async () => {
    const { credentials, document } = fullDocument();
    const applied = await code.apply(document, {
      credentials,
      sources: { "/monitors/home": "a.yaml:12" },
    });
    expect(applied.summary).toMatchObject({ create: FULL_COUNT, update: 0, unchanged: 0 });
    expect(await find("home")).toMatchObject({ interval: 300, timeout: 10, tags: ["shop"] });
    const again = await code.plan(document, { credentials });
    expect([again.actions, again.warnings, again.summary.unchanged]).toEqual([[], [], FULL_COUNT]);
    const project = await code.get<{ revision: number; resources: object[] }>("/code/projects/shop");
    expect(project).toMatchObject({ revision: 1, applied_by: "admin" });
    expect(project.resources).toContainEqual(
      expect.objectContaining({ kind: "monitor", key: "home", source: "a.yaml:12" }),
    );
  });

  test("writes its entry and one for each resource to the audit log, without credentials", async () => {
    const { credentials, document, values } = fullDocument();
    await code.apply(document, { credentials });
    const entries = await code.get<{ action: string; after: object }[]>("/audit-log?limit=100");
    const actions = entries.map(({ action }) => action);
    expect(actions.filter((action) => action === "code_project.apply")).toHaveLength(1);
    expect(actions).toEqual(
      expect.arrayContaining(["monitor.create", "alert_rule.create", "variable.create"]),
    );
    for (const value of Object.values(values)) expect(JSON.stringify(entries)).not.toContain(value);
  });

  test("changes, renames and deletes what the document changes, and keeps IDs", async () => {
    await code.apply(monitors({ a: url, b: url, c: url }));
    const before = await listed();
    const changed = monitors(
      { a: { ...url, interval: 30 }, d: { ...url, name: "b" } },
      {
        moved: [{ kind: "monitor", from: "b", to: "d" }],
      },
    );
    const { plan, revision } = await code.apply(changed);
    expect(plan.actions.map(({ key, action, changes }) => [key, action, changes])).toEqual([
      ["a", "update", [{ path: ["interval"], before: 60, after: 30 }]],
      ["d", "move", []],
      ["c", "delete", []],
    ]);
    expect(revision).toBe(2);
    const idOf = (name: string) => before.find((row) => row.name === name)?.id;
    expect((await listed()).map(({ id }) => id).sort()).toEqual([idOf("a"), idOf("b")].sort());
    expect((await code.get<object[]>("/trash")).length).toBe(1);
    const restored = await code.send("POST", "/code/projects/shop/undelete", { kind: "monitor", key: "c" });
    expect(restored.json().data).toMatchObject({ id: idOf("c"), key: "c" });
    expect((await code.plan(changed)).actions).toMatchObject([{ key: "c", action: "delete" }]);
  });

  test("is refused if a person changed a resource of the plan, and if the project was applied since", async () => {
    await code.apply(monitors({ a: url }));
    const { plan_id: first } = await code.plan(monitors({ a: { ...url, interval: 30 } }));
    const id = (await find("a"))?.id;
    await code.send("PUT", `/monitors/${id}`, { timeout: 5 });
    const stale = await code.applyPlan("shop", first);
    expect([stale.statusCode, stale.json().error.code]).toEqual([409, "PLAN_STALE"]);
    const [one, two] = [await code.plan(monitors({ a: url })), await code.plan(monitors({ a: url, b: url }))];
    expect((await code.applyPlan("shop", one.plan_id)).statusCode).toBe(200);
    expect((await code.applyPlan("shop", two.plan_id)).statusCode).toBe(409);
    expect((await code.applyPlan("shop", one.plan_id)).statusCode).toBe(409);
  });

  test("does nothing if one resource cannot be written", async () => {
    const { plan_id } = await code.plan(monitors({ a: url }, { status_pages: { taken: {} } }));
    const other = await makeOrg(running.database);
    await running.call(other.keys.admin, {
      ...{ method: "POST", url: "/api/v1/status-pages" },
      payload: { slug: "taken", title: "Taken" },
    });
    const response = await code.applyPlan("shop", plan_id);
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details[0]).toMatchObject({ path: "status_pages.taken.slug" });
    expect(await listed()).toEqual([]);
    expect((await code.plan(monitors({}, { status_pages: { taken: {} } }))).errors[0]?.path).toEqual([
      ...["status_pages", "taken", "slug"],
    ]);
  });

  test("does nothing if it exceeds the plan of the organization, and its plan says so", async () => {
    const { plan_id } = await code.plan(monitors({ a: url, b: url }));
    const limits = { ...UNLIMITED, monitors: 1 };
    const definition = {
      id: org.orgId,
      name: "Tiny",
      description: "",
      price: null,
      stripe_lookup_key: null,
      limits,
    };
    await running.database.run(sql`
      insert into plan (id, definition, position, is_available, is_default)
      values (${org.orgId}, ${JSON.stringify(definition)}::jsonb, 9, false, false)`);
    await running.database.run(sql`update organization set plan_id = ${org.orgId} where id = ${org.orgId}`);
    const response = await code.applyPlan("shop", plan_id);
    expect([response.statusCode, response.json().error.message]).toEqual([
      403,
      expect.stringContaining("monitors"),
    ]);
    expect(await listed()).toEqual([]);
    expect((await code.plan(monitors({ a: url, b: url }))).errors).toEqual([
      { path: ["monitors", "b"], message: expect.stringContaining("quota monitors") },
    ]);
  });

  test("is undone as a whole if its connection to the database is lost in the middle", async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, nr) => [`m${nr}`, url]));
    const { plan_id } = await code.plan(monitors(many));
    await running.database.run(sql`
      create function end_apply() returns trigger language plpgsql as $$ begin
        if new.name = 'm20' then perform pg_terminate_backend(pg_backend_pid()); end if; return new; end $$`);
    await running.database.run(sql`
      create trigger end_apply before insert on stored_target for each row execute function end_apply()`);
    const response = await code
      .applyPlan("shop", plan_id)
      .finally(() => running.database.run(sql`drop function end_apply cascade`));
    expect(response.statusCode).toBeGreaterThanOrEqual(500);
    expect(await listed()).toEqual([]);
    expect((await code.get<object[]>("/audit-log")).length).toBe(0);
    expect((await code.applyPlan("shop", plan_id)).statusCode).toBe(200);
    expect(await listed()).toHaveLength(30);
  });

  test("of two at once, one runs and the other one is refused", async () => {
    const plans = [await code.plan(monitors({ a: url })), await code.plan(monitors({ b: url }))];
    const responses = await Promise.all(plans.map(({ plan_id }) => code.applyPlan("shop", plan_id)));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await listed()).toHaveLength(1);
  });

  test("is done once for an idempotency key", async () => {
    const { plan_id } = await code.plan(monitors({ a: url }));
    const request = {
      ...{ method: "POST" as const, url: "/api/v1/code/projects/shop/apply", payload: { plan_id } },
      headers: { "idempotency-key": "apply-1" },
    };
    const responses = [
      await running.call(org.keys.admin, request),
      await running.call(org.keys.admin, request),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(responses[0]?.body).toBe(responses[1]?.body);
  });
});

describe("a plan", () => {
  test("names what people changed since, and who; pausing is not a change", async () => {
    await code.apply(monitors({ a: { ...url, interval: 30 } }));
    const id = (await find("a"))?.id;
    await code.send("PUT", `/monitors/${id}`, { interval: 300, enabled: false });
    const { actions } = await code.plan(monitors({ a: { ...url, interval: 30 } }));
    expect(actions).toMatchObject([
      {
        ...{ key: "a", id, action: "update", changes: [{ path: ["interval"], before: 300, after: 30 }] },
        drift: [
          { path: ["interval"], applied: 30, live: 300, changed_by: "admin", audit_id: expect.any(String) },
        ],
      },
    ]);
    const ignored = await code.plan(monitors({ a: { ...url, interval: 30, ignore_changes: ["interval"] } }));
    expect(ignored.actions).toEqual([]);
  });

  test("lists faults of every kind with their places, and cannot be applied", async () => {
    const document = monitors(
      {
        a: { ...url, parents: ["b"], url: "{{MISSING}}" },
        c: { ...url, group: { project: "other", key: "g" }, locations: ["nowhere"] },
        d: { ...url, group: { id: "01900000-0000-7000-8000-000000000000" } },
      },
      { channels: { ops: { type: "slack", config: { webhook_url: "https://hooks.slack.com/x" } } } },
    );
    const { errors, plan_id } = await code.plan(document);
    expect(plan_id).toBeNull();
    expect(errors.map(({ path }) => path.join("/"))).toEqual(["monitors/a/parents/0"]);
    const later = await code.plan({ ...document, monitors: { ...(document.monitors as object), b: url } });
    expect(later.errors.map(({ path }) => path.join("/"))).toEqual([
      "channels/ops/config/webhook_url",
      "monitors/c/group",
    ]);
    const last = await code.plan(
      monitors({ a: { ...url, url: "{{MISSING}}" }, d: (document.monitors as { d: object }).d }),
    );
    expect(last.errors).toEqual([
      { path: ["monitors", "a", "url"], message: expect.stringContaining("MISSING") },
      { path: ["monitors", "d", "group"], message: "is not the id of a known group" },
    ]);
    expect(await listed()).toEqual([]);
  });

  test("deletes many resources, all of them or protected ones only if it is allowed to", async () => {
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, nr) => [`m${nr}`, url]));
    await code.apply(monitors({ ...many, kept: { ...url, protect: true } }));
    const messages = async (options: object, some: object = { kept: url }) =>
      (await code.plan(monitors(some), { options })).errors.map(({ message }) => message);
    expect(await messages({})).toEqual([expect.stringContaining("allow_delete: 12")]);
    expect(await messages({ allow_delete: 12 })).toEqual([]);
    expect(await messages({ allow_delete: 13 }, {})).toEqual([
      expect.stringContaining("'kept' is protected"),
      expect.stringContaining("allow_empty"),
    ]);
    expect(
      (await code.plan(monitors({}), { options: { prune: "keep", allow_empty: true } })).actions,
    ).toEqual([]);
    const released = await code.apply(monitors({ kept: url }), { options: { prune: "release" } });
    expect(released.summary).toMatchObject({ release: 12, delete: 0 });
    expect(await listed()).toHaveLength(13);
  });

  test("replaces a resource of another type only if it is allowed to", async () => {
    const rule = { type: "consecutive_failures", params: { threshold: 2 }, on: { targets: ["a"] } };
    await code.apply(monitors({ a: url }, { rules: { down: rule } }));
    const document = monitors(
      { a: { type: "tcp", host: "shop.example", port: 443 } },
      { rules: { down: rule } },
    );
    expect((await code.plan(document)).errors).toEqual([
      { path: ["monitors", "a", "type"], message: expect.stringContaining("allow_replace") },
    ]);
    const before = await find("a");
    const { summary } = await code.apply(document, { options: { allow_replace: true } });
    expect(summary).toMatchObject({ replace: 1, update: 1 });
    const after = await find("a");
    expect(after?.id).not.toBe(before?.id);
    const [stored] = await code.get<{ selector: object }[]>("/alerts/rules");
    expect(stored?.selector).toEqual({ targets: [after?.id] });
    expect((await code.plan(document)).actions).toEqual([]);
  });

  test("adopts by ID and by name, and never what another project owns", async () => {
    const made = (await code.send("POST", "/monitors", { name: "a", ...url })).json().data;
    const importing = monitors(
      { home: { ...url, name: "a" } },
      { imports: [{ kind: "monitor", key: "home", id: made.id }] },
    );
    expect((await code.plan(importing)).actions).toMatchObject([
      { action: "adopt", id: made.id, changes: [] },
    ]);
    const { summary } = await code.apply(monitors({ a: { ...url, interval: 30 } }), {
      options: { adopt_by_name: true },
    });
    expect(summary).toMatchObject({ adopt: 1, create: 0 });
    expect(await listed()).toMatchObject([{ id: made.id, interval: 30 }]);
    const other = await code.plan({ ...importing, project: "other" });
    expect(other.errors).toEqual([
      { path: ["imports", 0, "id"], message: expect.stringContaining("OWNED_BY") },
    ]);
    const byName = await code.plan(
      { ...monitors({ a: url }), project: "other" },
      { options: { adopt_by_name: true } },
    );
    expect(byName.summary).toMatchObject({ create: 1, adopt: 0 });
    const foreign = await makeOrg(running.database);
    const elsewhere = codeClient(running, () => foreign);
    expect((await elsewhere.plan(importing)).errors).toMatchObject([{ path: ["imports", 0, "id"] }]);
    expect(await elsewhere.get<object[]>("/code/projects")).toEqual([]);
  });

  test("compares credentials without showing them, and applying needs their values", async () => {
    const { credentials, document } = fullDocument();
    const missing = await code.plan(document);
    expect(missing.errors).toEqual([]);
    expect(missing.warnings.map(({ path }) => `/${path.join("/")}`).sort()).toEqual(
      Object.keys(credentials).sort(),
    );
    expect((await code.applyPlan("shop", missing.plan_id)).statusCode).toBe(400);
    await code.apply(document, { credentials });
    const changed = {
      ...credentials,
      "/secrets/TOKEN": "another",
      "/status_pages/shop/password": "another horse",
    };
    const { actions, plan_id } = await code.plan(document, { credentials: changed });
    expect(actions.map(({ kind, key, changes }) => [kind, key, changes])).toEqual([
      ["variable", "TOKEN", [{ path: ["value"], before: "(secret)", after: "(secret, changed)" }]],
      ["status_page", "shop", [{ path: ["password"], before: "(secret)", after: "(secret, changed)" }]],
    ]);
    expect((await code.applyPlan("shop", plan_id, credentials)).statusCode).toBe(409);
    expect((await code.applyPlan("shop", plan_id, changed)).statusCode).toBe(200);
    const kept = { ...document, secrets: { TOKEN: { keep: true } } };
    const { "/secrets/TOKEN": _token, ...others } = changed;
    expect((await code.plan(kept, { credentials: others })).actions).toEqual([]);
  });
});

describe("the effects of a plan", () => {
  test("are the alerts of changed rules and the checks a month of changed intervals", async () => {
    const rule = (threshold: number) => ({
      rules: { down: { type: "consecutive_failures", params: { threshold }, on: { targets: ["a"] } } },
    });
    const options = { effects: true };
    const first = await code.plan(monitors({ a: url }, rule(3)), { options });
    expect(first.actions.map(({ kind, effect }) => [kind, effect])).toEqual([
      ["monitor", "43,200 checks a month, before: 0"],
      ["rule", "would have opened 0 alerts in the last 7 days"],
    ]);
    await code.apply(monitors({ a: url }, rule(3)));
    const { actions } = await code.plan(monitors({ a: { ...url, interval: 30 } }, rule(2)), { options });
    expect(actions.map(({ kind, effect }) => [kind, effect])).toEqual([
      ["monitor", "86,400 checks a month, before: 43,200"],
      ["rule", "would have opened 0 alerts in the last 7 days, before: 0"],
    ]);
    expect((await code.plan(monitors({ a: url }, rule(2)))).actions).toMatchObject([
      { kind: "rule", effect: null },
    ]);
  });
});

describe("an export", () => {
  test("is a document that changes nothing, with names in place of credentials", async () => {
    const { credentials, document, values } = fullDocument();
    await code.apply(document, { credentials });
    const exported = await code.exported("shop");
    expect(exported.document).toMatchObject({
      monitors: {
        home: { ...{ type: "url", url: "{{BASE}}/", group: "web" }, interval: 300 },
        router: { parents: ["backup"] },
      },
      channels: { ops: { type: "slack", config: { webhook_url: { env: "OPS_WEBHOOK_URL" } } } },
      rules: { slow: { on: { tags: { any: ["shop"] } } } },
    });
    for (const value of Object.values(values)) expect(JSON.stringify(exported)).not.toContain(value);
    const resolved = credentialsOf(exported, values);
    const plan = await code.plan(exported.document as Document, { credentials: resolved });
    expect([plan.actions, plan.warnings, plan.errors]).toEqual([[], [], []]);
  });

  test("of what is in no project takes it over without a change", async () => {
    const { credentials, document, values } = fullDocument();
    await code.apply(document, { credentials });
    await code.apply({ version: 1, project: "shop" }, { options: { prune: "release", allow_empty: true } });
    const response = await code.send("POST", "/code/export", { project: "mine" });
    const exported = response.json().data;
    const { summary, plan } = await code.apply(exported.document, {
      credentials: credentialsOf(exported, values),
    });
    expect(summary).toMatchObject({ adopt: FULL_COUNT, create: 0, update: 0 });
    // A released password cannot be compared any more.
    expect(plan.actions.filter(({ changes }) => changes.length > 0).map(({ kind }) => kind)).toEqual([
      "status_page",
    ]);
  });
});
