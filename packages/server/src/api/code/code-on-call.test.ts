import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../test/app.ts";
import { codeClient, type Document } from "../../../test/code/code-client.ts";
import type { TestPerson } from "../../../test/sessions.ts";
import { sql } from "../../platform/storage/sql.ts";

/** On-call schedules and escalation policies as code. */

let running: TestApp;
let org: TestOrg;
let ada: TestPerson & { membershipId: string };
let code: ReturnType<typeof codeClient>;
beforeAll(async () => {
  running = await startTestApp();
  code = codeClient(running, () => org);
});
beforeEach(async () => {
  org = await makeOrg(running.database);
  ada = await makeMember(running.database, { orgId: org.orgId, role: "member" });
});
afterAll(() => running.stop());

const layer = (people: readonly unknown[], more: object = {}) => ({
  ...{ name: "Week", people, rotation: { unit: "week", every: 1 }, starts_at: "2026-01-05T09:00", ...more },
});
const documentOf = (layers: readonly object[], policies: object = {}): Document => ({
  ...{ version: 1, project: "shop", schedules: { primary: { timezone: "UTC", layers } } },
  escalation_policies: policies,
});
type Layers = { id: string; layers: { id: string; name: string; people: string[] }[] };
const schedules = () => code.get<Layers[]>("/schedules");

test("people are named by their email address, in any case, and exported so", async () => {
  const steps = [{ notify: [{ user: ada.email.toUpperCase() }, { schedule: "primary" }] }];
  await code.apply(documentOf([layer([ada.email])], { urgent: { steps } }));
  expect((await schedules())[0]?.layers[0]?.people).toEqual([ada.id]);
  const [schedule] = await schedules();
  const policies = await code.get<{ steps: object[] }[]>("/escalation-policies");
  expect(policies[0]?.steps).toMatchObject([
    {
      wait_seconds: 0,
      notify: [
        { type: "user", id: ada.id },
        { type: "schedule", id: schedule?.id },
      ],
    },
  ]);
  const { document } = await code.exported("shop");
  expect(document).toMatchObject({
    schedules: { primary: { layers: [layer([ada.email])] } },
    escalation_policies: { urgent: { steps: [{ notify: [{ user: ada.email }, { schedule: "primary" }] }] } },
  });
});

test("a person who is not a member is an error at the place of the name", async () => {
  const stranger = "stranger@example.org";
  const steps = [{ notify: [{ all: true }, { user: stranger }] }];
  const plan = await code.plan(documentOf([layer([ada.email, stranger])], { urgent: { steps } }));
  const message = `'${stranger}' is not the email address of a member; invite the person first`;
  expect([plan.plan_id, plan.errors]).toEqual([
    null,
    [
      { path: ["schedules", "primary", "layers", 0, "people", 1], message },
      { path: ["escalation_policies", "urgent", "steps", 0, "notify", 1, "user"], message },
    ],
  ]);
});

test("a person who has left is exported by ID, and the export plans nothing", async () => {
  await code.apply(documentOf([layer([ada.email])]));
  await running.database.run(sql`delete from membership where id = ${ada.membershipId}`);
  const { document } = await code.exported("shop");
  expect(document).toMatchObject({ schedules: { primary: { layers: [layer([{ id: ada.id }])] } } });
  const plan = await code.plan(document as Document);
  expect([plan.errors, plan.actions]).toEqual([[], []]);
  expect((await code.plan(documentOf([layer([ada.email])]))).errors).toHaveLength(1);
});

test("the members of a channel are named by their email address, and exported so", async () => {
  const channelOf = (people: readonly unknown[]) => ({ type: "webpush", config: { people } });
  const document = { ...documentOf([]), channels: { devices: channelOf([ada.email]) } };
  await code.apply(document);
  const channels = await code.get<{ config: object }[]>("/alerts/channels");
  expect(channels[0]?.config).toEqual({ people: [ada.id] });
  expect((await code.exported("shop")).document).toMatchObject({ channels: document.channels });
  expect((await code.plan(document)).actions).toEqual([]);
  const { errors } = await code.plan({ ...document, channels: { devices: channelOf(["no@example.org"]) } });
  expect(errors).toMatchObject([{ path: ["channels", "devices", "config", "people", 0] }]);
  await running.database.run(sql`delete from membership where id = ${ada.membershipId}`);
  const left = (await code.exported("shop")).document;
  expect(left).toMatchObject({ channels: { devices: channelOf([{ id: ada.id }]) } });
  expect((await code.plan(left as Document)).errors).toEqual([]);
});

test("a layer keeps its ID as long as it keeps its name", async () => {
  await code.apply(documentOf([layer([ada.email]), layer([], { name: "Night" })]));
  const [before] = await schedules();
  const changed = documentOf([
    layer([], { name: "Night", rotation: { unit: "day", every: 2 } }),
    layer([ada.email]),
    layer([], { name: "Weekend" }),
  ]);
  expect((await code.apply(changed)).plan.actions).toMatchObject([{ kind: "schedule", action: "update" }]);
  const [after] = await schedules();
  const idOf = (schedule: Layers | undefined, name: string) =>
    schedule?.layers.find((each) => each.name === name)?.id;
  for (const name of ["Week", "Night"]) expect(idOf(after, name)).toBe(idOf(before, name));
});

test("a policy, its fallbacks and its schedule are pruned together, also when a rule moves to another policy", async () => {
  const steps = [{ notify: [{ schedule: "primary" }] }];
  const all = { steps: [{ notify: [{ all: true }] }] };
  const rule = (escalation_policy: string) => ({
    rules: { down: { type: "consecutive_failures", params: { threshold: 1 }, escalation_policy } },
  });
  const chain = { a: { steps, fallback_policy: "b" }, b: { steps, fallback_policy: "c" }, c: { ...all } };
  await code.apply({ ...documentOf([layer([ada.email])], chain), ...rule("a") });
  const next: Document = { version: 1, project: "shop", escalation_policies: { d: all }, ...rule("d") };
  const { summary } = await code.apply(next, { options: { allow_delete: 4 } });
  expect(summary).toMatchObject({ create: 1, update: 1, delete: 4 });
  expect(await schedules()).toEqual([]);
  const [policy] = await code.get<{ id: string; rule_count: number }[]>("/escalation-policies");
  expect(policy).toMatchObject({ name: "d", rule_count: 1 });
});

test("policies that fall back to each other are an error that names the cycle", async () => {
  const steps = [{ notify: [{ all: true }] }];
  const cycle = { a: { steps, fallback_policy: "b" }, b: { steps, fallback_policy: "a" } };
  const { errors } = await code.plan(documentOf([], cycle));
  expect(errors).toEqual([
    {
      path: ["escalation_policies", "a", "fallback_policy"],
      message: "falls back to itself: a → b → a",
    },
  ]);
});

test("options of a channel are planned, applied and exported", async () => {
  const channel = { type: "email", config: { recipients: ["ops@example.org"] } };
  const options = {
    acknowledge_links: false,
    only_severity: ["critical"],
    templates: { title: "{{alert.title}}" },
  };
  const documentWith = (more: object): Document => ({
    ...{ version: 1, project: "shop", channels: { ops: { ...channel, ...more } } },
  });
  await code.apply(documentWith({}));
  const { plan } = await code.apply(documentWith(options));
  expect(plan.actions).toMatchObject([{ key: "ops", action: "update" }]);
  expect((await code.exported("shop")).document).toMatchObject({ channels: { ops: options } });
  expect((await code.plan(documentWith(options))).actions).toEqual([]);
});
