import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import { describe, expect, test } from "vitest";
import { listAlerts, listNotifications, makeRule, selectable } from "../../../../test/alerting.ts";
import { MINUTE_MS, maintenanceLab, NOW_MS, POLL } from "../../../../test/labs/maintenance-lab.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { remindOfAlerts } from "../alerts/remind.ts";
import { createStoredSuppression } from "./suppression.ts";

const lab = maintenanceLab();
const { becomes, createTarget, createWindow, passTo } = lab;

describe("alerts", () => {
  const rule = (targetId: string) =>
    makeRule(lab.database, {
      orgId: lab.orgId,
      targetId,
      channelIds: [lab.channelId],
      type: "consecutive_failures",
      params: { threshold: 1, min_locations: 1 },
    });
  const alerts = () => listAlerts(lab.database, lab.orgId);
  const notifications = () => listNotifications(lab.database, lab.orgId);
  const rulesOf = (targetId: string) =>
    lab.services.recording.rules.rulesFor(selectable(lab.orgId, targetId));

  async function watched(status: MonitorStatus = "up") {
    const target = await createTarget(status);
    await rule(target.id);
    await expect.poll(() => rulesOf(target.id).length, POLL).toBe(1);
    return target;
  }

  /** Each in its own second; alerts and notifications are ordered by it. */
  async function result({ seriesKey }: { seriesKey: number }, letter: string, atMs: number): Promise<void> {
    lab.nowMs = atMs;
    await lab.services.recording.recordEach(seriesKey, letter, atMs);
  }

  async function snooze(targetId: string, until: Date | null): Promise<void> {
    await lab.database.run(sql`
      insert into target_snooze (target_id, org_id, until, created_by, created_at)
      values (${targetId}, ${lab.orgId}, ${until}, 'test', ${new Date(NOW_MS)})`);
  }

  async function addParent(childId: string, parentId: string): Promise<void> {
    await lab.database.run(
      sql`insert into target_dependency (child_id, parent_id) values (${childId}, ${parentId})`,
    );
  }

  test("that open during maintenance are suppressed, and sent afterwards if they still hold", async () => {
    const [failing, recovering] = [await watched(), await watched()];
    await createWindow();
    await result(failing, "x", NOW_MS + MINUTE_MS);
    await result(recovering, "x", NOW_MS + MINUTE_MS + 1_000);
    expect((await alerts()).map((alert) => alert.suppressed_by)).toEqual([
      "maintenance 'Deploy'",
      "maintenance 'Deploy'",
    ]);
    await result(recovering, ".", NOW_MS + 2 * MINUTE_MS);
    expect(await notifications()).toEqual([]);
    await passTo(NOW_MS + 10 * MINUTE_MS);
    await expect.poll(notifications, POLL).toEqual([`opened ${lab.channelId}`]);
    expect((await alerts()).map(({ status, suppressed_by: by }) => [status, by])).toEqual([
      ["pending", null],
      ["resolved", "maintenance 'Deploy'"],
    ]);
  });

  test("of a snoozed target are sent when the snooze expires, if they still hold", async () => {
    const failing = await watched();
    await snooze(failing.id, new Date(NOW_MS + 10 * MINUTE_MS));
    await result(failing, "x", NOW_MS + MINUTE_MS);
    await passTo(NOW_MS + 10 * MINUTE_MS - 1);
    expect((await alerts()).map((alert) => alert.suppressed_by)).toEqual(["snoozed"]);
    expect(await notifications()).toEqual([]);
    await passTo(NOW_MS + 10 * MINUTE_MS);
    await expect.poll(notifications, POLL).toEqual([`opened ${lab.channelId}`]);
  });

  test("of a target snoozed until recovery are sent after maintenance that ends with it up", async () => {
    const target = await watched();
    await snooze(target.id, null);
    await createWindow({ mode: "pause", targetIds: [target.id] });
    await passTo(NOW_MS + 1);
    await becomes(target.id, "maintenance");
    await passTo(NOW_MS + 10 * MINUTE_MS + 1);
    await becomes(target.id, "up");
    await result(target, "x", NOW_MS + 11 * MINUTE_MS);
    expect(await notifications()).toEqual([`opened ${lab.channelId}`]);
  });

  test("of all descendants of a target that is down are suppressed", async () => {
    const [router, host, service] = [await watched(), await watched(), await watched()];
    await lab.database.run(sql`update target set name = 'Router' where id = ${router.id}`);
    await addParent(host.id, router.id);
    await addParent(service.id, host.id);
    await result(router, "x", NOW_MS);
    await result(service, "x", NOW_MS + 1_000);
    expect((await alerts()).map((alert) => alert.suppressed_by)).toEqual([null, "parent 'Router' is down"]);
    expect(await notifications()).toEqual([`opened ${lab.channelId}`]);
  });

  test("are released by the child's next check, not by the parent's recovery", async () => {
    const [router, host, lasting] = [await watched(), await watched(), await watched()];
    for (const child of [host, lasting]) await addParent(child.id, router.id);
    await result(router, "x", NOW_MS);
    await result(host, "x", NOW_MS + 1_000);
    await result(lasting, "x", NOW_MS + 2_000);
    await result(router, ".", NOW_MS + MINUTE_MS);
    await passTo(NOW_MS + MINUTE_MS + 1_000);
    await result(host, ".", NOW_MS + MINUTE_MS + 2_000);
    await result(lasting, "x", NOW_MS + MINUTE_MS + 3_000);
    await passTo(NOW_MS + MINUTE_MS + 4_000);
    await expect
      .poll(notifications, POLL)
      .toEqual([`opened ${lab.channelId}`, `resolved ${lab.channelId}`, `opened ${lab.channelId}`]);
    const [, ofHost, ofLasting] = await alerts();
    expect([ofHost?.target_id, ofHost?.status]).toEqual([host.id, "resolved"]);
    expect([ofLasting?.target_id, ofLasting?.suppressed_by]).toEqual([lasting.id, null]);
  });

  test("of dependents of a target in maintenance are suppressed as well", async () => {
    const [router, host] = [await watched(), await watched()];
    await addParent(host.id, router.id);
    await createWindow({ targetIds: [router.id] });
    await result(host, "x", NOW_MS + 1_000);
    expect((await alerts()).map((alert) => alert.suppressed_by)).toEqual(["parent 'Test' is in maintenance"]);
  });

  test("that were sent before get no reminders during maintenance", async () => {
    const failing = await watched();
    await result(failing, "x", NOW_MS - MINUTE_MS);
    await createWindow({ targetIds: [failing.id] });
    const remindAt = async (atMs: number) => {
      lab.nowMs = atMs;
      await lab.database.run(sql`update alert set remind_at = ${new Date(atMs)} where org_id = ${lab.orgId}`);
      const suppression = createStoredSuppression(lab.clock);
      await remindOfAlerts(
        { database: lab.database, clock: lab.clock, suppression },
        { signal: AbortSignal.timeout(10_000) },
      );
    };
    await remindAt(NOW_MS + MINUTE_MS);
    expect(await notifications()).toEqual([`opened ${lab.channelId}`]);
    await remindAt(NOW_MS + 10 * MINUTE_MS);
    expect(await notifications()).toEqual([`opened ${lab.channelId}`, `reminder ${lab.channelId}`]);
  });

  test("of a target in a dependency cycle are sent: it is not its own reason", async () => {
    const [one, other] = [await watched(), await watched()];
    await addParent(one.id, other.id);
    await addParent(other.id, one.id);
    await result(one, "x", NOW_MS);
    await result(other, "x", NOW_MS + 1_000);
    expect((await alerts()).map((alert) => alert.suppressed_by)).toEqual([null, "parent 'Test' is down"]);
  });
});
