import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../../test/app.ts";
import { ROUTES } from "../../../../test/route-table.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
/** Another path can only accept a method of a path without parameters. */
const METHODS_OF_PATTERNS = ["PATCH"] as const;

let running: TestApp;
beforeAll(async () => {
  running = await startTestApp({ config: { metricsToken: "t0ken" } });
});
afterAll(() => running.stop());

test("every method that a path of the table does not have returns 405, also where another path would accept it", async () => {
  let refused = 0;
  for (const [pattern, routes] of Map.groupBy(ROUTES, ({ url }) => url)) {
    const own = new Set<string>(routes.map(({ method }) => method));
    if (own.has("GET")) own.add("HEAD");
    const url = pattern.replace(/:\w+/g, "x");
    const methods = pattern.includes(":") ? METHODS_OF_PATTERNS : METHODS;
    for (const method of methods.filter((each) => !own.has(each))) {
      const { statusCode, headers } = await running.call(null, { method, url });
      const allow = String(headers.allow).split(", ").sort();
      expect([method, pattern, statusCode, allow]).toEqual([method, pattern, 405, [...own].sort()]);
      refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(400);
});

test.each(["/api/v1/monitors/", "/api/v1/%6donitors?limit=1", "/%61pi/v1/monitors"])(
  "%s is found as by the router",
  async (url) => {
    const { statusCode, headers } = await running.call(null, { method: "PATCH", url });
    expect([statusCode, headers.allow]).toEqual([405, "GET, HEAD, POST"]);
  },
);

test.each(["/api/v1/monitors/x/nothing", "/api/v1//monitors", "/api/v1/monitors/%zz/check"])(
  "%s is not a known path",
  async (url) => {
    const { statusCode } = await running.call(null, { method: "PATCH", url });
    expect([400, 404]).toContain(statusCode);
  },
);

test("metrics name the path that refused a method, not its URL", async () => {
  await running.call(null, { method: "PATCH", url: "/api/v1/monitors/a-name" });
  const { body } = await running.call(null, {
    method: "GET",
    url: "/metrics",
    headers: { authorization: "Bearer t0ken" },
  });
  expect(body).toContain('method="PATCH",route="/api/v1/monitors/:id",status="405"');
  expect(body).not.toContain("a-name");
});
