import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeAlert } from "../../../../test/alerting.ts";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makeMonitor } from "../../../../test/builders.ts";
import { countUsage } from "../../../pipeline/results/recording/usage.ts";
import { sql } from "../../../platform/storage/sql.ts";

const NOW_MS = Date.parse("2026-11-21T00:00:00Z");

let running: TestApp;
beforeAll(async () => {
  running = await startTestApp({ clock: { now: () => NOW_MS, monotonic: () => performance.now() } });
});
afterAll(() => running.stop());

const getUsage = async ({ keys }: TestOrg) =>
  (await running.call(keys.read, { method: "GET", url: "/api/v1/billing/usage" })).json().data;

const usageEvent = (orgId: string, kind: "monitor" | "api_monitor" | "journey", at: string) => ({
  report: { slotMs: Date.parse(at) },
  target: { orgId, kind, type: null },
});

describe("usage", () => {
  test("of an organization without activity is zero in every field", async () => {
    const org = await makeOrg(running.database);
    await running.database.run(
      sql`update organization set created_at = '2026-01-01' where id = ${org.orgId}`,
    );
    expect(await getUsage(org)).toEqual({
      org_id: org.orgId,
      plan_id: "self-hosted",
      period: { from: "2026-11-01T00:00:00.000Z", to: "2026-12-01T00:00:00.000Z" },
      check_runs: 0,
      api_runs: 0,
      browser_runs: 0,
      monitors: 0,
      journeys: 0,
      members: 0,
      alerts_sent: 0,
      limits: {
        monitors: null,
        min_interval_seconds: null,
        check_runs: null,
        api_runs: null,
        browser_runs: null,
        members: null,
        retention_days: null,
        status_pages: null,
        page_subscribers: null,
      },
      projection: { check_runs: 0, api_runs: 0, browser_runs: 0 },
      paused_by_plan: 0,
      subscription: null,
    });
  });

  test("is counted by organization, kind and UTC month of the slot", async () => {
    const [org, other] = [await makeOrg(running.database), await makeOrg(running.database)];
    await running.database.run(
      sql`update organization set created_at = '2026-01-01' where id = ${org.orgId}`,
    );
    await running.database.transaction((db) =>
      countUsage(db, [
        usageEvent(org.orgId, "monitor", "2026-10-31T23:59:59.999Z"),
        usageEvent(org.orgId, "monitor", "2026-11-01T00:00:00Z"),
        usageEvent(org.orgId, "monitor", "2026-11-20T12:00:00Z"),
        usageEvent(org.orgId, "api_monitor", "2026-11-20T12:00:00Z"),
        usageEvent(org.orgId, "journey", "2026-11-30T23:59:59.999Z"),
        usageEvent(org.orgId, "journey", "2026-12-01T00:00:00Z"),
        usageEvent(other.orgId, "monitor", "2026-11-20T12:00:00Z"),
      ]),
    );
    expect(await getUsage(org)).toMatchObject({
      check_runs: 2,
      api_runs: 1,
      browser_runs: 1,
      // Twenty of thirty days have passed.
      projection: { check_runs: 3, api_runs: 2, browser_runs: 2 },
    });
    expect(await getUsage(other)).toMatchObject({ check_runs: 1, api_runs: 0, browser_runs: 0 });
  });

  test("does not decrease after a deletion, and ignores organizations that no longer exist", async () => {
    const org = await makeOrg(running.database);
    const { id } = await makeMonitor(running.database, { orgId: org.orgId });
    const deletedOrgId = "01900000-0000-7000-8000-000000000000";
    const counted = await running.database.transaction((db) =>
      countUsage(db, [
        usageEvent(deletedOrgId, "monitor", "2026-11-20T12:00:00Z"),
        usageEvent(org.orgId, "monitor", "2026-11-20T12:00:00Z"),
      ]),
    );
    expect(counted).toMatchObject([{ orgId: org.orgId, month: "2026-11-01", checkRuns: 1 }]);
    expect(await getUsage(org)).toMatchObject({ check_runs: 1, monitors: 1 });
    await running.call(org.keys.admin, { method: "DELETE", url: `/api/v1/monitors/${id}` });
    expect(await getUsage(org)).toMatchObject({ check_runs: 1, monitors: 0 });
  });

  test("is correct under concurrent counting in any order of organizations", async () => {
    const orgs = await Promise.all([1, 2, 3].map(() => makeOrg(running.database)));
    const ids = orgs.map(({ orgId }) => orgId);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        running.database.transaction((db) => {
          const order = index % 2 === 0 ? ids : ids.toReversed();
          return countUsage(
            db,
            order.map((orgId) => usageEvent(orgId, "monitor", "2026-11-20T12:00:00Z")),
          );
        }),
      ),
    );
    for (const org of orgs) expect(await getUsage(org)).toMatchObject({ check_runs: 20 });
  });

  test("counts alerts sent in the month, members and open invitations", async () => {
    const org = await makeOrg(running.database);
    const { orgId } = org;
    for (const at of ["2026-10-31T23:59:59.999Z", "2026-11-01T00:00:00Z", "2026-11-20T00:00:00Z", null]) {
      const id = await makeAlert(running.database, { orgId });
      await running.database.run(
        sql`update alert set sent_at = ${at === null ? null : new Date(at)} where id = ${id}`,
      );
    }
    await makeMember(running.database, { orgId, role: "owner" });
    for (const email of ["a@example.org", "b@example.org"]) {
      const url = `/api/v1/organizations/${orgId}/invitations`;
      await running.call(org.keys.admin, { method: "POST", url, payload: { email } });
    }
    await running.database.run(sql`
      update invitation set expires_at = ${new Date(NOW_MS)} where org_id = ${orgId} and email = 'b@example.org'`);
    expect(await getUsage(org)).toMatchObject({ alerts_sent: 2, members: 2 });
  });
});

describe("the plans", () => {
  test("are listed with their limits and the current plan", async () => {
    const org = await makeOrg(running.database);
    const { data } = (
      await running.call(org.keys.read, { method: "GET", url: "/api/v1/billing/plans" })
    ).json();
    expect(data.map(({ id, is_current }: { id: string; is_current: boolean }) => [id, is_current])).toEqual([
      ["self-hosted", true],
      ["free", false],
      ["pro", false],
      ["business", false],
    ]);
    expect(data[1]).toMatchObject({
      name: "Free",
      price: null,
      limits: { monitors: 10, min_interval_seconds: 300 },
    });
    expect(data[2].price).toEqual({ amount: 2_900, currency: "eur", interval: "month" });
    expect(Object.keys(data[2])).not.toContain("stripe_lookup_key");
  });
});
