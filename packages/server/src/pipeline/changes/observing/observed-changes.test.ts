import type { RuleCondition } from "@vedette/contract/alerts/rule-conditions.ts";
import type { CHANGE_FIELDS } from "@vedette/contract/changes/change-fields.ts";
import type { Fingerprint } from "@vedette/contract/changes/fingerprint.ts";
import type { CheckOutcome } from "@vedette/contract/checks/check-run.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listAlerts, makeRule, type Recording, startRecording } from "../../../../test/alerting.ts";
import { makeMonitor, makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { preview } from "../../alerting/preview/preview.ts";
import { CHANGES_PER_DAY_MAX } from "./target-fingerprint.ts";

const NOW_MS = Date.UTC(2026, 10, 20, 12);
const MINUTE_MS = 60_000;

let harness: TestDatabase;
let orgId: string;
let monitor: { id: string; seriesKeys: number[] };
let recording: Recording;
beforeAll(async () => {
  harness = await testDatabase();
});
afterAll(() => harness.drop());
beforeEach(async () => {
  const { database } = harness;
  orgId = await makeOrganization(database);
  monitor = await makeMonitor(database, { orgId, locations: ["berlin", "tokyo"] });
  recording = await startRecording(database);
});
afterEach(() => recording.stop());

type Seen = Partial<CheckOutcome> | Fingerprint;
const isFingerprint = (seen: Seen): seen is Fingerprint => !("ip" in seen || "tls" in seen);

/** Records what a check saw so many minutes after the start. */
async function see(minute: number, seen: Seen, location: "berlin" | "tokyo" = "berlin"): Promise<void> {
  const [berlin = 0, tokyo = 0] = monitor.seriesKeys;
  await recording.record([
    {
      seriesKey: location === "berlin" ? berlin : tokyo,
      slotMs: NOW_MS + minute * MINUTE_MS,
      location,
      found: isFingerprint(seen) ? { fingerprint: seen } : seen,
    },
  ]);
}

const changes = async (): Promise<string[]> => {
  const rows = await harness.database.rows<{ text: string }>(sql`
    select field || ': ' || before || ' → ' || after || ' at ' || array_to_string(locations, ', ')
      || case when is_last then ' (last)' else '' end as text
    from target_change where target_id = ${monitor.id} order by id`);
  return rows.map(({ text }) => text);
};

const restart = async () => {
  await recording.stop();
  recording = await startRecording(harness.database);
};

describe("what checks see", () => {
  test("is stored when it changes, and not with each check", async () => {
    await see(0, { headers: "server: nginx", redirects: "", httpVersion: "1.1" });
    await see(1, { headers: "server: nginx", redirects: "", httpVersion: "1.1" });
    expect(await changes()).toEqual([]);
    await see(2, { headers: "server: caddy", redirects: "301 https://a.test/", httpVersion: "2" });
    expect(await changes()).toEqual([
      "headers: server: nginx → server: caddy at berlin",
      "redirects: none → 301 https://a.test/ at berlin",
      "http_version: 1.1 → 2 at berlin",
    ]);
  });

  test("of a certificate and of addresses is compared, also if the check fails", async () => {
    const tls = { expiresAtMs: null, issuer: "R3", protocol: "TLSv1.3", fingerprint: "AA" };
    await see(0, { ip: "203.0.113.7", tls });
    await see(1, { ip: "203.0.113.8", tls: { ...tls, issuer: "E5", fingerprint: "BB" }, status: "down" });
    expect(await changes()).toEqual([
      "address: 203.0.113.7 → 203.0.113.8 at berlin",
      "certificate: AA → BB at berlin",
      "issuer: R3 → E5 at berlin",
    ]);
  });

  test("a restart makes no change, and misses none", async () => {
    await see(0, { headers: "server: nginx" });
    await restart();
    await see(1, { headers: "server: nginx" });
    expect(await changes()).toEqual([]);
    await restart();
    await see(2, { headers: "server: caddy" });
    expect(await changes()).toHaveLength(1);
  });

  test("another definition of the check starts with what is seen next", async () => {
    await see(0, { headers: "server: nginx" });
    await harness.database.run(
      sql`update monitor set config = config || '{"url": "http://127.0.0.2/"}' where id = ${monitor.id}`,
    );
    await recording.reload(monitor.id);
    await see(1, { headers: "server: caddy" });
    await see(2, { headers: "server: apache" });
    expect(await changes()).toEqual(["headers: server: caddy → server: apache at berlin"]);
  });

  test("a second location adds itself to the change, and its own addresses are none", async () => {
    await see(0, { addresses: ["203.0.113.1"], headers: "server: nginx" });
    await see(0, { addresses: ["198.51.100.1"], headers: "server: nginx" }, "tokyo");
    await see(1, { addresses: ["203.0.113.1"], headers: "server: caddy" });
    await see(1, { addresses: ["198.51.100.1"], headers: "server: caddy" }, "tokyo");
    expect(await changes()).toEqual(["headers: server: nginx → server: caddy at berlin, tokyo"]);
  });

  test("a field that changes with each check is stored ten times a day, and then ignored for a week", async () => {
    for (let minute = 0; minute < 30; minute++) await see(minute, { bodyKeys: `key${minute}` });
    const stored = await changes();
    expect([stored.length, stored.at(-1)?.endsWith("(last)")]).toEqual([CHANGES_PER_DAY_MAX, true]);
    await restart();
    await see(60, { bodyKeys: "other" });
    expect(await changes()).toHaveLength(CHANGES_PER_DAY_MAX);
    const week = 8 * 24 * 60;
    await see(week, { bodyKeys: "first" });
    await see(week + 1, { bodyKeys: "second" });
    expect((await changes()).at(-1)).toBe("body: first → second at berlin");
  });

  test("is not compared for a paused monitor or a check without a verdict", async () => {
    await see(0, { headers: "server: nginx" });
    await see(1, { ip: null, status: "error", fingerprint: { headers: "server: caddy" } });
    await harness.database.run(sql`update stored_target set enabled = false where id = ${monitor.id}`);
    await recording.reload(monitor.id);
    await see(2, { headers: "server: apache" });
    expect(await changes()).toEqual([]);
  });
});

describe("a rule of the type change", () => {
  const rule = (fields: (typeof CHANGE_FIELDS)[number][], minutes = 5): RuleCondition => ({
    type: "change",
    params: { fields, minutes },
  });
  const alerts = () => listAlerts(harness.database, orgId);

  test("opens an alert at a change of its fields, which resolves by itself", async () => {
    await makeRule(harness.database, { orgId, ...rule(["headers"]) });
    await restart();
    await see(0, { headers: "server: nginx", httpVersion: "1.1" });
    await see(1, { headers: "server: nginx", httpVersion: "2" });
    expect(await alerts()).toEqual([]);
    await see(2, { headers: "server: caddy", httpVersion: "2" });
    expect(await alerts()).toMatchObject([
      {
        status: "pending",
        title: "Server headers of Test changed",
        message: "Server headers: server: nginx → server: caddy.",
        evidence: {
          location: "berlin",
          changes: [{ field: "headers", before: "server: nginx", after: "server: caddy" }],
        },
      },
    ]);
    await see(6, { headers: "server: caddy", httpVersion: "2" });
    expect(await alerts()).toMatchObject([{ status: "pending" }]);
    await restart();
    await see(7, { headers: "server: caddy", httpVersion: "2" });
    expect(await alerts()).toMatchObject([{ status: "resolved", resolved_by: "auto" }]);
  });

  test("is previewed from the stored changes", async () => {
    for (const [minute, value] of [
      [0, "a"],
      [1, "b"],
      [3, "c"],
      [60, "d"],
    ] as const)
      await see(minute, { headers: value, httpVersion: value });
    const found = await preview(
      {
        db: harness.database,
        clock: { monotonic: () => 0 },
        limits: { resultsMax: 1_000, newResultsMax: 1_000, durationMs: 10_000 },
      },
      {
        ...{ orgId, condition: rule(["headers"]), days: 1, nowMs: NOW_MS + 62 * MINUTE_MS },
        timing: { cooldownMs: 0, confirmMs: 0, recoveryThreshold: 1 },
        targets: [{ id: monitor.id, kind: "monitor", name: "Test" }],
      },
    );
    const at = (minute: number) => new Date(NOW_MS + minute * MINUTE_MS).toISOString();
    expect(found).toMatchObject({
      ...{ total: 2, precision: "results" },
      alerts: [
        { triggered_at: at(60), resolved_at: null },
        { triggered_at: at(1), resolved_at: at(8), evidence: { changes: [{ before: "a", after: "b" }] } },
      ],
    });
  });
});
