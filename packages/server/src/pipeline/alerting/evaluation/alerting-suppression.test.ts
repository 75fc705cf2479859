import { describe, expect, test } from "vitest";
import { alertingLab, FAILURES, NOW_MS } from "../../../../test/labs/alerting-lab.ts";
import { releaseAlerts } from "../alerts/open-alerts.ts";
import { NO_SUPPRESSION, type Suppression } from "../alerts/suppression.ts";

const lab = alertingLab();
const { alerts, notices, restart, watched } = lab;

describe("a suppressed alert", () => {
  test("is stored with the reason, sent when the suppression ends, and recovers normally", async () => {
    const reasons = new Map<string, string>();
    const suppression: Suppression = { isSuppressed: async () => reasons };
    await restart({ suppression });
    const { seriesKey, targetId } = await watched();
    reasons.set(targetId, "maintenance");
    const nextMs = await lab.recording.recordEach(seriesKey, "xxx", NOW_MS);
    expect(await alerts()).toMatchObject([{ suppressed_by: "maintenance", status: "pending" }]);
    const release = () => releaseAlerts(lab.database, [targetId], { suppression, nowMs: Date.now() });
    expect(await release()).toEqual([]);
    expect(await notices()).toEqual([]);
    reasons.clear();
    expect(await release()).toMatchObject([{ suppressed_by: null }]);
    expect(await release()).toEqual([]);
    await lab.recording.recordEach(seriesKey, ".", nextMs);
    expect(await notices()).toEqual([`opened ${lab.channelId}`, `resolved ${lab.channelId}`]);
  });

  test("that resolves during the suppression is never sent", async () => {
    const suppression: Suppression = {
      isSuppressed: async (_db, ids) => new Map(ids.map((id) => [id, "a parent is down"])),
    };
    await restart({ suppression });
    const { seriesKey } = await watched();
    await lab.recording.recordEach(seriesKey, "xx.", NOW_MS);
    expect(await alerts()).toMatchObject([{ status: "resolved", suppressed_by: "a parent is down" }]);
    expect(await notices()).toEqual([]);
  });
});

describe("a rule with flap detection", () => {
  test("stops notifying after the fourth alert, and notifies once the target stays down", async () => {
    const { seriesKey, targetId } = await watched(FAILURES, { flapDetection: true });
    let atMs = NOW_MS;
    for (let round = 0; round < 5; round++) atMs = await lab.recording.recordEach(seriesKey, "xx.", atMs);
    atMs = await lab.recording.recordEach(seriesKey, "xx", atMs);
    const all = (await alerts()).toSorted((a, b) => a.id.localeCompare(b.id));
    const isHeldBack = all.map(({ suppressed_by: reason }) => reason === "flapping");
    expect(isHeldBack).toEqual([false, false, false, false, true, true]);
    expect(all.map(({ message }) => message.includes("wait until"))).toEqual([
      ...[false, false, false, true, false, false],
    ]);
    // The ids of notifications of the same millisecond are in random order.
    const sent = async () =>
      Object.values(Object.groupBy(await notices(), String)).map((some) => some?.length);
    expect(await sent()).toEqual([4, 4]);
    const releaseAt = (nowMs: number) =>
      releaseAlerts(lab.database, [targetId], { suppression: NO_SUPPRESSION, nowMs });
    expect(await releaseAt(atMs + 9 * 60_000)).toEqual([]);
    expect(await releaseAt(atMs + 10 * 60_000)).toMatchObject([{ suppressed_by: null }]);
    await lab.recording.recordEach(seriesKey, ".", atMs);
    expect(await sent()).toEqual([5, 5]);
  });

  test("counts each target on its own, and without it every alert is notified", async () => {
    const first = await watched(FAILURES, { flapDetection: true });
    const second = await watched(FAILURES);
    let atMs = NOW_MS;
    for (let round = 0; round < 5; round++) {
      await lab.recording.recordEach(first.seriesKey, "xx.", atMs);
      atMs = await lab.recording.recordEach(second.seriesKey, "xx.", atMs);
    }
    const heldBack = (await alerts()).filter(({ suppressed_by: reason }) => reason !== null);
    expect(heldBack.map(({ target_id: id }) => id)).toEqual([first.targetId]);
  });
});
