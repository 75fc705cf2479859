import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp({
    config: { requestsPerMinute: 5, requestsPerMinuteWithoutKey: 3, trustedProxies: ["10.0.0.0/8"] },
  });
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

function list(key: string | null, from = "192.0.2.1", headers: Record<string, string> = {}) {
  return running.call(key, { method: "GET", url: "/api/v1/locations", remoteAddress: from, headers });
}

async function statuses(times: number, ask: () => Promise<{ statusCode: number }>): Promise<number[]> {
  const answers: number[] = [];
  for (let time = 0; time < times; time++) answers.push((await ask()).statusCode);
  return answers;
}

describe("a credential", () => {
  test("has its own limit per minute, with the remaining requests and the retry time in headers", async () => {
    const first = await list(org.keys.admin);
    expect(first.headers).toMatchObject({ "ratelimit-limit": "5", "ratelimit-remaining": "4" });
    expect(Number(first.headers["ratelimit-reset"])).toBeGreaterThan(0);
    expect(await statuses(5, () => list(org.keys.admin))).toEqual([200, 200, 200, 200, 429]);
    const refused = await list(org.keys.admin);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(refused.json().error.code).toBe("TOO_MANY_REQUESTS");
  });

  test("is independent of another credential of the same organization or address", async () => {
    expect(await statuses(5, () => list(org.keys.read))).toEqual([200, 200, 200, 200, 200]);
  });
});

describe("an address without a valid credential", () => {
  test("has one limit per minute for missing and wrong credentials together", async () => {
    const from = "192.0.2.9";
    const wrong = `vdt_agent_${"a".repeat(43)}`;
    expect(await statuses(2, () => list(null, from))).toEqual([401, 401]);
    expect(await statuses(2, () => list(wrong, from))).toEqual([401, 429]);
    expect((await list(org.keys.agent, from)).statusCode).toBe(200);
  });

  test("cannot be spoofed by a header, unless a trusted proxy sends it", async () => {
    const invent = (proxy: string) => {
      let last = 0;
      return () => list(null, proxy, { "x-forwarded-for": `198.51.100.${++last}` });
    };
    expect(await statuses(4, invent("192.0.2.20"))).toEqual([401, 401, 401, 429]);
    expect(await statuses(4, invent("10.1.1.1"))).toEqual([401, 401, 401, 401]);
  });

  test("of IPv6 counts as its /64", async () => {
    let last = 0;
    expect(await statuses(4, () => list(null, `2001:db8::${++last}`))).toEqual([401, 401, 401, 429]);
  });

  test("can always request the health of the process", async () => {
    const look = () => running.call(null, { method: "GET", url: "/healthz", remoteAddress: "192.0.2.30" });
    expect(await statuses(5, look)).toEqual([200, 200, 200, 200, 200]);
  });
});

describe("an organization", () => {
  let shared: TestApp;
  beforeAll(async () => {
    shared = await startTestApp({
      config: { requestsPerMinute: 5, requestsPerMinuteOfOrganization: 8, apiKeysMax: 7 },
    });
  });
  afterAll(() => shared.stop());
  const look = (key: string) => shared.call(key, { method: "GET", url: "/api/v1/locations" });
  const newKey = (admin: string, name: string) =>
    shared.call(admin, { method: "POST", url: "/api/v1/api-keys", payload: { name, scope: "read" } });

  test("has one limit per minute for all keys, without effect on other organizations", async () => {
    const [one, other] = [await makeOrg(shared.database), await makeOrg(shared.database)];
    expect(await statuses(5, () => look(one.keys.read))).toEqual([200, 200, 200, 200, 200]);
    expect(await statuses(4, () => look(one.keys.agent))).toEqual([200, 200, 200, 429]);
    const refused = await look(one.keys.admin);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers).toMatchObject({ "ratelimit-limit": "8", "retry-after": expect.any(String) });
    expect(refused.json().error.message).toContain("of an organization together");
    expect((await look(other.keys.read)).headers).toMatchObject({ "ratelimit-limit": "5" });
  });

  test("has a maximum number of active keys, and may create another after one is revoked", async () => {
    // The organization has five keys already.
    const { keys } = await makeOrg(shared.database);
    const made = await Promise.all(["a", "b", "c", "d"].map((name) => newKey(keys.admin, name)));
    expect(made.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 403, 403]);
    expect(made.find(({ statusCode }) => statusCode === 403)?.json().error.message).toContain(
      "VEDETTE_API_KEYS_MAX_PER_ORGANIZATION",
    );
    const id: unknown = made.find(({ statusCode }) => statusCode === 201)?.json().data.id;
    await shared.database.run(sql`update api_key set revoked_at = now() where id = ${String(id)}`);
    expect((await newKey(keys.admin, "e")).statusCode).toBe(201);
  });
});
