import { afterEach, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../../test/app.ts";
import type { ReadinessReport } from "./readiness.ts";

let running: TestApp | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

async function get(url: string, options: { headers?: Record<string, string>; remoteAddress?: string } = {}) {
  if (!running) throw new Error("not started");
  return running.call(null, { method: "GET", url, ...options });
}

describe("readiness", () => {
  test("is 200 with the report while everything is ready", async () => {
    running = await startTestApp({
      readiness: async () => ({ checks: { storage: { ok: true } }, details: { monitors: 3 } }),
    });
    const answer = await get("/readyz");
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { success: true, data: { checks: { storage: { ok: true } }, details: { monitors: 3 } } },
    ]);
  });

  test("is 503 with the parts that are not ready, while the process is still alive", async () => {
    const report: ReadinessReport = {
      checks: { storage: { ok: true }, queue: { ok: false, message: "has no runner" } },
    };
    running = await startTestApp({ readiness: async () => report });
    const answer = await get("/readyz");
    expect(answer.statusCode).toBe(503);
    expect(answer.json().error).toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      details: [{ path: "queue", message: "has no runner" }],
    });
    expect((await get("/healthz")).json()).toEqual({
      success: true,
      data: { status: "alive", version: "0.0.0-test" },
    });
  });
});

describe("metrics", () => {
  test("count requests by route and status, and include the metrics of the process", async () => {
    running = await startTestApp({
      config: { metricsToken: "t0ken" },
      metrics: async () => "vedette_checks_total 7\n",
    });
    await get("/api/v1/monitors/some-id");
    await get("/not/there");
    const { body } = await get("/metrics", { headers: { authorization: "Bearer t0ken" } });
    expect(body).toContain(
      'vedette_http_requests_total{method="GET",route="/api/v1/monitors/:id",status="401"} 1',
    );
    expect(body).toContain('vedette_http_requests_total{method="GET",route="unknown",status="404"} 1');
    expect(body).not.toContain("some-id");
    expect(body).toContain("vedette_checks_total 7\n");
  });

  test("without a configured token are closed, also on this machine, where checks run", async () => {
    running = await startTestApp();
    for (const remoteAddress of ["192.0.2.1", "127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
      expect((await get("/metrics", { remoteAddress })).statusCode).toBe(403);
    }
  });

  test("with a token need that token", async () => {
    running = await startTestApp({ config: { metricsToken: "t0ken" } });
    const remoteAddress = "192.0.2.1";
    expect((await get("/metrics")).statusCode).toBe(401);
    expect((await get("/metrics", { headers: { authorization: "Bearer t0keN" } })).statusCode).toBe(401);
    expect(
      (await get("/metrics", { remoteAddress, headers: { authorization: "Bearer t0ken" } })).statusCode,
    ).toBe(200);
  });
});
