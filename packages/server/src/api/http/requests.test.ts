import { fastify } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../test/app.ts";
import { silentLogger } from "../../platform/kernel/logger.ts";
import { sendError } from "./error-response.ts";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

const MONITORS = "/api/v1/monitors";
const json = { "content-type": "application/json" };

function create(payload: string | object, headers: Record<string, string> = json) {
  return running.call(org.keys.admin, { method: "POST", url: MONITORS, headers, payload });
}

describe("an unreadable request", () => {
  test.each([
    ["broken JSON", "{", json, 400, "BAD_REQUEST"],
    ["no body where one is needed", "", json, 400, "BAD_REQUEST"],
    ["a list instead of an object", "[]", json, 400, "BAD_REQUEST"],
    ["null instead of an object", "null", json, 400, "BAD_REQUEST"],
    [
      "another content type",
      "a=b",
      { "content-type": "application/x-www-form-urlencoded" },
      415,
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    ["a compressed body", "{}", { ...json, "content-encoding": "gzip" }, 415, "UNSUPPORTED_MEDIA_TYPE"],
    ["more than 1 MiB", JSON.stringify({ name: "x".repeat(1_048_576) }), json, 413, "PAYLOAD_TOO_LARGE"],
    ["__proto__", '{"__proto__": {"polluted": true}}', json, 400, "BAD_REQUEST"],
    ["constructor.prototype", '{"constructor": {"prototype": {"polluted": true}}}', json, 400, "BAD_REQUEST"],
    ["100,000 levels", `{"name":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, json, 400, "BAD_REQUEST"],
    [
      "100,000 levels in a field that is ignored",
      `{"id":${"[".repeat(1e5)}${"]".repeat(1e5)}}`,
      json,
      400,
      "BAD_REQUEST",
    ],
    ["a NUL in a text", '{"name":"a\\u0000b","type":"url","url":"http://a"}', json, 400, "BAD_REQUEST"],
    [
      "half a surrogate pair",
      '{"name":"n","type":"url","url":"http://a","headers":{"x":"\\ud800"}}',
      json,
      400,
      "BAD_REQUEST",
    ],
  ])("%s gets the standard error response", async (_name, payload, headers, status, code) => {
    const answer = await create(payload, headers);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ success: false, error: { code, message: expect.any(String) } });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test("text that only looks like a NUL escape is stored unchanged", async () => {
    const answer = await create('{"name":"a\\\\u0000b \\ud83d\\ude00","type":"url","url":"http://a/"}');
    expect(answer.statusCode).toBe(201);
    expect(answer.json().data.name).toBe("a\\u0000b 😀");
  });

  test("a JSON content type without a body is accepted if no body is required", async () => {
    const made = await create({ name: "m", type: "url", url: "http://127.0.0.1/" });
    const url = `${MONITORS}/${made.json().data.id}`;
    const answer = await running.call(org.keys.admin, { method: "DELETE", url, headers: json });
    expect(answer.json()).toEqual({ success: true, data: { id: made.json().data.id, deleted: true } });
  });
});

describe("a request with bad fields", () => {
  test("gets all errors at once, one entry each", async () => {
    const answer = await create({
      type: "ftp",
      interval: 0,
      locations: ["default", "A b"],
      timeout: "3",
      retries: 1.5,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.details).toEqual([
      { path: "name", message: "is required" },
      { path: "type", message: expect.stringMatching(/^must be one of 'url', 'tcp', /) },
      { path: "interval", message: "must be at least 1" },
      { path: "timeout", message: "must be a number" },
      { path: "locations.1", message: expect.stringContaining("location identifier") },
      { path: "retries", message: "must be a whole number" },
    ]);
  });

  test("gets a suggestion for an unknown field, also inside a list", async () => {
    const answer = await create({
      name: "m",
      type: "url",
      url: "http://a/",
      intervall: 5,
      followRedirects: true,
      is_admin: true,
      assertions: [{ type: "status_code", operater: "equals", operator: "equals", value: 200 }],
    });
    expect(answer.json().error.details).toEqual([
      { path: "assertions.0.operater", message: "is not a known field; did you mean 'operator'?" },
      { path: "intervall", message: "is not a known field; did you mean 'interval'?" },
      { path: "followRedirects", message: "is not a known field; did you mean 'follow_redirects'?" },
      { path: "is_admin", message: "is not a known field; remove it" },
    ]);
  });

  test("gets at most 100 entries", async () => {
    const fields = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`field_${index}`, 1]));
    const answer = await create(fields);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.details).toHaveLength(100);
  });

  test.each([
    ["limit=0", "limit"],
    ["limit=201", "limit"],
    ["limit=-1", "limit"],
    ["limit=1e2", "limit"],
    ["limit=5&limit=6", "limit"],
    ["sort=name;drop", "sort"],
    ["cursor=nonsense", "cursor"],
    ["filter[x]=1", "filter[x]"],
    ["__proto__=1", "__proto__"],
    ["q=%00", "q"],
    ["api_key=secret", "api_key"],
    ["status=sleeping", "status"],
  ])("the query ?%s is rejected, naming the parameter", async (query, path) => {
    const answer = await running.call(org.keys.admin, { method: "GET", url: `${MONITORS}?${query}` });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.details).toMatchObject([{ path }]);
  });
});

describe("a path", () => {
  test("that does not exist returns the standard error response with 404", async () => {
    const answer = await running.call(org.keys.admin, { method: "GET", url: "/api/v1/nothing" });
    expect(answer.statusCode).toBe(404);
    expect(answer.json().error.code).toBe("NOT_FOUND");
  });

  test("with another method returns 405 and the allowed methods", async () => {
    const answer = await running.call(org.keys.admin, {
      method: "PATCH",
      url: `${MONITORS}/x`,
      payload: "{",
      headers: json,
    });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe("GET, HEAD, PUT, DELETE");
    expect(answer.json().error.code).toBe("METHOD_NOT_ALLOWED");
  });

  test("with invalid encoding gets the standard error response", async () => {
    const answer = await running.call(org.keys.admin, { method: "GET", url: "/api/v1/%zz" });
    expect(answer.json()).toMatchObject({
      success: false,
      error: { code: expect.stringMatching(/BAD_REQUEST|NOT_FOUND/) },
    });
  });

  test.each(["/%61pi/v1/monitors", "/api/v1/%6donitors", "/api/v1/monitors/"])(
    "written as %s requires the same credentials",
    async (url) => {
      expect((await running.call(null, { method: "GET", url })).statusCode).toBe(401);
      expect((await running.call(org.keys.read, { method: "GET", url })).statusCode).toBe(200);
    },
  );

  test("responds to HEAD like GET, without a body", async () => {
    const answer = await running.call(org.keys.read, { method: "HEAD", url: MONITORS });
    expect([answer.statusCode, answer.body]).toEqual([200, ""]);
  });
});

describe("the request id", () => {
  test("of the caller is kept if it is safe", async () => {
    const answer = await running.call(null, {
      method: "GET",
      url: MONITORS,
      headers: { "x-request-id": "abc-1.2_3" },
    });
    expect(answer.headers["x-request-id"]).toBe("abc-1.2_3");
  });

  test.each(["a b", "x".repeat(129), '{"a":1}'])("%j is replaced", async (given) => {
    const answer = await running.call(null, {
      method: "GET",
      url: "/healthz",
      headers: { "x-request-id": given },
    });
    expect(answer.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test("a bug returns 500 with the request id and no internal details", async () => {
  const broken = await startTestApp({
    config: { metricsToken: "t0ken" },
    metrics: async () => {
      throw new Error("password=hunter2");
    },
  });
  try {
    const answer = await broken.call(null, {
      method: "GET",
      url: "/metrics",
      headers: { "x-request-id": "id-1", authorization: "Bearer t0ken" },
    });
    expect(answer.statusCode).toBe(500);
    expect(answer.json().error).toEqual({
      code: "INTERNAL_SERVER_ERROR",
      message: expect.stringContaining("id-1"),
    });
    expect(answer.body).not.toContain("hunter2");
  } finally {
    await broken.stop();
  }
});

test("a request that takes too long gets 503, and when to send it again", async () => {
  const server = fastify({ handlerTimeout: 20 });
  server.setErrorHandler(sendError(silentLogger));
  server.get("/", () => new Promise(() => {}));
  const answer = await server.inject({ url: "/" });
  expect([answer.statusCode, answer.json().error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  await server.close();
});
