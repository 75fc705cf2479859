import type { EvidenceBundle } from "@vedette/contract/evidence/evidence-bundles.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makeHeartbeat, makeMonitor } from "../../../../test/builders.ts";
import { collectedFacts, REFUSED } from "../../../../test/labs/evidence-lab.ts";
import { testVault } from "../../../../test/vault.ts";
import { collectDue } from "../../../pipeline/evidence/collect-due.ts";
import { DownRequests } from "../../../pipeline/evidence/request-collections.ts";
import { ensurePartitionsOf } from "../../../pipeline/results/retention/partitions.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { silentLogger } from "../../../platform/kernel/logger.ts";
import { createSpecResolver } from "../../../platform/secrets/resolve-specs.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp({ config: { fallbackLocation: null } });
  await ensurePartitionsOf(running.database, [Date.now()]);
  running.queue.announce("runner-1", "default");
});
beforeEach(async () => {
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

const urlOf = (targetId: string, rest = "") => `/api/v1/targets/${targetId}/evidence${rest}`;
const get = (url: string, key = org.keys.read) => running.call(key, { method: "GET", url });
const post = (targetId: string, key = org.keys.agent) =>
  running.call(key, { method: "POST", url: urlOf(targetId) });
const bodyOf = async (url: string) => (await get(url)).json() as { data: EvidenceBundle[]; meta: object };

/** Does what a scheduler does, with a runner at `default`. */
function collect(summary = REFUSED.summary): Promise<void> {
  const { database } = running;
  const vault = testVault();
  const runners = [{ runner: "runner-1", location: "default", lastSeenAtMs: Date.now() }];
  return collectDue(
    {
      ...{ database, vault, clock: systemClock, log: silentLogger },
      resolveSpecs: createSpecResolver({ db: database, vault, log: silentLogger }),
      availability: async (orgId) => ({ orgId, runners, fallbackLocation: null, isPrivate: () => false }),
      collectAt: async () => ({ runner: "runner-1", facts: collectedFacts() }),
      decideVerdict: () => ({ ...REFUSED, summary }),
    },
    { signal: new AbortController().signal },
  );
}

async function downMonitor(summary?: string) {
  const { orgId } = org;
  const { id } = await makeMonitor(running.database, { orgId });
  await goDown(id, summary);
  return id;
}

async function goDown(id: string, summary?: string): Promise<void> {
  await running.database.run(sql`delete from evidence_collection where target_id = ${id}`);
  const requests = new DownRequests({ ...running, clock: systemClock, log: silentLogger });
  const at = { atMs: Date.now() - 1_000, status: "down", previousStatus: "up" } as const;
  requests.request([{ ...at, targetId: id, orgId: org.orgId, kind: "monitor", name: "Test" }]);
  await requests.settle();
  await collect(summary);
}

async function makeAlert(targetId: string, orgId = org.orgId): Promise<string> {
  const id = newId(Date.now());
  await running.database.run(sql`
    insert into alert (id, org_id, rule_id, rule_type, severity, target_id, target_kind, target_name, title, message,
      evidence, triggered_at)
    values (${id}, ${orgId}, ${newId(Date.now())}, 'consecutive_failures', 'critical', ${targetId}, 'monitor', 'Test',
      'Test is down', 'It failed.', '{}', now())`);
  return id;
}

describe("evidence of a target", () => {
  test("is listed newest first in pages, and is found by its id", async () => {
    const id = await downMonitor("first");
    await goDown(id, "second");
    const { data, meta } = await bodyOf(urlOf(id, "?limit=1"));
    expect(data).toMatchObject([
      { target_id: id, reason: "down", verdict: { ...REFUSED, summary: "second" } },
    ]);
    const { next_cursor: cursor } = meta as { next_cursor: string };
    const rest = await bodyOf(urlOf(id, `?limit=1&cursor=${encodeURIComponent(cursor)}`));
    expect(rest).toMatchObject({ data: [{ verdict: { summary: "first" } }], meta: { has_more: false } });
    const [first] = rest.data;
    expect((await get(urlOf(id, `/${first?.id}`))).json().data).toEqual(first);
    expect(first?.facts).toMatchObject({ vantages: [{ location: "default", runner: "runner-1" }] });
  });

  test("of an alert is that of its failure", async () => {
    const id = await downMonitor();
    const alert = await makeAlert(id);
    expect((await bodyOf(urlOf(id, `?alert_id=${alert}`))).data).toHaveLength(1);
    await running.database.run(sql`
      insert into status_change (target_id, at, status, previous_status) values (${id}, now() - interval '500 ms', 'up', 'down')`);
    expect((await bodyOf(urlOf(id, `?alert_id=${alert}`))).data).toEqual([]);
  });

  test("is not visible to another organization, by any id", async () => {
    const id = await downMonitor();
    const alert = await makeAlert(id);
    const [bundle] = (await bodyOf(urlOf(id))).data;
    const stranger = await makeOrg(running.database);
    const own = await makeMonitor(running.database, { orgId: stranger.orgId });
    const read = (url: string) => get(url, stranger.keys.read);
    for (const url of [
      urlOf(id),
      urlOf(id, `/${bundle?.id}`),
      urlOf(own.id, `/${bundle?.id}`),
      urlOf(own.id, `?alert_id=${alert}`),
    ])
      expect([url, (await read(url)).statusCode]).toEqual([url, 404]);
    expect((await post(id, stranger.keys.admin)).statusCode).toBe(404);
    expect((await read(urlOf(own.id))).json().data).toEqual([]);
  });

  test("refuses what is no page, no target and no bundle", async () => {
    const id = await downMonitor();
    const status = async (url: string) => (await get(url)).statusCode;
    expect(await status(urlOf(id, "?limit=11"))).toBe(400);
    expect(await status(urlOf("nonsense"))).toBe(404);
    expect(await status(urlOf(id, "/nonsense"))).toBe(404);
    expect(await status(urlOf(id, "?alert_id=nonsense"))).toBe(404);
  });
});

describe("collecting on request", () => {
  test("responds with the bundle, and again only a minute later", async () => {
    const { id } = await makeMonitor(running.database, { orgId: org.orgId });
    const posted = post(id);
    await expect
      .poll(
        async () =>
          (await running.database.rows(sql`select 1 from evidence_collection where target_id = ${id}`))
            .length,
      )
      .toBe(1);
    await collect();
    const response = await posted;
    expect([response.statusCode, response.json().data]).toMatchObject([
      200,
      { reason: "manual", requested_by: "agent", changed_at: null, verdict: REFUSED },
    ]);
    expect((await post(id)).json().error).toMatchObject({ code: "TOO_MANY_REQUESTS" });
  });

  test("is refused at once if no runner is online at the locations of the target", async () => {
    const { id } = await makeMonitor(running.database, { orgId: org.orgId, locations: ["atlantis"] });
    expect((await post(id)).statusCode).toBe(503);
    expect(
      await running.database.rows(sql`select 1 from evidence_collection where target_id = ${id}`),
    ).toEqual([]);
  });

  test("needs a role that runs checks, and a target that runners connect to", async () => {
    const { id } = await makeMonitor(running.database, { orgId: org.orgId });
    expect((await post(id, org.keys.read)).statusCode).toBe(403);
    const heartbeat = await makeHeartbeat(running.database, { orgId: org.orgId });
    const refused = await post(heartbeat.id);
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      400,
      "A heartbeat has no evidence: no runner connects to it.",
    ]);
  });
});
