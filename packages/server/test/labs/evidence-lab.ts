import type { CollectedFacts } from "@vedette/contract/evidence/vantage-facts.ts";
import type { Verdict } from "@vedette/contract/evidence/verdict.ts";
import { afterAll, beforeAll } from "vitest";
import type { CollectAt } from "../../src/pipeline/evidence/collect-bundle.ts";
import type { CollectionDeps } from "../../src/pipeline/evidence/collect-due.ts";
import { DownRequests } from "../../src/pipeline/evidence/request-collections.ts";
import type { StatusChange } from "../../src/pipeline/results/recording/target-state.ts";
import { ensurePartitionsOf } from "../../src/pipeline/results/retention/partitions.ts";
import { systemClock } from "../../src/platform/kernel/clock.ts";
import { silentLogger } from "../../src/platform/kernel/logger.ts";
import { createSpecResolver } from "../../src/platform/secrets/resolve-specs.ts";
import { sql } from "../../src/platform/storage/sql.ts";
import { type TestDatabase, testDatabase } from "../database/database.ts";
import { NOTHING_COLLECTED } from "../evidence/facts.ts";
import { testVault } from "../vault.ts";

/** A verdict with a layer. */
export const REFUSED: Verdict = {
  ...{ layer: "tcp", scope: "all", certainty: "certain" },
  summary: "Every address refuses connections.",
};

/** What a runner reports that found nothing. */
export function collectedFacts(change: Partial<CollectedFacts> = {}): CollectedFacts {
  return { ...NOTHING_COLLECTED, ...change };
}

type LabOptions = {
  clock?: CollectionDeps["clock"];
  collectAt?: CollectAt;
  decideVerdict?: CollectionDeps["decideVerdict"];
  /** Names of locations that have a runner. */
  locations?: readonly string[];
  privateLocations?: readonly string[];
};

/** Registers the hooks of a test file about evidence: a database, and what collects with it. */
export function evidenceLab() {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await testDatabase();
    await ensurePartitionsOf(db.database, [Date.now()]);
  });
  afterAll(() => db.drop());

  function deps({
    clock = systemClock,
    collectAt = async () => ({ runner: "runner-1", facts: collectedFacts() }),
    decideVerdict = () => REFUSED,
    locations = ["default"],
    privateLocations = [],
  }: LabOptions = {}): CollectionDeps {
    const vault = testVault();
    const runners = locations.map((location) => ({ runner: "runner-1", location, lastSeenAtMs: Date.now() }));
    return {
      ...{ database: db.database, clock, log: silentLogger, vault, collectAt, decideVerdict },
      resolveSpecs: createSpecResolver({ db: db.database, vault, log: silentLogger }),
      availability: async (orgId) => ({
        ...{ orgId, runners, fallbackLocation: null },
        isPrivate: ({ location }) => privateLocations.includes(location),
      }),
    };
  }

  /** Makes a target down at some of its locations, as the recorder stores it, and requests evidence. */
  async function goDown(
    target: { id: string; orgId: string; kind?: StatusChange["kind"] },
    { at = ["default"], atMs = Date.now() }: { at?: readonly string[]; atMs?: number } = {},
  ): Promise<void> {
    const since = new Date(atMs);
    await db.database.run(sql`
      update series set status = case when location = any (${[...at]}::text[]) then 'down' else 'up' end,
        status_since = ${since} where target_id = ${target.id} and step is null`);
    await db.database.run(sql`
      update target set status = 'down', status_since = ${since} where id = ${target.id}`);
    await db.database.run(sql`
      insert into status_change (target_id, at, status, previous_status) values (${target.id}, ${since}, 'down', 'up')`);
    await request([changeOf(target, atMs)]);
  }

  async function request(changes: readonly StatusChange[], clock = systemClock): Promise<void> {
    const requests = new DownRequests({ database: db.database, clock, log: silentLogger });
    requests.request(changes);
    await requests.settle();
  }

  return {
    get database() {
      return db.database;
    },
    deps,
    goDown,
    request,
  };
}

export function changeOf(
  { id, orgId, kind = "monitor" }: { id: string; orgId: string; kind?: StatusChange["kind"] },
  atMs: number,
): StatusChange {
  return { targetId: id, orgId, kind, name: "Test", atMs, status: "down", previousStatus: "up" };
}
