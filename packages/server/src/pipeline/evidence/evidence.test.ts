import { describe, expect, test } from "vitest";
import { makeHeartbeat, makeMonitor, makeOrganization } from "../../../test/builders.ts";
import { changeOf, collectedFacts, evidenceLab, REFUSED } from "../../../test/labs/evidence-lab.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import { sql } from "../../platform/storage/sql.ts";
import { decodeContent } from "./bundle-content.ts";
import { listBundles } from "./bundle-queries.ts";
import type { CollectAt } from "./collect-bundle.ts";
import { collectDue } from "./collect-due.ts";
import { evidenceJobs } from "./evidence-jobs.ts";
import { findVerdictOf } from "./find-verdict.ts";
import { requestEvidenceNow } from "./request-collections.ts";

const lab = evidenceLab();
const running = () => ({ signal: new AbortController().signal });
const DAY_MS = 86_400_000;

async function newMonitor(change: { locations?: string[]; orgId?: string; url?: string } = {}) {
  const orgId = change.orgId ?? (await makeOrganization(lab.database));
  const { id, seriesKeys } = await makeMonitor(lab.database, { ...change, orgId });
  return { id, orgId, seriesKeys };
}

const bundlesOf = ({ id, orgId }: { id: string; orgId: string }) =>
  listBundles(lab.database, orgId, { targetId: id, failure: null, position: null, limit: 100 });

/** Ends what other tests requested, so that a test sees only its own. */
const endOthers = () =>
  lab.database.run(sql`update evidence_collection set finished_at = now() where finished_at is null`);

const later = (ms: number) => ({ ...systemClock, now: () => Date.now() + ms });

/** A runner that is asked and answers only when the test wants. */
function heldRunner() {
  const asked: string[] = [];
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  const { promise: isAsked, resolve: onAsked } = Promise.withResolvers<void>();
  const collectAt: CollectAt = async ({ orgId }) => {
    asked.push(orgId);
    onAsked();
    await mayAnswer;
    return { runner: "runner-1", facts: collectedFacts() };
  };
  return { asked, answer, isAsked, collectAt };
}

describe("a target that goes down", () => {
  test("gets a bundle from the location that saw it and from one that still sees it up", async () => {
    const target = await newMonitor({
      locations: ["paris", "oslo", "lima"],
      url: "https://shop.example:8443/",
    });
    await lab.goDown(target, { at: ["oslo"] });
    const asked: unknown[] = [];
    const collectAt: CollectAt = async ({ location, workQueue, orgId, sendsRequest }) => {
      asked.push([location, workQueue, orgId === target.orgId, sendsRequest]);
      return { runner: `runner-${location}`, facts: collectedFacts() };
    };
    await collectDue(lab.deps({ collectAt, locations: ["paris", "oslo", "lima"] }), running());
    expect(asked).toEqual([
      ["oslo", "oslo", true, true],
      ["lima", "lima", true, true],
    ]);
    const [bundle, ...others] = await bundlesOf(target);
    expect(others).toEqual([]);
    expect(bundle).toMatchObject({ ...REFUSED, reason: "down", requested_by: null, org_id: target.orgId });
    const { facts, locations, run } = await decodeContent(bundle?.facts ?? Buffer.alloc(0));
    expect(facts).toMatchObject({
      target: { host: "shop.example", port: 8443, kind: "url", step: null },
      vantages: [
        { location: "oslo", runner: "runner-oslo", saw: "down" },
        { location: "lima", runner: "runner-lima", saw: "up" },
      ],
    });
    expect(locations.map(({ location, status }) => `${location} ${status}`).sort()).toEqual([
      ...["lima up", "oslo down", "paris up"],
    ]);
    expect(run).toBeNull();
  });

  test("gets one bundle in 15 minutes, and another one after that", async () => {
    const target = await newMonitor();
    await lab.goDown(target);
    await collectDue(lab.deps(), running());
    await lab.request([changeOf(target, Date.now())], later(14 * 60_000));
    await collectDue(lab.deps({ clock: later(14 * 60_000) }), running());
    expect(await bundlesOf(target)).toHaveLength(1);
    await lab.request([changeOf(target, Date.now())], later(16 * 60_000));
    await collectDue(lab.deps({ clock: later(16 * 60_000) }), running());
    expect(await bundlesOf(target)).toHaveLength(2);
  });

  test("is not examined if no runner connects to it: a heartbeat, a computed monitor", async () => {
    const orgId = await makeOrganization(lab.database);
    const heartbeat = await makeHeartbeat(lab.database, { orgId });
    const computed = await newMonitor({ orgId });
    await lab.database.run(sql`update monitor set type = 'manual' where id = ${computed.id}`);
    await lab.request([
      changeOf({ id: heartbeat.id, orgId, kind: "heartbeat" }, Date.now()),
      changeOf(computed, Date.now()),
    ]);
    expect(await lab.database.rows(sql`select 1 from evidence_collection where org_id = ${orgId}`)).toEqual(
      [],
    );
  });

  test("has a bundle without what no runner reported, and without facts that are not valid or too large", async () => {
    const target = await newMonitor({ locations: ["a", "b"] });
    const tooLarge = collectedFacts({
      addresses: Array.from({ length: 8 }, (_, index) => ({
        ...{ address: `192.0.2.${index}`, family: 4 as const, sources: [], port: 1, blocked: null },
        ...{ connect_ms: 1, error: null, tls: null },
        response: {
          ...{ at: "2026-01-01T00:00:00.000Z", address: null, status_code: 200, headers: {} },
          ...{ body: "é".repeat(60_000), is_body_cut: false, body_sha256: null, body_bytes: null },
          ...{ ttfb_ms: null, download_ms: null, error: null },
        },
      })),
    });
    const reports = [tooLarge, { ...collectedFacts(), canaries: "<b>" as never }];
    const collectAt: CollectAt = async () => ({ runner: "r", facts: reports.shift() ?? collectedFacts() });
    await lab.goDown(target, { at: ["a"] });
    await collectDue(lab.deps({ collectAt, locations: ["a", "b"] }), running());
    expect(reports).toEqual([]);
    const [bundle] = await bundlesOf(target);
    expect((await decodeContent(bundle?.facts ?? Buffer.alloc(0))).facts).toMatchObject({
      vantages: [],
      not_collected: ["a", "b"].map((location) => ({ location, reason: "invalid_report" })),
    });
  });

  test("is examined from its locations with a runner; the bundle says why the others collected nothing", async () => {
    await endOthers();
    const target = await newMonitor({ locations: ["gone", "old", "oslo", "slow"] });
    await lab.goDown(target, { at: ["gone", "old"] });
    const collectAt: CollectAt = async ({ location }) =>
      location === "old" ? { reason: "old_runner" } : { runner: "r", facts: collectedFacts() };
    await collectDue(lab.deps({ collectAt, locations: ["old", "oslo"] }), running());
    const [bundle] = await bundlesOf(target);
    const { facts } = await decodeContent(bundle?.facts ?? Buffer.alloc(0));
    expect(facts.vantages.map(({ location, saw }) => [location, saw])).toEqual([["oslo", "up"]]);
    expect(facts.not_collected).toEqual([
      { location: "old", reason: "old_runner" },
      { location: "gone", reason: "no_runner" },
      { location: "slow", reason: "no_runner" },
    ]);
  });

  test("of a private location is examined only from there", async () => {
    const target = await newMonitor({ locations: ["home"] });
    await lab.goDown(target, { at: ["home"] });
    const queues: string[] = [];
    const collectAt: CollectAt = async ({ workQueue }) => {
      queues.push(workQueue);
      return { reason: "no_report" };
    };
    const own = `${target.orgId}_home`;
    const deps = lab.deps({ collectAt, locations: [own, "home"], privateLocations: ["home"] });
    await collectDue(deps, running());
    expect(queues).toEqual([own]);
  });
});

describe("collections", () => {
  test("are at most five at once, in turn between organizations", async () => {
    await endOthers();
    const [one, other] = [await newMonitor(), await newMonitor()];
    await lab.goDown(one);
    for (let index = 0; index < 9; index++) await lab.goDown(await newMonitor({ orgId: one.orgId }));
    await lab.goDown(other);
    const runner = heldRunner();
    const deps = lab.deps({ collectAt: runner.collectAt });
    const workers = Array.from({ length: 8 }, () => collectDue(deps, running()));
    await expect.poll(() => runner.asked.length).toBe(5);
    expect(runner.asked.filter((orgId) => orgId === other.orgId)).toHaveLength(1);
    runner.answer();
    await Promise.all(workers);
    expect(runner.asked).toHaveLength(11);
    expect(await bundlesOf(other)).toHaveLength(1);
  });

  test("of one organization do not fill the queue: beyond 20 that wait, targets get none", async () => {
    await endOthers();
    const orgId = await makeOrganization(lab.database);
    const targets = await Promise.all(Array.from({ length: 25 }, () => newMonitor({ orgId })));
    await lab.request(targets.map((target) => changeOf(target, Date.now())));
    const waiting = sql`select count(*)::int4 as n from evidence_collection where org_id = ${orgId}`;
    expect(await lab.database.find(waiting)).toEqual({ n: 20 });
    await lab.request([changeOf(await newMonitor({ orgId }), Date.now())]);
    expect(await lab.database.find(waiting)).toEqual({ n: 20 });
    await endOthers();
  });

  test("that nothing made within two minutes are not made", async () => {
    await endOthers();
    const target = await newMonitor();
    await lab.goDown(target);
    await collectDue(lab.deps({ clock: later(121_000) }), running());
    expect(await bundlesOf(target)).toEqual([]);
  });

  test("of a process that was killed are made again once, and its late bundle is dropped", async () => {
    await endOthers();
    const target = await newMonitor();
    await lab.goDown(target);
    const killed = heldRunner();
    const first = collectDue(lab.deps({ collectAt: killed.collectAt }), running());
    await killed.isAsked;
    await collectDue(lab.deps(), running());
    expect(await bundlesOf(target)).toEqual([]);
    const second = { ...REFUSED, summary: "second" };
    await collectDue(lab.deps({ clock: later(50_000), decideVerdict: () => second }), running());
    expect(await bundlesOf(target)).toMatchObject([{ summary: "second" }]);
    killed.answer();
    await first;
    expect(await bundlesOf(target)).toMatchObject([{ summary: "second" }]);
  });

  test("are left to another process when a process stops", async () => {
    await endOthers();
    const target = await newMonitor();
    await lab.goDown(target);
    const runner = heldRunner();
    const ending = new AbortController();
    const stopping = collectDue(lab.deps({ collectAt: runner.collectAt }), { signal: ending.signal });
    await runner.isAsked;
    ending.abort();
    await stopping;
    expect(await bundlesOf(target)).toEqual([]);
    await collectDue(lab.deps(), running());
    expect(await bundlesOf(target)).toHaveLength(1);
    runner.answer();
  });

  test("that fail end without a bundle, and the next ones are made", async () => {
    await endOthers();
    const [one, other] = [await newMonitor(), await newMonitor()];
    await lab.goDown(one);
    await lab.goDown(other);
    let calls = 0;
    const decideVerdict = () => {
      calls += 1;
      if (calls === 1) throw new Error("a bug");
      return REFUSED;
    };
    await collectDue(lab.deps({ decideVerdict }), running());
    expect([...(await bundlesOf(one)), ...(await bundlesOf(other))]).toHaveLength(1);
  });

  test("on request are made once a minute for a target", async () => {
    await endOthers();
    const target = await newMonitor();
    const ask = (clock = systemClock) =>
      lab.database.transaction((db) =>
        requestEvidenceNow({ db, clock }, { targetId: target.id, changedAt: null, requestedBy: "Ada" }),
      );
    const id = await ask();
    expect(id).not.toBeNull();
    expect(await ask()).toBeNull();
    await collectDue(lab.deps(), running());
    expect(await bundlesOf(target)).toMatchObject([{ id, reason: "manual", requested_by: "Ada" }]);
    expect(await ask()).toBeNull();
    expect(await ask(later(61_000))).not.toBeNull();
  });
});

describe("bundles", () => {
  test("are deleted after 90 days, and with their target and organization", async () => {
    await endOthers();
    const [old, purged, left] = [await newMonitor(), await newMonitor(), await newMonitor()];
    for (const target of [old, purged, left]) await lab.goDown(target);
    await collectDue(lab.deps(), running());
    const retention = evidenceJobs(lab.deps())["evidence.retention"];
    const age = (target: { id: string }, days: number) =>
      lab.database.run(sql`
        update evidence_bundle set at = ${new Date(Date.now() - days * DAY_MS)} where target_id = ${target.id}`);
    await age(old, 89);
    await retention(running());
    expect(await bundlesOf(old)).toHaveLength(1);
    await age(old, 91);
    await retention(running());
    expect(await bundlesOf(old)).toEqual([]);
    await lab.database.run(sql`delete from stored_target where id = ${purged.id}`);
    await lab.database.run(sql`delete from organization where id = ${left.orgId}`);
    for (const { id } of [purged, left])
      expect(await lab.database.rows(sql`select 1 from evidence_bundle where target_id = ${id}`)).toEqual([]);
  });

  test("are about an alert only if its target did not recover in between", async () => {
    await endOthers();
    const target = await newMonitor();
    const wentDownMs = Date.now() - 60_000;
    await lab.goDown(target, { atMs: wentDownMs });
    await collectDue(lab.deps(), running());
    const failure = { targetId: target.id, triggeredAt: new Date(wentDownMs + 30_000), resolvedAt: null };
    const find = (change: object = {}) =>
      findVerdictOf(lab.database, target.orgId, { ...failure, ruleType: "consecutive_failures", ...change });
    expect(await find()).toMatchObject(REFUSED);
    expect(await find({ ruleType: "ssl_expiry" })).toBeNull();
    expect(await find({ resolvedAt: new Date(wentDownMs - 1) })).toBeNull();
    const other = await makeOrganization(lab.database);
    expect(await findVerdictOf(lab.database, other, { ...failure, ruleType: "error_rate" })).toBeNull();
    await lab.database.run(sql`
      insert into status_change (target_id, at, status, previous_status)
      values (${target.id}, ${new Date(wentDownMs + 10_000)}, 'up', 'down')`);
    expect(await find()).toBeNull();
  });
});
