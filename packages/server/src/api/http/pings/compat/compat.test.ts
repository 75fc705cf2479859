import { randomUUID } from "node:crypto";
import type { Heartbeat } from "@vedette/contract/heartbeats/heartbeats.ts";
import type { Ping, PingWithBody } from "@vedette/contract/heartbeats/pings.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../../test/app.ts";
import { ensurePartitions } from "../../../../pipeline/results/retention/partitions.ts";
import { goDurationMs } from "./go-duration.ts";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp({ config: { compat: ["kuma", "gatus"], requestsPerMinuteWithoutKey: 5 } });
  await ensurePartitions(running.database, Date.now());
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

const api = async (method: "GET" | "POST", path: string, payload?: object) => {
  const url = `/api/v1${path}`;
  const response = await running.call(org.keys.admin, { method, url, ...(payload && { payload }) });
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response.json().data;
};
const make = (payload: object): Promise<Heartbeat> =>
  api("POST", "/heartbeats", { name: `Job ${randomUUID()}`, ...payload });

/** The pings with their bodies, oldest first. */
async function pingsOf(id: string): Promise<PingWithBody[]> {
  const pings: Ping[] = await api("GET", `/heartbeats/${id}/pings`);
  return Promise.all(pings.toReversed().map((ping) => api("GET", `/heartbeats/${id}/pings/${ping.id}`)));
}

describe("a sender for Uptime Kuma", () => {
  const push = (path: string, method: "GET" | "POST" | "PUT" = "GET") =>
    running.app.server.inject({ method, url: `/api/push/${path}` });

  test("pings with status, message and duration", async () => {
    const token = "kumaPushToken12345678";
    const { id } = await make({ push_token: token });
    for (const path of [
      token,
      `${token}?status=up&msg=OK&ping=`,
      `${token}?status=down&msg=disk%20full&ping=12.6`,
    ]) {
      const response = await push(path, path === token ? "POST" : "GET");
      expect([response.statusCode, response.json()]).toEqual([200, { ok: true }]);
    }
    expect((await pingsOf(id)).map(({ kind, body, duration_ms }) => [kind, body, duration_ms])).toEqual([
      ["success", null, null],
      ["success", "OK", null],
      ["fail", "disk full", 13],
    ]);
  });

  test("may use the UUID of the ping URL, and gets the answers of Uptime Kuma", async () => {
    const { ping_uuid: uuid } = await make({});
    expect((await push(`${uuid}`)).statusCode).toBe(200);
    for (const path of ["unknownToken12345", "short", "%00%ff00000000"]) {
      const response = await push(path);
      expect(response.statusCode).toBeGreaterThanOrEqual(400);
      expect(response.statusCode).toBeLessThan(500);
    }
    const unknown = await push("unknownToken12345");
    expect([unknown.statusCode, unknown.json()]).toEqual([
      404,
      { ok: false, msg: "Monitor not found or not active." },
    ]);
    expect((await push(`${uuid}`, "PUT")).statusCode).toBe(405);
  });

  test("has the limit of pings, not that of requests without a key", async () => {
    const { ping_uuid: uuid } = await make({});
    for (let count = 0; count < 60; count += 1)
      expect((await push(`${uuid}?n=${count}`)).statusCode).toBe(200);
    expect((await push(`${uuid}`)).statusCode).toBe(429);
  });
});

describe("a sender for Gatus", () => {
  const report = (path: string, token: string | null) =>
    running.app.server.inject({
      method: "POST",
      url: `/api/v1/endpoints/${path}`,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    });

  test("pings with success, error and duration", async () => {
    const token = "potato-potato-1";
    const { id } = await make({ push_token: token, slug: "core_ext-ep-test" });
    for (const query of ["success=true", "success=true&duration=1m30.5s", "success=false&error=no%20route"]) {
      const response = await report(`core_ext-ep-test/external?${query}`, token);
      expect([response.statusCode, response.body]).toEqual([200, ""]);
    }
    expect((await pingsOf(id)).map(({ kind, body, duration_ms }) => [kind, body, duration_ms])).toEqual([
      ["success", null, null],
      ["success", null, 90_500],
      ["fail", "no route", null],
    ]);
  });

  test("gets the answers of Gatus for wrong requests", async () => {
    const token = "potato-potato-2";
    await make({ push_token: token, slug: "core_other" });
    const wrong: [string, string | null, number][] = [
      ["core_other/external?success=true", null, 401],
      ["core_other/external?success=maybe", token, 400],
      ["core_other/external", token, 400],
      ["core_other/external?success=true&duration=10", token, 400],
      ["core_unknown/external?success=true", token, 404],
      ["core_other/external?success=true", "another-token", 404],
      ["core_other/external?success=true", "x", 404],
    ];
    for (const [path, bearer, status] of wrong)
      expect((await report(path, bearer)).statusCode, path).toBe(status);
    expect((await report("core_other/external?success=true", token)).statusCode).toBe(200);
  });
});

test("without the setting nothing answers there", async () => {
  const plain = await startTestApp();
  try {
    const { ping_uuid: uuid } = await make({});
    for (const url of [`/api/push/${uuid}`, "/api/v1/endpoints/a/external?success=true"])
      expect((await plain.app.server.inject({ method: "POST", url })).statusCode).toBe(404);
  } finally {
    await plain.stop();
  }
});

test.each([
  ["10s", 10_000],
  ["1h2m3s", 3_723_000],
  ["1.5h", 5_400_000],
  [".5s", 500],
  ["150ms", 150],
  ["20µs", 0.02],
  ["0", 0],
  ["", null],
  ["10", null],
  ["-1s", null],
  ["1s2", null],
  ["s", null],
  ["1e9s", null],
])("the duration %j is %s ms", (text, ms) => {
  expect(goDurationMs(text)).toBe(ms);
});
