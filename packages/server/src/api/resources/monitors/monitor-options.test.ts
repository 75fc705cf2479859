import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
});
beforeEach(async () => {
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

const call = async (method: "GET" | "POST" | "PUT", path: string, payload?: object) => {
  const url = `/api/v1/monitors${path}`;
  const response = await running.call(org.keys.admin, { method, url, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
};
const MONITOR = { name: "m", type: "url", url: "https://shop.example/", enabled: false };

test("options are stored, returned, sent back unchanged and reset by null", async () => {
  const options = {
    ...{ accept_statuses: ["200-299", 401], max_redirects: 0, ip_family: 6, cache_bust: true, invert: true },
    keep_body: "on_failure",
    resolve: { "shop.example:443": "2001:db8::1" },
  };
  const retry = { interval_seconds: 5, backoff: "exponential" };
  const made = await call("POST", "", { ...MONITOR, ...options, retry: { ...retry, count: 3 } });
  expect([made.status, made.body.data]).toMatchObject([
    201,
    { ...options, retries: 3, retry: { ...retry, count: 3 } },
  ]);
  const path = `/${made.body.data.id}`;
  const { data } = (await call("GET", path)).body;
  expect(data).toEqual(made.body.data);
  const same = await call("PUT", path, data);
  expect([same.status, same.body.data]).toEqual([200, data]);
  const cleared = await call("PUT", path, {
    ...{
      accept_statuses: null,
      max_redirects: null,
      ip_family: null,
      resolve: null,
      retry: null,
      keep_body: null,
    },
  });
  expect(cleared.body.data).toMatchObject({
    ...{ accept_statuses: null, max_redirects: 10, ip_family: "any", resolve: {}, keep_body: "never" },
    retry: { count: 3, interval_seconds: 1, backoff: "fixed" },
  });
});

test("retries is the short form of retry.count, also in an object from a GET", async () => {
  const made = await call("POST", "", { ...MONITOR, retries: 2 });
  expect(made.body.data.retry.count).toBe(2);
  const { data } = made.body;
  const byShortForm = await call("PUT", `/${data.id}`, { ...data, retries: 4 });
  expect(byShortForm.body.data).toMatchObject({ retries: 4, retry: { count: 4 } });
  const byCount = await call("PUT", `/${data.id}`, { ...byShortForm.body.data, retry: { count: 0 } });
  expect(byCount.body.data).toMatchObject({ retries: 0, retry: { count: 0 } });
  const both = await call("PUT", `/${data.id}`, { retries: 1, retry: { count: 3 } });
  expect([both.status, both.body.error.details]).toEqual([
    400,
    [{ path: "retry.count", message: "differs from retries (1); send only one of them" }],
  ]);
});

test("a shorter interval while down is judged together with the stored interval", async () => {
  const made = await call("POST", "", { ...MONITOR, interval: 60, confirm_interval: 10 });
  expect(made.body.data).toMatchObject({ interval: 60, confirm_interval: 10 });
  const changed = await call("PUT", `/${made.body.data.id}`, { interval: 10 });
  expect([changed.status, changed.body.error.details]).toEqual([
    400,
    [{ path: "confirm_interval", message: "must be shorter than the interval, which is 10 s" }],
  ]);
  const both = await call("PUT", `/${made.body.data.id}`, { interval: 10, confirm_interval: null });
  expect(both.body.data).toMatchObject({ interval: 10, confirm_interval: null });
});

test("an update is judged together with the stored options", async () => {
  const made = await call("POST", "", { ...MONITOR, resolve: { "shop.example:443": "192.0.2.1" } });
  const changed = await call("PUT", `/${made.body.data.id}`, { ip_family: 6 });
  expect([changed.status, changed.body.error.details]).toEqual([
    400,
    [{ path: "resolve.shop.example:443", message: "is not an IPv6 address, which ip_family requires" }],
  ]);
});

describe("the key of a client certificate", () => {
  const certificate = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
  const auth = { type: "mtls", certificate, key: "{{CLIENT_KEY}}" };
  const createVariable = (type: string) =>
    running.call(org.keys.admin, {
      method: "POST",
      url: "/api/v1/variables",
      payload: { name: "CLIENT_KEY", value: "-----BEGIN PRIVATE KEY-----canary", type },
    });

  test("must be in a variable that exists and is secret", async () => {
    const missing = await call("POST", "", { ...MONITOR, auth });
    expect(missing.body.error.details[0]).toMatchObject({
      path: "auth.key",
      message: expect.stringContaining("'CLIENT_KEY', which does not exist"),
    });
    await createVariable("string");
    const plain = await call("POST", "", { ...MONITOR, auth });
    expect([plain.status, plain.body.error.details]).toEqual([
      400,
      [{ path: "auth.key", message: "must reference a secret variable; 'CLIENT_KEY' is not one" }],
    ]);
  });

  test("is never returned, and the audit log hides the whole of auth and proxy", async () => {
    expect((await createVariable("secret")).statusCode).toBe(201);
    const proxy = { url: "http://proxy.example:3128", auth: { username: "u", password: "p-canary" } };
    const made = await call("POST", "", { ...MONITOR, auth, proxy });
    expect([made.status, made.body.data.auth]).toEqual([201, auth]);
    const log = await running.call(org.keys.admin, { method: "GET", url: "/api/v1/audit-log" });
    expect(log.json().data[0]).toMatchObject({
      action: "monitor.create",
      after: { auth: { type: "••••", certificate: "••••", key: "••••" } },
    });
    for (const text of [JSON.stringify(made.body), log.body]) expect(text).not.toContain("KEY-----canary");
    expect(log.body).not.toContain("p-canary");
  });
});
