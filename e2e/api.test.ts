import { monitorSchema } from "@vedette/contract/targets/monitors.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dataOf, type RequestOptions } from "./harness/api-client.ts";
import { createLab } from "./harness/lab.ts";
import type { Vedette } from "./harness/vedette.ts";

/** The API over a real connection: the OpenAPI document, error envelopes, idempotency, limits. */

const lab = createLab(afterAll);
let dataDir = "";
let vedette: Vedette;

beforeAll(async () => {
  dataDir = await lab.newDataDir();
  vedette = await lab.start({ dataDir });
});

const MONITORS = "/api/v1/monitors";
const BODY = { name: "m", type: "tcp", host: "127.0.0.1", port: 1, enabled: false };

describe("the OpenAPI document", () => {
  test("lists the endpoints of monitors and needs no key", async () => {
    const { status, body } = await vedette.requestWith({
      method: "GET",
      path: "/api/v1/openapi.json",
      key: null,
    });
    expect(status).toBe(200);
    const { openapi, paths } = body as { openapi: string; paths: Record<string, Record<string, unknown>> };
    expect(openapi).toMatch(/^3\.1/);
    const operations = Object.entries(paths)
      .filter(([path]) => path.startsWith(MONITORS))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
    expect(operations.sort()).toEqual([
      "DELETE /api/v1/monitors/{id}",
      "GET /api/v1/monitors",
      "GET /api/v1/monitors/{id}",
      "GET /api/v1/monitors/{id}/results",
      "GET /api/v1/monitors/{id}/results/{result_id}/body",
      "GET /api/v1/monitors/{id}/stats",
      "POST /api/v1/monitors",
      "POST /api/v1/monitors/try",
      "POST /api/v1/monitors/{id}/accept",
      "POST /api/v1/monitors/{id}/check",
      "POST /api/v1/monitors/{id}/status",
      "PUT /api/v1/monitors/{id}",
    ]);
  });
});

describe("an error", () => {
  const errors: [string, number, string, RequestOptions][] = [
    [
      "an unknown field",
      400,
      "BAD_REQUEST",
      { method: "POST", path: MONITORS, body: { ...BODY, intervall: 5 } },
    ],
    ["a body that is not JSON", 400, "BAD_REQUEST", { method: "POST", path: MONITORS, body: '{"name":' }],
    ["a bad filter", 400, "BAD_REQUEST", { method: "GET", path: `${MONITORS}?limit=0` }],
    ["no key", 401, "UNAUTHORIZED", { method: "GET", path: MONITORS, key: null }],
    [
      "a wrong key",
      401,
      "UNAUTHORIZED",
      { method: "GET", path: MONITORS, key: `vdt_agent_${"0".repeat(43)}` },
    ],
    [
      "an unknown id",
      404,
      "NOT_FOUND",
      { method: "GET", path: `${MONITORS}/0192f0c1-0000-7000-8000-000000000001` },
    ],
    ["an invalid id", 404, "NOT_FOUND", { method: "GET", path: `${MONITORS}/1` }],
    ["an unknown path", 404, "NOT_FOUND", { method: "GET", path: "/api/v1/nothing" }],
    ["an unsupported method", 405, "METHOD_NOT_ALLOWED", { method: "PATCH", path: MONITORS }],
    [
      "a body that is too large",
      413,
      "PAYLOAD_TOO_LARGE",
      { method: "POST", path: MONITORS, body: { name: "x".repeat(1_100_000) } },
    ],
    [
      "an unsupported content type",
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      {
        method: "POST",
        path: MONITORS,
        body: "name=m",
        headers: { "content-type": "application/x-www-form-urlencoded" },
      },
    ],
  ];

  test.each(errors)(
    "for %s is %i %s in the envelope, with a request id",
    async (_, status, code, options) => {
      const response = await vedette.requestWith(options);
      expect(response.status).toBe(status);
      const message = expect.stringMatching(/^[A-Z`'].+[.?]$/s);
      expect(response.body).toMatchObject({ success: false, error: { code, message } });
      expect(response.headers.get("x-request-id")).toMatch(/^[\w-]{20,}$/);
    },
  );

  test("reports all invalid fields at once, with the nearest name for an unknown one", async () => {
    const body = { name: "", type: "url", url: "ftp://x", intervall: 5, timeout: 0 };
    const response = await vedette.request("POST", MONITORS, body);
    const { details } = (response.body as { error: { details: { path: string; message: string }[] } }).error;
    expect(details.map(({ path }) => path).sort()).toEqual(
      expect.arrayContaining(["intervall", "name", "timeout"]),
    );
    expect(details.find(({ path }) => path === "intervall")?.message).toContain("interval");
  });

  test("for an unsupported method lists the supported ones", async () => {
    const response = await vedette.request("PATCH", MONITORS);
    expect(response.headers.get("allow")).toMatch(/GET.*POST/);
  });
});

describe("a request", () => {
  test("keeps the request id that the client sent", async () => {
    const headers = { "x-request-id": "from-the-caller.1" };
    const response = await vedette.requestWith({ method: "GET", path: MONITORS, headers });
    expect(response.headers.get("x-request-id")).toBe("from-the-caller.1");
  });

  test("with an Idempotency-Key returns its first response again, also after a restart", async () => {
    const create = (body: object) =>
      vedette.requestWith({
        method: "POST",
        path: MONITORS,
        body,
        headers: { "idempotency-key": "order-1" },
      });
    const first = await create(BODY);
    expect(first.status).toBe(201);
    expect((await create(BODY)).body).toEqual(first.body);
    const { key } = vedette;
    expect((await vedette.stop()).code).toBe(0);
    vedette = await lab.start({ dataDir, key });
    const again = await create(BODY);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await create({ ...BODY, name: "other" })).status).toBe(400);
    const { id } = dataOf(monitorSchema, first);
    const { data } = (await vedette.request("GET", MONITORS)).body as { data: { id: string }[] };
    expect(data.map((monitor) => monitor.id)).toEqual([id]);
  });
});

describe("rate limits", () => {
  test("are sent in headers and enforced with 429, with and without a key", async () => {
    const limits = { VEDETTE_RATE_LIMIT_PER_MINUTE: "3", VEDETTE_RATE_LIMIT_ANONYMOUS_PER_MINUTE: "2" };
    const limited = await lab.start({ dataDir: await lab.newDataDir(), env: limits });
    for (const [key, max] of [[limited.key, 3] as const, [null, 2] as const]) {
      for (let left = max - 1; left >= 0; left--) {
        const { headers, status } = await limited.requestWith({ method: "GET", path: MONITORS, key });
        expect(status).toBe(key ? 200 : 401);
        expect([headers.get("ratelimit-limit"), headers.get("ratelimit-remaining")]).toEqual([
          `${max}`,
          `${left}`,
        ]);
      }
      const refused = await limited.requestWith({ method: "GET", path: MONITORS, key });
      expect(refused.status).toBe(429);
      expect(refused.body).toMatchObject({ success: false, error: { code: "TOO_MANY_REQUESTS" } });
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect((await limited.requestWith({ method: "GET", path: "/healthz", key: null })).status).toBe(200);
    await limited.stop();
  });
});
