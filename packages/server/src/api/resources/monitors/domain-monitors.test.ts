import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeOrg, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { type RdapServer, startRdapServer } from "../../../../test/servers/rdap-server.ts";
import { startScheduledApp } from "../../../../test/servers/scheduled-app.ts";
import { DomainLookups } from "../../../pipeline/domains/domain-lookups.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { silentLogger } from "../../../platform/kernel/logger.ts";
import { createEgress } from "../../../platform/net/egress.ts";
import { createEgressPolicy } from "../../../platform/net/egress-policy.ts";
import { createFetchJson } from "../../../platform/net/fetch-json.ts";
import { sql } from "../../../platform/storage/sql.ts";

/** Domain monitors from the request to the status, with a scheduler and an RDAP service, and without runners. */

const DAY_MS = 86_400_000;

let running: TestApp;
let rdap: RdapServer;
let org: TestOrg;
let looking: NodeJS.Timeout;
beforeAll(async () => {
  running = await startScheduledApp();
  rdap = await startRdapServer();
  const policy = createEgressPolicy({ mode: "self-hosted", allow: [], deny: [], ownPorts: () => [] });
  const lookups = new DomainLookups({
    ...{ db: running.database, clock: systemClock, log: silentLogger, random: () => 0, pauseMs: 0 },
    fetch: createFetchJson(createEgress({ policy })),
    bootstrapUrl: rdap.bootstrapUrl,
  });
  // Stands for the worker of the job, which the process of this test does not have.
  looking = setInterval(() => void lookups.run({ signal: AbortSignal.timeout(10_000) }), 50);
});
beforeEach(async () => {
  org = await makeOrg(running.database);
});
afterEach(() => {
  rdap.answer = null;
});
afterAll(async () => {
  clearInterval(looking);
  await rdap.close();
  await running.stop();
});

type Answer<Data> = {
  status: number;
  data: Data;
  error: { code: string; message: string; details?: unknown };
};

async function call<Data = Monitor>(method: "GET" | "POST" | "PUT", path: string, payload?: object) {
  const url = `/api/v1${path}`;
  const response = await running.call(org.keys.admin, { method, url, ...(payload && { payload }) });
  return { ...response.json(), status: response.statusCode } as Answer<Data>;
}

const domain = (host: string, fields: object = {}) =>
  call("POST", "/monitors", { name: host, type: "domain", host, ...fields });
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS + 3_600_000).toISOString();
const is = (type: string, operator: string, value: unknown) => ({ type, operator, value, property: null });

/** The first result of a new monitor. */
async function resultOf(host: string, fields: object = {}): Promise<CheckResult> {
  const made = await domain(host, fields);
  expect([made.status, made.error]).toEqual([201, undefined]);
  let result: CheckResult | undefined;
  await expect
    .poll(
      async () => {
        [result] = (await call<CheckResult[]>("GET", `/monitors/${made.data.id}/results`)).data;
        return result;
      },
      { timeout: 20_000 },
    )
    .toBeDefined();
  return result as CheckResult;
}

describe("a domain monitor", () => {
  test("is up with the facts of the registry, which assertions can evaluate", async () => {
    rdap.domains.set("shop.test", { expiresAt: inDays(20), status: ["active"], isSigned: true });
    const assertions = [
      is("domain_expiry", "equals", 20),
      is("registrar", "contains", "Example"),
      is("domain_status", "equals_set", ["active"]),
      is("nameserver", "contains", "ns1.example.net"),
      is("dnssec", "equals", true),
    ];
    const result = await resultOf("shop.test", { assertions });
    expect(result).toMatchObject({ status: "up", runner: "vedette" });
    expect(result.assertions.map(({ passed }) => passed)).toEqual([true, true, true, true, true]);
    const { data } = await call("GET", `/monitors/${result.monitor_id}`);
    expect(data).toMatchObject({
      ...{
        interval: 43_200,
        domain_expires_at: rdap.domains.get("shop.test")?.expiresAt?.replace(/Z$/, "Z"),
      },
      registration: {
        ...{ domain: "shop.test", state: "found", registrar: "Registrar Example, Inc.", dnssec: true },
        ...{ statuses: ["active"], nameservers: ["ns1.example.net", "ns2.example.net"], error: null },
      },
    });
    const soon = await resultOf("shop.test", { assertions: [is("domain_expiry", "greater_than", 30)] });
    expect(soon).toMatchObject({ status: "down", error: { code: "ASSERTION_FAILED" } });
    // The second monitor is answered from what the first one needed.
    expect(rdap.asked.filter((name) => name === "shop.test")).toHaveLength(1);
  });

  test.each<[string, Parameters<RdapServer["domains"]["set"]>[1] | null, string, string]>([
    ["expired", { expiresAt: inDays(-2) }, "DOMAIN_EXPIRED", "the registration of expired.test expired at "],
    ["hold", { status: ["clientHold"] }, "DOMAIN_STATUS", "the status of hold.test is client hold"],
    [
      "lost",
      { status: ["pending delete", "redemption period"] },
      "DOMAIN_STATUS",
      "pending delete, redemption period",
    ],
    ["missing", null, "DOMAIN_NOT_FOUND", "missing.test is not registered, says 127.0.0.1:"],
  ])("of a domain that is %s is down", async (name, registered, code, message) => {
    if (registered !== null) rdap.domains.set(`${name}.test`, registered);
    expect(await resultOf(`${name}.test`)).toMatchObject({
      ...{ status: "down", error: { code, message: expect.stringContaining(message) } },
    });
  });

  test("of a TLD without RDAP is not evaluated, and never down", async () => {
    expect(await resultOf("shop.elsewhere")).toMatchObject({
      status: "error",
      error: {
        code: "RDAP_UNSUPPORTED",
        message: "the registry of shop.elsewhere has no RDAP service",
      },
    });
  });

  test("is not evaluated while the registry fails, and evaluated as soon as it answers", async () => {
    rdap.answer = (response) => void response.writeHead(500).end();
    const failed = await resultOf("late.test");
    expect(failed).toMatchObject({ status: "error", error: { code: "RDAP_FAILED" } });
    rdap.answer = null;
    rdap.domains.set("late.test", {});
    await running.database.run(
      sql`update domain_registration set next_lookup_at = now() where domain = 'late.test'`,
    );
    await expect
      .poll(async () => (await call("GET", `/monitors/${failed.monitor_id}`)).data.status, {
        timeout: 20_000,
      })
      .toBe("up");
  });

  test("keeps its verdict for a week while the registry fails", async () => {
    rdap.domains.set("known.test", { status: ["server hold"] });
    const { monitor_id: id } = await resultOf("known.test");
    const age = (days: number) =>
      running.database.run(sql`
        update domain_registration set error = 'away', fetched_at = now() - ${days} * interval '1 day'
        where domain = 'known.test'`);
    const check = () => call<{ status: string }>("POST", `/monitors/${id}/check`);
    await age(6);
    expect((await check()).data.status).toBe("down");
    await age(8);
    expect((await check()).data).toMatchObject({
      ...{ status: "error", results: [{ error: { code: "RDAP_FAILED", message: "away" } }] },
    });
  });

  test("can be tested before it is saved", async () => {
    rdap.domains.set("tried.test", {});
    const tried = await call<{ status: string }>("POST", "/monitors/try", {
      type: "domain",
      host: "tried.test",
    });
    expect([tried.status, tried.data.status]).toEqual([200, "up"]);
  });

  test("watches what was registered, at most every six hours", async () => {
    const cases: [object, { path: string; message: string }][] = [
      [{ host: "www.shop.test" }, { path: "host", message: "is a host of the domain 'shop.test'; use that" }],
      [
        { host: "co.uk" },
        { path: "host", message: "is a public suffix, and no domain that can be registered" },
      ],
      [{ host: "https://shop.test" }, { path: "host", message: "must be a domain such as shop.example" }],
      [{ host: "192.0.2.1" }, { path: "host", message: "must be a domain such as shop.example" }],
      [
        { host: "shop.test", interval: 3_600 },
        { path: "interval", message: "must be at least 21600 s for type 'domain'" },
      ],
    ];
    for (const [fields, detail] of cases) {
      const refused = await domain("x", fields);
      expect([fields, refused.status, refused.error?.details]).toEqual([fields, 400, [detail]]);
    }
    const made = await domain("MÜNCHEN.test.", { enabled: false });
    expect([made.status, made.data.registration?.domain]).toEqual([201, "xn--mnchen-3ya.test"]);
    const changed = await call("PUT", `/monitors/${made.data.id}`, { interval: 60 });
    expect(changed.error.details).toEqual([
      { path: "interval", message: "must be at least 21600 s for type 'domain'" },
    ]);
  });
});

describe("the domain of a monitor that uses TLS", () => {
  const monitor = (fields: object) => call("POST", "/monitors", { name: "m", enabled: false, ...fields });

  test.each<[object, string | null]>([
    [{ type: "url", url: "https://www.tls.test/health" }, "tls.test"],
    // It may redirect to https.
    [{ type: "url", url: "http://www.tls.test/" }, "tls.test"],
    [{ type: "url", url: "http://www.tls.test/", follow_redirects: false }, null],
    [{ type: "websocket", url: "wss://chat.tls.test/" }, "tls.test"],
    [{ type: "tls", host: "mail.tls.test" }, "tls.test"],
    [{ type: "tcp", host: "mail.tls.test", port: 25 }, null],
    [{ type: "dns", host: "tls.test" }, null],
    [{ type: "url", url: "https://127.0.0.1/" }, null],
    [{ type: "url", url: "https://localhost/" }, null],
  ])("%j is %s", async (fields, expected) => {
    const made = await monitor(fields);
    expect([made.error, made.data.registration?.domain ?? null]).toEqual([undefined, expected]);
  });

  test("is looked up in the background, and shown with the monitor and in the list of targets", async () => {
    rdap.domains.set("shown.test", { expiresAt: "2030-01-01T00:00:00Z" });
    const made = await monitor({ type: "url", url: "https://www.shown.test/" });
    expect(made.data.registration).toMatchObject({ state: "unknown", looked_up_at: null });
    await running.database.run(sql`
      insert into domain_registration (domain, next_lookup_at, wanted_at) values ('shown.test', now(), now())`);
    const shown = async () => (await call("GET", `/monitors/${made.data.id}`)).data.domain_expires_at;
    await expect.poll(shown).toBe("2030-01-01T00:00:00.000Z");
    const { data } = await call<Target[]>("GET", "/targets");
    expect(data).toMatchObject([{ domain_expires_at: "2030-01-01T00:00:00.000Z", ssl_expires_at: null }]);
    const moved = await call("PUT", `/monitors/${made.data.id}`, { url: "https://moved.test/" });
    expect(moved.data).toMatchObject({ domain_expires_at: null, registration: { domain: "moved.test" } });
  });
});
