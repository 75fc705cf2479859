import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../../test/app.ts";
import { makeHeartbeat, makeOrganization } from "../../../../test/builders.ts";
import { ensurePartitions } from "../../../pipeline/results/retention/partitions.ts";

let running: TestApp;
let orgId = "";
beforeAll(async () => {
  running = await startTestApp({
    config: { pingsPerMinuteOfAddress: 70, corsOrigins: ["https://app.example.com"] },
  });
  await ensurePartitions(running.database, Date.now());
  orgId = await makeOrganization(running.database);
});
afterAll(() => running.stop());

const make = async () => (await makeHeartbeat(running.database, { orgId })).pingId;
const ping = (path: string, remoteAddress: string, headers = {}) =>
  running.app.server.inject({ method: "GET", url: `/ping/${path}`, remoteAddress, headers });

test("a heartbeat has 60 pings a minute, of any kind, and other heartbeats their own", async () => {
  const [one, other] = [await make(), await make()];
  for (let count = 0; count < 60; count += 1)
    expect((await ping(`${one}${count % 2 === 0 ? "" : "/start"}?n=${count}`, "192.0.2.1")).statusCode).toBe(
      200,
    );
  const rejected = await ping(`${one}/fail`, "192.0.2.1");
  expect([rejected.statusCode, rejected.body]).toEqual([429, "rate limited"]);
  expect(Number(rejected.headers["retry-after"])).toBeGreaterThan(0);
  expect((await ping(other, "192.0.2.1")).statusCode).toBe(200);
});

test("an address has its own limit, over all heartbeats and unknown ones", async () => {
  const uuid = await make();
  for (let count = 0; count < 70; count += 1)
    expect((await ping(`key-${count}/slug`, "192.0.2.2")).statusCode).toBe(404);
  expect((await ping(uuid, "192.0.2.2")).statusCode).toBe(429);
  expect((await ping(uuid, "192.0.2.3")).statusCode).toBe(200);
});

test("pages of any origin may ping, whichever may call the API", async () => {
  const response = await ping(await make(), "192.0.2.4", { origin: "https://other.example" });
  expect([response.statusCode, response.headers["access-control-allow-origin"]]).toEqual([200, "*"]);
  const preflight = await running.app.server.inject({
    method: "OPTIONS",
    url: `/ping/${await make()}`,
    headers: { origin: "https://other.example", "access-control-request-method": "POST" },
  });
  expect([preflight.statusCode, preflight.headers["access-control-allow-origin"]]).toEqual([204, "*"]);
});
