import type { SearchResult } from "@vedette/contract/search/search.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeAlert } from "../../../../test/alerting.ts";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
});
beforeEach(async () => {
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

async function found(q: string, more = ""): Promise<SearchResult[]> {
  const url = `/api/v1/search?q=${encodeURIComponent(q)}${more}`;
  const response = await running.call(org.keys.read, { method: "GET", url });
  expect([q, response.statusCode]).toEqual([q, 200]);
  return response.json().data;
}
const names = async (q: string) => (await found(q)).map(({ name }) => name);

async function make(path: string, payload: object): Promise<string> {
  const response = await running.call(org.keys.admin, { method: "POST", url: `/api/v1/${path}`, payload });
  expect([path, response.statusCode]).toEqual([path, 201]);
  return response.json().data.id;
}
const monitor = (name: string, fields: object = {}) =>
  make("monitors", { name, type: "url", url: "https://a.example", enabled: false, ...fields });

test("everything with a name is found, with its type and status", async () => {
  const { orgId } = org;
  await monitor("Zebra monitor", { enabled: true });
  await make("journeys", { name: "Zebra journey", steps: [{ action: "goto", url: "https://a.example" }] });
  await make("api-monitors", { name: "Zebra API", steps: [{ url: "https://a.example" }], enabled: false });
  await make("groups", { name: "Zebra group" });
  await make("slos", { name: "Zebra objective", selector: {}, objective: 99.9 });
  await make("alerts/channels", {
    name: "Zebra hook",
    type: "webhook",
    config: { url: "https://a.example" },
  });
  await make("alerts/rules", { name: "Zebra rule", type: "consecutive_failures", params: { threshold: 1 } });
  await make("maintenance-windows", { name: "Zebra window", duration_minutes: 60 });
  await make("variables", { name: "ZEBRA", value: "hidden" });
  await make("views", { name: "Zebra view", list: "monitors", shared: true });
  await make("status-pages", { slug: "zebra-page", title: "Zebra page" });
  await makeAlert(running.database, { orgId, name: "Zebra" });
  const person = await makeMember(running.database, { orgId, role: "member" });
  const results = await found("zebra");
  expect(Object.fromEntries(results.map(({ type, status }) => [type, status]))).toEqual({
    ...{
      monitor: "pending",
      api_monitor: "paused",
      journey: "pending",
      group: null,
      slo: null,
      variable: null,
      view: null,
    },
    ...{ alert: "warning", alert_rule: "enabled", alert_channel: "enabled", maintenance_window: "active" },
    status_page: "draft",
  });
  expect((await found(person.email)).map(({ type, detail }) => [type, detail])).toEqual([
    ["member", person.email],
  ]);
  expect(await names("hidden")).toEqual([]);
});

test("the start of the name is better than the start of a word, a part of a word, and other texts", async () => {
  await monitor("Payshop");
  await monitor("Shop");
  await monitor("Big shop");
  await monitor("Other", { tags: ["shop"] });
  await monitor("Sharp operations");
  await monitor("Blog");
  expect(await names("shop")).toEqual(["Shop", "Big shop", "Payshop", "Other", "Sharp operations"]);
});

test("words match in any order, in name, URL, tags and owner", async () => {
  await monitor("Checkout", { url: "https://pay.example", tags: ["prod"], owner: "Web team" });
  await monitor("Checkout staging");
  for (const q of ["prod checkout", "pay.example", "web check prod"])
    expect(await names(q)).toEqual(["Checkout"]);
});

test("incidents are found by title and by number, resolved ones too", async () => {
  const id = await make("incidents", { title: "Payments fail", severity: "major" });
  await make("incidents", { title: "Mail is late", severity: "minor" });
  const resolve = { method: "POST", url: `/api/v1/incidents/${id}/resolve` } as const;
  expect((await running.call(org.keys.admin, resolve)).statusCode).toBe(200);
  const payments = { type: "incident", id, name: "Payments fail", detail: "#1", status: "resolved" };
  for (const q of ["payments", "#1", "fail #1"]) expect(await found(q)).toEqual([payments]);
  expect(await found("#2")).toMatchObject([{ name: "Mail is late", status: "open" }]);
});

test("wildcards of SQL are plain letters", async () => {
  await monitor("100 % done");
  await monitor("1000 done");
  await monitor("a_b");
  await monitor("aXb");
  expect([await names("100 %"), await names("a_b")]).toEqual([["100 % done"], ["a_b"]]);
});

test("each type has at most `limit` results", async () => {
  for (let index = 0; index < 4; index += 1) await monitor(`Shop ${index}`);
  await make("groups", { name: "Shop" });
  const types = (await found("shop", "&limit=2")).map(({ type }) => type);
  expect(types.toSorted()).toEqual(["group", "monitor", "monitor"]);
});

test("other organizations, deleted targets and private views of others are not found", async () => {
  const id = await monitor("Zebra");
  await running.call(org.keys.admin, { method: "DELETE", url: `/api/v1/monitors/${id}` });
  const other = await makeMember(running.database, { orgId: org.orgId, role: "member" });
  await running.callAs(other, {
    method: "POST",
    url: "/api/v1/views",
    payload: { name: "Zebra", list: "monitors" },
    headers: { "x-organization-id": org.orgId },
  });
  const mine = org;
  org = await makeOrg(running.database);
  await monitor("Zebra of another organization");
  org = mine;
  expect(await names("zebra")).toEqual([]);
  const own = await running.callAs(other, {
    method: "GET",
    url: "/api/v1/search?q=zebra",
    headers: { "x-organization-id": org.orgId },
  });
  expect(own.json().data).toMatchObject([{ type: "view", name: "Zebra", detail: "monitors" }]);
});

test.each(["", "?q=", "?q=a&limit=21", `?q=${"a".repeat(101)}`])("%s is rejected", async (query) => {
  const request = { method: "GET", url: `/api/v1/search${query}` } as const;
  expect((await running.call(org.keys.read, request)).statusCode).toBe(400);
});
