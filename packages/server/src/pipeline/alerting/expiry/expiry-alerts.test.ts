import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  listAlerts,
  listNotifications,
  makeChannel,
  makeRule,
  type Recording,
  type RuleInput,
  selectable,
  startRecording,
} from "../../../../test/alerting.ts";
import { makeMonitor, makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { silentLogger } from "../../../platform/kernel/logger.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { endAlert } from "../alerts/end-alerts.ts";
import { releaseAlerts } from "../alerts/open-alerts.ts";
import { NO_SUPPRESSION, type Suppression } from "../alerts/suppression.ts";
import { evaluateDomainExpiry } from "./evaluate-domain-expiry.ts";

const DAY_MS = 86_400_000;
/** The certificates and domains of these tests expire then. */
const EXPIRY_MS = Date.UTC(2026, 10, 20, 12);
const STEPS = [30, 14, 7, 1];

let harness: TestDatabase;
let database: Database;
beforeAll(async () => {
  harness = await testDatabase();
  database = harness.database;
});
afterAll(() => harness.drop());

let orgId: string;
let channelId: string;
beforeEach(async () => {
  orgId = await makeOrganization(database);
  channelId = await makeChannel(database, orgId);
});

const alerts = () => listAlerts(database, orgId);
/** The kinds of the notifications so far. */
const notices = async () =>
  (await listNotifications(database, orgId)).map((notice) => notice.replace(` ${channelId}`, ""));
const suppressing: Suppression = {
  isSuppressed: async (_db, targetIds) => new Map(targetIds.map((id) => [id, "maintenance"])),
};

async function monitor(domain: string | null = null): Promise<{ id: string; seriesKey: number }> {
  const { id, seriesKeys } = await makeMonitor(database, { orgId, domain });
  return { id, seriesKey: seriesKeys[0] ?? 0 };
}

const rule = (subject: "certificate" | "domain", more: Partial<RuleInput> = {}) =>
  makeRule(database, {
    ...{ orgId, channelIds: [channelId], type: "expiry", params: { subject, days: STEPS } },
    ...more,
  } as RuleInput);

/** What is evaluated: once with so many days left. */
type Watched = {
  id: string;
  ruleId: string;
  at(daysLeft: number, change?: { expiryMs?: number; suppression?: Suppression }): Promise<void>;
  /** Evaluates in a process that is killed before it commits. */
  killedAt(daysLeft: number): Promise<void>;
  stop(): Promise<void>;
};

async function watchedCertificate(more: Partial<RuleInput> = {}): Promise<Watched> {
  const { id, seriesKey } = await monitor();
  const ruleId = await rule("certificate", more);
  const recordings: Recording[] = [];
  let nowMs = EXPIRY_MS;
  const clock = { now: () => nowMs, monotonic: () => performance.now() };
  let current: { key: Suppression | Database; recording: Recording } | null = null;
  /** A scheduler; another one takes over if it is to be suppressed or killed. */
  const schedulerOf = async (key: Suppression | Database, options: Parameters<typeof startRecording>[1]) => {
    if (current?.key === key) return current.recording;
    const recording = await startRecording(database, { clock, ...options });
    recordings.push(recording);
    const rules = () => recording.rules.rulesFor(selectable(orgId, id));
    await expect.poll(() => rules().length, { timeout: 30_000 }).toBe(1);
    current = { key, recording };
    return recording;
  };
  const record = (recording: Recording, daysLeft: number, tlsExpiresAtMs: number) => {
    nowMs = EXPIRY_MS - daysLeft * DAY_MS;
    return recording.record([{ seriesKey, slotMs: nowMs, tlsExpiresAtMs }]);
  };
  return {
    ...{ id, ruleId },
    async at(daysLeft, { expiryMs = EXPIRY_MS, suppression = NO_SUPPRESSION } = {}) {
      const recording = await schedulerOf(suppression, { suppression });
      await record(recording, daysLeft, expiryMs);
    },
    async killedAt(daysLeft) {
      const recording = await schedulerOf(killed, { db: killed });
      await expect(record(recording, daysLeft, EXPIRY_MS)).rejects.toThrow("killed");
      current = null;
    },
    stop: async () => void (await Promise.all(recordings.map((each) => each.stop()))),
  };
}

async function watchedDomain(more: Partial<RuleInput> = {}): Promise<Watched> {
  const domain = `shop-${orgId}.test`;
  const { id } = await monitor(domain);
  const ruleId = await rule("domain", more);
  const run = async (daysLeft: number, db: Database, suppression: Suppression) => {
    const clock = { now: () => EXPIRY_MS - daysLeft * DAY_MS, monotonic: () => 0 };
    const deps = { database: db, clock, log: silentLogger, suppression, publish: () => undefined };
    await evaluateDomainExpiry(deps, { signal: AbortSignal.timeout(30_000) });
  };
  return {
    ...{ id, ruleId },
    async at(daysLeft, { expiryMs = EXPIRY_MS, suppression = NO_SUPPRESSION } = {}) {
      await register(domain, { expiresAt: new Date(expiryMs) });
      await run(daysLeft, database, suppression);
    },
    async killedAt(daysLeft) {
      await register(domain, { expiresAt: new Date(EXPIRY_MS) });
      await expect(run(daysLeft, killed, NO_SUPPRESSION)).rejects.toThrow("killed");
    },
    stop: async () => undefined,
  };
}

const register = (
  domain: string,
  { expiresAt, state = "found" }: { expiresAt: Date | null; state?: string },
) =>
  database.run(sql`
    insert into domain_registration (domain, state, expires_at, next_lookup_at, wanted_at)
    values (${domain}, ${state}, ${expiresAt}, now(), now())
    on conflict (domain) do update set state = excluded.state, expires_at = excluded.expires_at`);

/** Everything is written, and then lost. */
const killed = new Proxy({} as Database, {
  get: (_, name) =>
    name === "transaction"
      ? (work: Parameters<Database["transaction"]>[0]) =>
          database.transaction(async (db) => {
            await work(db);
            throw new Error("killed");
          })
      : Reflect.get(database, name, database),
});

describe.each([
  ["a certificate", watchedCertificate, "The certificate of"],
  ["a domain", watchedDomain, "The domain of"],
] as const)("a rule about the expiry of %s", (_name, watch, title) => {
  let watched: Watched;
  afterEach(() => watched.stop());

  test("notifies once for each step and of the renewal, with the days left", async () => {
    watched = await watch();
    await watched.at(31);
    expect(await notices()).toEqual([]);
    const expected = [
      { left: 30, title: "expires in 30 days", notices: ["opened"], step: 30 },
      { left: 20, title: "expires in 30 days", notices: ["opened"], step: 30 },
      { left: 14, title: "expires in 14 days", notices: ["opened", "reminder"], step: 14 },
      { left: 13.9, title: "expires in 14 days", notices: ["opened", "reminder"], step: 14 },
      { left: 6.5, title: "expires in 6 days", notices: ["opened", "reminder", "reminder"], step: 7 },
    ];
    for (const { left, step, ...each } of expected) {
      await watched.at(left);
      expect(await notices()).toEqual(each.notices);
      const [alert, ...others] = await alerts();
      expect(others).toEqual([]);
      expect(alert?.title).toMatch(new RegExp(`^${title} .* ${each.title}$`));
      expect(alert?.message).toContain("The rule notifies 30, 14, 7 and 1 days before.");
      expect(alert?.evidence).toMatchObject({
        threshold: step,
        expires_at: new Date(EXPIRY_MS).toISOString(),
      });
    }
    await watched.at(6, { expiryMs: EXPIRY_MS + 365 * DAY_MS });
    expect((await notices()).slice(-2)).toEqual(["reminder", "resolved"]);
    expect(await alerts()).toMatchObject([{ status: "resolved", resolved_by: "auto" }]);
    await watched.at(0, { expiryMs: EXPIRY_MS + 29 * DAY_MS });
    expect((await notices()).slice(-2)).toEqual(["resolved", "opened"]);
  });

  test("notifies of a step that a killed process has not stored, and of none twice", async () => {
    watched = await watch();
    await watched.killedAt(30);
    expect(await alerts()).toEqual([]);
    await watched.at(29.9);
    await watched.killedAt(14);
    expect(await notices()).toEqual(["opened"]);
    await watched.at(13.9);
    await watched.at(13.8);
    expect(await notices()).toEqual(["opened", "reminder"]);
  });

  test("notifies of lower steps again after a renewal that ends within them", async () => {
    watched = await watch();
    await watched.at(10);
    expect(await notices()).toEqual(["opened"]);
    await watched.at(9, { expiryMs: EXPIRY_MS + 11 * DAY_MS });
    await watched.at(5, { expiryMs: EXPIRY_MS + 11 * DAY_MS });
    expect(await notices()).toEqual(["opened"]);
    await watched.at(2, { expiryMs: EXPIRY_MS + 11 * DAY_MS });
    expect(await notices()).toEqual(["opened", "reminder"]);
    expect(await alerts()).toMatchObject([{ evidence: { threshold: 14 } }]);
  });

  test("opens another alert at a step after the one before was resolved by hand", async () => {
    watched = await watch();
    await watched.at(30);
    const [first] = await alerts();
    await database.transaction((db) =>
      endAlert(db, { orgId, id: first?.id ?? "", by: "user", nowMs: EXPIRY_MS - 29 * DAY_MS }),
    );
    await watched.at(20);
    expect(await notices()).toEqual(["opened", "resolved"]);
    await watched.at(14);
    expect(await notices()).toEqual(["opened", "resolved", "opened"]);
    expect((await alerts()).map(({ evidence }) => evidence.threshold)).toEqual([30, 14]);
  });

  test("during maintenance keeps the step, and its end notifies", async () => {
    watched = await watch({ remindEverySeconds: 60 });
    await watched.at(30);
    await watched.at(14, { suppression: suppressing });
    await watched.at(7, { suppression: suppressing });
    expect(await notices()).toEqual(["opened"]);
    expect(await alerts()).toMatchObject([{ suppressed_by: "maintenance", evidence: { threshold: 7 } }]);
    await database.transaction((db) =>
      releaseAlerts(db, [watched.id], { suppression: NO_SUPPRESSION, nowMs: EXPIRY_MS - 6.9 * DAY_MS }),
    );
    expect(await notices()).toEqual(["opened", "reminder"]);
    await watched.at(6.8);
    expect(await notices()).toEqual(["opened", "reminder"]);
  });

  test("says that it has expired", async () => {
    watched = await watch();
    await watched.at(-2);
    expect(await alerts()).toMatchObject([
      {
        title: expect.stringMatching(/has expired$/),
        message: expect.stringMatching(/ was (valid|registered) until 2026-11-20T/),
        evidence: { value: -2 },
      },
    ]);
  });

  test("opens once it has held for the confirmation time", async () => {
    watched = await watch({ confirmSeconds: 3_600 });
    await watched.at(30);
    expect(await alerts()).toEqual([]);
    await watched.at(29.9);
    expect(await notices()).toEqual(["opened"]);
  });
});

describe("a rule about the expiry of domains", () => {
  let watched: Watched;

  test("is evaluated by several processes at once, and each step is notified once", async () => {
    watched = await watchedDomain();
    for (const left of [30, 14, 1])
      await Promise.all([left, left, left, left].map((each) => watched.at(each)));
    expect(await notices()).toEqual(["opened", "reminder", "reminder"]);
  });

  test("alerts for each monitor of the domain, but for no other and no paused one", async () => {
    watched = await watchedDomain();
    const second = await monitor(`shop-${orgId}.test`);
    const paused = await monitor(`shop-${orgId}.test`);
    await monitor("other.test");
    await monitor();
    await database.run(sql`update target set enabled = false where id = ${paused.id}`);
    await watched.at(10);
    const targetIds = (await alerts()).map(({ target_id: id }) => id).sort();
    expect(targetIds).toEqual([watched.id, second.id].sort());
  });

  test("keeps its alert while the end is unknown, and ends it if there is none", async () => {
    watched = await watchedDomain();
    const domain = `shop-${orgId}.test`;
    await watched.at(10);
    const evaluate = async (state: string) => {
      await register(domain, { expiresAt: null, state });
      const clock = { now: () => EXPIRY_MS, monotonic: () => 0 };
      const deps = {
        database,
        clock,
        log: silentLogger,
        suppression: NO_SUPPRESSION,
        publish: () => undefined,
      };
      await evaluateDomainExpiry(deps, { signal: AbortSignal.timeout(30_000) });
      return (await alerts())[0]?.status === "resolved";
    };
    expect(await evaluate("missing")).toBe(false);
    expect(await evaluate("found")).toBe(true);
  });
});
