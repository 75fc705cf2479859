import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../test/app.ts";
import type { CorsOrigins } from "./cors.ts";

const URL = "/api/v1/monitors";
const PAGE = "https://tools.example.com";

function setUp(corsOrigins: CorsOrigins) {
  const world = {} as { running: TestApp; org: TestOrg };
  beforeAll(async () => {
    world.running = await startTestApp({ config: { corsOrigins } });
    world.org = await makeOrg(world.running.database);
  });
  afterAll(() => world.running.stop());
  const preflight = (origin: string) =>
    world.running.call(null, {
      method: "OPTIONS",
      url: URL,
      headers: {
        origin,
        "access-control-request-method": "PUT",
        "access-control-request-headers": "authorization,if-match",
      },
    });
  const read = (origin: string) =>
    world.running.call(world.org.keys.read, { method: "GET", url: URL, headers: { origin } });
  return { world, preflight, read };
}

describe("with listed origins", () => {
  const { world, preflight, read } = setUp([PAGE]);

  test("a preflight from one of them needs no credential and lists the allowed methods and headers", async () => {
    const { statusCode, headers } = await preflight(PAGE);
    expect(statusCode).toBe(204);
    expect(headers["access-control-allow-origin"]).toBe(PAGE);
    expect(headers["access-control-allow-methods"]).toContain("PUT");
    expect(headers["access-control-allow-headers"]).toMatch(/authorization.*if-match/i);
    expect(headers["access-control-allow-credentials"]).toBeUndefined();
  });

  test("its page can read responses, errors and their headers", async () => {
    const found = await read(PAGE);
    expect([found.statusCode, found.headers["access-control-allow-origin"]]).toEqual([200, PAGE]);
    expect(found.headers["access-control-expose-headers"]).toContain("ETag");
    const refused = await world.running.call(null, { method: "GET", url: URL, headers: { origin: PAGE } });
    expect([refused.statusCode, refused.headers["access-control-allow-origin"]]).toEqual([401, PAGE]);
  });

  test("a page of any other origin is not allowed", async () => {
    for (const origin of [
      "https://evil.example",
      "null",
      `${PAGE}.evil.example`,
      "http://tools.example.com",
    ]) {
      expect((await read(origin)).headers["access-control-allow-origin"]).toBeUndefined();
      expect((await preflight(origin)).headers["access-control-allow-origin"]).toBeUndefined();
    }
  });
});

describe("with *", () => {
  const { preflight, read } = setUp("*");

  test("every page may call, without cookies", async () => {
    const { headers } = await read("https://any.example");
    expect(headers["access-control-allow-origin"]).toBe("*");
    expect(headers["access-control-allow-credentials"]).toBeUndefined();
    expect((await preflight("https://any.example")).statusCode).toBe(204);
  });
});

describe("without the setting", () => {
  const { preflight, read } = setUp([]);

  test("responses have no CORS headers, and a preflight returns 405", async () => {
    const { statusCode, headers } = await read(PAGE);
    expect([statusCode, headers["access-control-allow-origin"]]).toEqual([200, undefined]);
    expect((await preflight(PAGE)).statusCode).toBe(405);
  });
});
