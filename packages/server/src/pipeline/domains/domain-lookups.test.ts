import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeMonitor, makeOrganization } from "../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../test/database/database.ts";
import { type RdapServer, startRdapServer } from "../../../test/servers/rdap-server.ts";
import { silentLogger } from "../../platform/kernel/logger.ts";
import { createEgress } from "../../platform/net/egress.ts";
import { createEgressPolicy } from "../../platform/net/egress-policy.ts";
import { createFetchJson } from "../../platform/net/fetch-json.ts";
import type { Database } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";
import { DomainLookups } from "./domain-lookups.ts";
import { claimRequest, listRegistrations, wantDomain } from "./queries.ts";

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 10, 20, 12);

let harness: TestDatabase;
let database: Database;
let rdap: RdapServer;
let nowMs: number;
beforeAll(async () => {
  harness = await testDatabase();
  database = harness.database;
});
beforeEach(async () => {
  nowMs = START_MS;
  rdap = await startRdapServer();
  await database.run(sql`delete from domain_registration`);
  await database.run(sql`delete from rdap_bootstrap`);
});
afterEach(() => rdap.close());
afterAll(() => harness.drop());

const policy = createEgressPolicy({ mode: "self-hosted", allow: [], deny: [], ownPorts: () => [] });
const fetch = createFetchJson(createEgress({ policy }));

/** A process that looks up domains. Its monotonic clock stands still, so that it never runs out of time. */
const lookups = (change: { bootstrapUrl?: string | null } = {}) =>
  new DomainLookups({
    ...{ db: database, fetch, log: silentLogger, random: () => 0, pauseMs: 0 },
    clock: { now: () => nowMs, monotonic: () => 0 },
    bootstrapUrl: rdap.bootstrapUrl,
    ...change,
  });
const signal = AbortSignal.timeout(60_000);
const run = () => lookups().run({ signal });
const want = (domain: string) => wantDomain(database, domain, new Date(nowMs));
const rowOf = async (domain: string) => (await listRegistrations(database, [domain]))[0];
const domainsAsked = () => rdap.asked.filter((name) => name !== "dns.json");

async function monitorOf(domain: string, orgId: string, enabled = true): Promise<void> {
  const { id } = await makeMonitor(database, { orgId });
  await database.run(sql`update monitor set domain = ${domain} where id = ${id}`);
  await database.run(sql`update target set enabled = ${enabled} where id = ${id}`);
}

describe("a domain", () => {
  test("is looked up once for all monitors of all organizations, and again after 20 hours", async () => {
    rdap.domains.set("shop.test", {});
    for (let nr = 0; nr < 3; nr++) await monitorOf("shop.test", await makeOrganization(database));
    await monitorOf("paused.test", await makeOrganization(database), false);
    await lookups().refresh({ signal });
    await Promise.all([lookups().refresh({ signal }), lookups().refresh({ signal }), run()]);
    expect(domainsAsked()).toEqual(["shop.test"]);
    expect(await rowOf("shop.test")).toMatchObject({
      ...{ state: "found", registrar: "Registrar Example, Inc.", is_signed: false, error: null },
      expires_at: new Date("2027-06-30T04:00:00Z"),
      registry: new URL(rdap.serviceUrl).host,
      fetched_at: new Date(START_MS),
      next_lookup_at: new Date(START_MS + 20 * HOUR_MS),
    });
    nowMs += 20 * HOUR_MS;
    await lookups().refresh({ signal });
    expect(domainsAsked()).toEqual(["shop.test", "shop.test"]);
  });

  test("that is not registered is looked up like any other", async () => {
    await want("other.test");
    await run();
    expect(await rowOf("other.test")).toMatchObject({ state: "missing", expires_at: null, error: null });
  });

  test("of a TLD without a service is asked for nowhere", async () => {
    await want("shop.elsewhere");
    await run();
    expect(await rowOf("shop.elsewhere")).toMatchObject({ state: "unsupported", error: null });
    expect(domainsAsked()).toEqual([]);
  });

  test("is forgotten 30 days after the last monitor that needed it", async () => {
    await want("gone.test");
    nowMs += 29 * 24 * HOUR_MS;
    await lookups().refresh({ signal });
    expect(await rowOf("gone.test")).toBeDefined();
    nowMs += 2 * 24 * HOUR_MS;
    await lookups().refresh({ signal });
    expect(await rowOf("gone.test")).toBeUndefined();
  });

  test("is not looked up if the operator switched lookups off", async () => {
    await want("shop.test");
    await lookups({ bootstrapUrl: null }).refresh({ signal });
    expect(rdap.asked).toEqual([]);
  });
});

describe("a failed lookup", () => {
  test("keeps what is known, is repeated after longer and longer, and ends with an answer", async () => {
    rdap.domains.set("shop.test", {});
    await want("shop.test");
    await run();
    rdap.answer = (response) => void response.writeHead(500).end();
    const waits: number[] = [];
    nowMs += 20 * HOUR_MS;
    for (let nr = 0; nr < 7; nr++) {
      await run();
      const row = await rowOf("shop.test");
      expect(row).toMatchObject({ state: "found", fetched_at: new Date(START_MS), failures: nr + 1 });
      expect(row?.error).toContain("status 500");
      const next = row?.next_lookup_at.getTime() ?? 0;
      waits.push((next - nowMs) / HOUR_MS);
      // A monitor that needs it does not bring the next one forward.
      await want("shop.test");
      nowMs = next;
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 24, 24]);
    rdap.answer = null;
    await run();
    expect(await rowOf("shop.test")).toMatchObject({ error: null, failures: 0, fetched_at: new Date(nowMs) });
  });

  test("by a limit of the service stops all requests to it for as long as it says", async () => {
    rdap.answer = (response) => void response.writeHead(429, { "retry-after": "7200" }).end();
    for (const name of ["a.test", "b.test", "c.test"]) await want(name);
    await run();
    expect(domainsAsked()).toHaveLength(1);
    const rows = await listRegistrations(database, ["a.test", "b.test", "c.test"]);
    expect(rows.every(({ next_lookup_at: at }) => at.getTime() === START_MS + 2 * HOUR_MS)).toBe(true);
    expect(rows.filter(({ error }) => error !== null).map(({ error }) => error)).toEqual([
      expect.stringContaining("limits requests"),
    ]);
    rdap.answer = null;
    nowMs += 2 * HOUR_MS;
    await run();
    expect(domainsAsked()).toHaveLength(4);
  });

  test("says nothing if the process stops meanwhile", async () => {
    const stop = new AbortController();
    rdap.answer = () => stop.abort();
    await want("shop.test");
    await lookups().run({ signal: stop.signal });
    expect(await rowOf("shop.test")).toMatchObject({
      error: null,
      failures: 0,
      next_lookup_at: new Date(nowMs),
    });
  });
});

describe("the list of services", () => {
  test("is fetched once a day, only if a domain is due, and sent again only if it has changed", async () => {
    await run();
    expect(rdap.bootstraps).toEqual([]);
    for (const name of ["a.test", "b.test"]) {
      await want(name);
      await run();
    }
    expect(rdap.bootstraps).toEqual([200]);
    nowMs += 25 * HOUR_MS;
    await run();
    expect(rdap.bootstraps).toEqual([200, 304]);
  });

  test("is used in its last version while it cannot be fetched, and without one lookups fail", async () => {
    await want("a.test");
    const away = "http://127.0.0.1:1/dns.json";
    await lookups({ bootstrapUrl: away }).run({ signal });
    expect(await rowOf("a.test")).toMatchObject({
      state: "new",
      error: "the list of RDAP services was not reached",
    });
    nowMs += HOUR_MS;
    await run();
    expect(await rowOf("a.test")).toMatchObject({ state: "missing" });
    await database.run(sql`update rdap_bootstrap set url = ${away}, next_fetch_at = ${new Date(nowMs)}`);
    await want("b.test");
    await lookups({ bootstrapUrl: away }).run({ signal });
    expect(await rowOf("b.test")).toMatchObject({ state: "missing" });
  });
});

test("requests to a service have a pause between them, across processes", async () => {
  const service = "https://pause.test/";
  const claim = (afterMs: number) =>
    claimRequest(database, service, { now: new Date(START_MS + afterMs), pauseMs: 2_000 });
  const freeAt = new Date(START_MS + 2_000);
  const claims = await Promise.all([claim(0), claim(0), claim(0)]);
  expect(claims.filter((at) => at === null)).toHaveLength(1);
  expect(claims.filter((at) => at !== null)).toEqual([freeAt, freeAt]);
  expect(await claim(1_999)).toEqual(freeAt);
  expect(await claim(2_000)).toBeNull();
});
