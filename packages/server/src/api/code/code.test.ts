import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../test/app.ts";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp({
    log: Object.assign(Object.create(null), {
      info() {},
      debug() {},
      warn() {},
      error: (...a: unknown[]) => console.log("LOG", JSON.stringify(a)),
      child() {
        return this;
      },
    }) as never,
  });
});
beforeEach(async () => {
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

type Method = "GET" | "POST" | "PUT" | "DELETE";
const send = (method: Method, path: string, payload?: object, by = org) =>
  running.call(by.keys.admin, { method, url: `/api/v1${path}`, ...(payload && { payload }) });

const CREDENTIALS = {
  "/secrets/TOKEN": "s3cret-token",
  "/channels/ops/config/webhook_url": "https://hooks.slack.com/services/T0/B0/abcdefgh",
  "/status_pages/shop/password": "correct horse",
};

const full = {
  version: 1,
  project: "shop",
  defaults: { monitor: { interval: "5m", timeout: 10, tags: ["shop"] } },
  variables: { BASE: "https://shop.example" },
  secrets: { TOKEN: { env: "TOKEN" } },
  groups: { storefront: { name: "Storefront" }, web: { parent: "storefront" } },
  channels: { ops: { type: "slack", config: { webhook_url: { env: "SLACK" } } } },
  monitors: {
    home: {
      ...{ type: "url", url: "{{BASE}}/", group: "web", headers: { "x-token": "{{TOKEN}}" } },
      assertions: [{ type: "status_code", operator: "eq", value: 200 }],
    },
    router: { type: "tcp", host: "router.example", port: 443, parents: ["backup"] },
    all: { type: "composite", selector: { targets: ["home", "router"] } },
  },
  api_monitors: { login: { steps: [{ method: "GET", url: "{{BASE}}/login" }], parents: ["home"] } },
  journeys: { buy: { steps: [{ action: "goto", url: "https://shop.example" }], interval_seconds: "10m" } },
  heartbeats: {
    backup: { grace_seconds: "1h", schedule: { type: "cron", expression: "0 3 * * *", timezone: "UTC" } },
  },
  rules: {
    down: {
      type: "consecutive_failures",
      params: { threshold: 3 },
      on: { targets: ["home", "login"], groups: ["web"] },
      channels: ["ops"],
    },
    slow: {
      type: "latency_threshold",
      params: { threshold_ms: 500, window_seconds: 600 },
      on: { tags: { any: ["shop"] } },
    },
  },
  status_pages: {
    shop: {
      ...{ access: "password", password: { env: "PASSWORD" }, groups: [{ name: "Web" }] },
      components: [
        { name: "Shop", group: "Web", targets: ["home"] },
        { name: "All", selector: {} },
      ],
    },
  },
  maintenance_windows: {
    nightly: {
      duration_seconds: "2h",
      show_on: ["shop"],
      selector: { groups: ["web"] },
      rrule: "FREQ=DAILY",
    },
  },
};

async function plan(document: object, extra: object = {}, by = org) {
  const { project } = document as { project: string };
  const response = await send("POST", `/code/projects/${project}/plan`, { document, ...extra }, by);
  expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
  return response.json().data;
}

async function apply(document: object, extra: object = {}) {
  const { plan_id, errors, ...rest } = await plan(document, extra);
  expect(errors).toEqual([]);
  const { credentials } = extra as { credentials?: object };
  const { project } = document as { project: string };
  const response = await send("POST", `/code/projects/${project}/apply`, { plan_id, credentials });
  expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
  return { plan: rest, ...response.json().data };
}

describe("a project", () => {
  test("is created as its document says, and nothing is left to do", async () => {
    const applied = await apply(full, {
      credentials: CREDENTIALS,
      sources: { "/monitors/home": "shop.yaml:12" },
    });
    expect(applied.summary).toMatchObject({ create: 15, update: 0, unchanged: 0 });
    const again = await plan(full, { credentials: CREDENTIALS });
    expect(again.actions).toEqual([]);
    expect(again.warnings).toEqual([]);
    expect(again.summary).toMatchObject({ create: 0, unchanged: 15 });
    const monitors = (await send("GET", "/monitors")).json().data;
    expect(monitors.find(({ name }: { name: string }) => name === "home")).toMatchObject({
      interval: 300,
      tags: ["shop"],
    });
  });
});
