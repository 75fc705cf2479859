import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
let org: TestOrg;
let admin: Awaited<ReturnType<typeof makeMember>>;
/** Added to the time of this machine. */
let aheadMs = 0;

beforeAll(async () => {
  const clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
  running = await startTestApp({ clock });
});
afterAll(() => running.stop());

beforeEach(async () => {
  aheadMs = 0;
  org = await makeOrg(running.database);
  admin = await makeMember(running.database, { orgId: org.orgId, role: "admin" });
});

let addresses = 0;

async function start(remoteAddress = `192.0.2.${++addresses % 250}`) {
  const response = await running.call(null, {
    ...{ method: "POST", url: "/api/v1/device/code", remoteAddress },
    payload: { client_name: "laptop" },
  });
  return response;
}

const fetchToken = (deviceCode: string) =>
  running.call(null, { method: "POST", url: "/api/v1/device/token", payload: { device_code: deviceCode } });

const decide = (verb: "read" | "approve" | "deny", payload: object, person = admin) =>
  running.callAs(person, { method: "POST", url: `/api/v1/device/${verb}`, payload });

async function startAndRead() {
  const { device_code: deviceCode, user_code: userCode } = (await start()).json().data;
  return { deviceCode, userCode };
}

/** The program waits for its interval. */
async function pollLater(deviceCode: string) {
  aheadMs += 6_000;
  return fetchToken(deviceCode);
}

describe("a login of a program", () => {
  test("gives one key of the approved scope and organization, for 90 days", async () => {
    const started = await start();
    expect(started.statusCode).toBe(201);
    const { device_code: deviceCode, user_code: userCode, ...facts } = started.json().data;
    expect(userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(facts).toMatchObject({
      expires_in: 600,
      interval: 5,
      verification_uri: expect.stringMatching(/\/device$/),
    });
    expect((await fetchToken(deviceCode)).json().data).toEqual({
      status: "pending",
      key: null,
      expires_at: null,
    });
    expect((await decide("read", { user_code: userCode.toLowerCase() })).json().data).toMatchObject({
      ...{ client_name: "laptop", user_code: userCode },
    });
    expect((await decide("approve", { user_code: userCode, scope: "read" })).statusCode).toBe(200);
    const approved = (await pollLater(deviceCode)).json().data;
    expect(approved.status).toBe("approved");
    const days = (Date.parse(approved.expires_at) - systemClock.now()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
    const [key] = (await running.call(org.keys.admin, { method: "GET", url: "/api/v1/api-keys" }))
      .json()
      .data.filter(({ name }: { name: string }) => name === `laptop (${userCode})`);
    expect(key).toMatchObject({ scope: "read", status: "active" });
    expect((await running.call(approved.key, { method: "GET", url: "/api/v1/monitors" })).statusCode).toBe(
      200,
    );
    expect((await pollLater(deviceCode)).statusCode).toBe(400);
    const { data: entries } = (
      await running.call(org.keys.admin, { method: "GET", url: `/api/v1/audit-log?target=${key.id}` })
    ).json();
    expect(
      entries.map((entry: { action: string; actor: { kind: string } }) => [entry.action, entry.actor.kind]),
    ).toEqual([
      ["api_key.create", "member"],
      ["api_key.approve", "member"],
    ]);
    expect(JSON.stringify(entries)).not.toContain(approved.key);
  });

  test("stores neither the key nor the code of the program", async () => {
    const { deviceCode, userCode } = await startAndRead();
    await decide("approve", { user_code: userCode });
    const [row] = await running.database.rows<object>(
      sql`select * from device_authorization where user_code = ${userCode.replace("-", "")}`,
    );
    expect(JSON.stringify(row)).not.toContain(deviceCode);
    expect(JSON.stringify(row)).not.toContain("vdt_");
  });

  test("that was approved twice at once, gives one key", async () => {
    const { deviceCode, userCode } = await startAndRead();
    const answers = await Promise.all([1, 2, 3].map(() => decide("approve", { user_code: userCode })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400]);
    aheadMs += 6_000;
    const tokens = await Promise.all([1, 2, 3].map(() => fetchToken(deviceCode)));
    expect(tokens.filter((token) => token.json().data?.key)).toHaveLength(1);
  });

  test("ends if it is denied, or after 10 minutes", async () => {
    const denied = await startAndRead();
    expect((await decide("deny", { user_code: denied.userCode })).statusCode).toBe(200);
    expect((await fetchToken(denied.deviceCode)).statusCode).toBe(403);
    const late = await startAndRead();
    aheadMs = 601_000;
    expect((await decide("approve", { user_code: late.userCode })).statusCode).toBe(400);
    expect((await fetchToken(late.deviceCode)).statusCode).toBe(400);
  });

  test("has to wait between two requests", async () => {
    const { deviceCode } = await startAndRead();
    await fetchToken(deviceCode);
    const early = await fetchToken(deviceCode);
    expect([early.statusCode, early.headers["retry-after"]]).toEqual([429, "5"]);
    expect((await pollLater(deviceCode)).json().data.status).toBe("pending");
  });

  test("needs an admin when it is approved and when the key is fetched", async () => {
    const member = await makeMember(running.database, { orgId: org.orgId, role: "member" });
    const { deviceCode, userCode } = await startAndRead();
    expect((await decide("approve", { user_code: userCode }, member)).statusCode).toBe(403);
    await decide("approve", { user_code: userCode });
    await running.database.run(sql`update membership set role = 'viewer' where id = ${admin.membershipId}`);
    expect((await pollLater(deviceCode)).statusCode).toBe(403);
  });
});

describe("limits", () => {
  test("a user can try 10 codes, right or wrong", async () => {
    const { userCode } = await startAndRead();
    for (let count = 0; count < 5; count++) {
      expect((await decide("read", { user_code: "BBBB-BBBB" })).statusCode).toBe(400);
      expect((await decide("approve", { user_code: "BBBB-BBBB" })).statusCode).toBe(400);
    }
    expect((await decide("approve", { user_code: userCode })).statusCode).toBe(429);
    expect((await decide("deny", { user_code: userCode })).statusCode).toBe(429);
  });

  test("an address can start 30 logins an hour", async () => {
    const address = "198.51.100.7";
    for (let count = 0; count < 30; count++) expect((await start(address)).statusCode).toBe(201);
    expect((await start(address)).statusCode).toBe(429);
  });

  test("an API key decides nothing", async () => {
    const { userCode } = await startAndRead();
    for (const verb of ["read", "approve", "deny"]) {
      const request = {
        method: "POST",
        url: `/api/v1/device/${verb}`,
        payload: { user_code: userCode },
      } as const;
      expect((await running.call(org.keys.admin, request)).statusCode).toBe(403);
    }
  });
});
