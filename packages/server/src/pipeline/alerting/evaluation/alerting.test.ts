import type { RuleCondition } from "@vedette/contract/alerts/rule-conditions.ts";
import { describe, expect, test } from "vitest";
import { makeRule } from "../../../../test/alerting.ts";
import { makeMonitor, makeOrganization } from "../../../../test/builders.ts";
import { alertingLab, FAILURES, NOW_MS } from "../../../../test/labs/alerting-lab.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { endAlert } from "../alerts/end-alerts.ts";
import { remindOfAlerts } from "../alerts/remind.ts";

const lab = alertingLab();
const { alerts, isCached, notices, restart, targetStatus, watched } = lab;

describe("a condition", () => {
  test("opens an alert when it starts to hold and resolves it when it clears", async () => {
    const { seriesKey, targetId, ruleId } = await watched();
    await lab.recording.recordEach(seriesKey, ".xxxx", NOW_MS);
    expect(await alerts()).toMatchObject([
      {
        rule_id: ruleId,
        target_id: targetId,
        status: "pending",
        title: "Test is down",
        message: "2 checks in a row failed at default. Last error: Nothing listens there.",
        triggered_at: new Date(NOW_MS + 2_000),
        evidence: { location: "default", value: 2, threshold: 2, error: { code: "CONNECT_REFUSED" } },
      },
    ]);
    expect(await notices()).toEqual([`opened ${lab.channelId}`]);
    await lab.recording.recordEach(seriesKey, ".", NOW_MS + 5_000);
    expect(await alerts()).toMatchObject([
      { status: "resolved", resolved_by: "auto", resolved_at: new Date(NOW_MS + 5_000) },
    ]);
    expect(await notices()).toEqual([`opened ${lab.channelId}`, `resolved ${lab.channelId}`]);
    expect(lab.recording.events.map(({ data }) => "status" in data && data.status)).toEqual([
      "pending",
      "resolved",
    ]);
  });

  test("ignores results without a verdict", async () => {
    const { seriesKey, targetId } = await watched();
    let nextMs = await lab.recording.recordEach(seriesKey, ".eeeeee", NOW_MS);
    expect(await alerts()).toEqual([]);
    expect(await targetStatus(targetId)).toEqual({
      status: "unknown",
      status_reason: "ADDRESS_BLOCKED: the address is closed",
    });
    nextMs = await lab.recording.recordEach(seriesKey, "xex", nextMs);
    expect(await alerts()).toMatchObject([{ status: "pending", evidence: { value: 2 } }]);
    nextMs = await lab.recording.recordEach(seriesKey, "eeee", nextMs);
    expect((await alerts()).map(({ status }) => status)).toEqual(["pending"]);
    await lab.recording.recordEach(seriesKey, ".", nextMs);
    expect((await alerts()).map(({ status }) => status)).toEqual(["resolved"]);
    expect(await targetStatus(targetId)).toEqual({ status: "up", status_reason: null });
  });

  test("over a time window counts only results with a verdict, also after a restart", async () => {
    const condition: RuleCondition = {
      type: "error_rate",
      params: { threshold: 50, window_seconds: 600, min_checks: 4 },
    };
    const { seriesKey, targetId, ruleId } = await watched(condition);
    const nextMs = await lab.recording.recordEach(seriesKey, "..eeeeeee", NOW_MS);
    await restart();
    await isCached(targetId, ruleId);
    await lab.recording.recordEach(seriesKey, "x", nextMs);
    expect(await alerts()).toEqual([]);
    await lab.recording.recordEach(seriesKey, "x", nextMs + 1_000);
    expect(await alerts()).toMatchObject([{ evidence: { total_checks: 4, failed_checks: 2, value: 50 } }]);
  });

  test("about flapping opens an alert at the last change and resolves it when there are too few", async () => {
    const { seriesKey } = await watched({ type: "flapping", params: { changes: 4, window_seconds: 60 } });
    await lab.recording.recordEach(seriesKey, "..x.xxe.", NOW_MS);
    expect(await alerts()).toMatchObject([
      {
        title: "Test is flapping",
        message:
          "It changed 4 times between up and down in the last minute at default; the threshold is 4 changes.",
        triggered_at: new Date(NOW_MS + 7_000),
        evidence: { value: 4, threshold: 4, locations: ["default"], window_seconds: 60 },
      },
    ]);
    // The first of the four changes was at two seconds.
    await lab.recording.recordEach(seriesKey, "..", NOW_MS + 61_000);
    expect(await alerts()).toMatchObject([{ resolved_at: new Date(NOW_MS + 62_000) }]);
  });

  test("that opens and clears in one batch creates an alert", async () => {
    const { seriesKey } = await watched();
    await lab.recording.record(
      [..."xx.xx"].map((letter, nr) => ({
        seriesKey,
        slotMs: NOW_MS + nr * 1_000,
        status: letter === "x" ? ("down" as const) : ("up" as const),
      })),
    );
    expect((await alerts()).map(({ status }) => status)).toEqual(["resolved", "pending"]);
  });

  test("of a rule without channels opens an alert without notifications", async () => {
    const { seriesKey } = await watched(FAILURES, { channelIds: [] });
    await lab.recording.recordEach(seriesKey, "xx.", NOW_MS);
    expect(await alerts()).toHaveLength(1);
    expect(await notices()).toEqual([]);
  });

  test("of an organization-wide rule is evaluated per target", async () => {
    const ruleId = await makeRule(lab.database, {
      orgId: lab.orgId,
      channelIds: [lab.channelId],
      ...FAILURES,
    });
    const targets = [
      await makeMonitor(lab.database, { orgId: lab.orgId }),
      await makeMonitor(lab.database, { orgId: lab.orgId }),
    ];
    const foreign = await makeMonitor(lab.database, { orgId: await makeOrganization(lab.database) });
    await isCached(targets[0]?.id ?? "", ruleId);
    const seriesKeys = [...targets, foreign].map(({ seriesKeys }) => seriesKeys[0] ?? 0);
    for (const nr of [0, 1]) {
      await lab.recording.record(
        seriesKeys.map((seriesKey) => ({ seriesKey, slotMs: NOW_MS + nr * 1_000, status: "down" as const })),
      );
    }
    expect((await alerts()).map((alert) => alert.target_id).sort()).toEqual(
      targets.map(({ id }) => id).sort(),
    );
    expect(await lab.database.rows(sql`select 1 from alert where target_id = ${foreign.id}`)).toEqual([]);
  });

  test("that holds at two of three locations", async () => {
    const { id: targetId, seriesKeys } = await makeMonitor(lab.database, {
      orgId: lab.orgId,
      locations: ["a", "b", "c"],
    });
    const condition = { type: "consecutive_failures", params: { threshold: 2, min_locations: 2 } } as const;
    const ruleId = await makeRule(lab.database, { orgId: lab.orgId, targetId, ...condition });
    await isCached(targetId, ruleId);
    await lab.recording.recordEach(seriesKeys[0] ?? 0, "xxxx", NOW_MS);
    await lab.recording.recordEach(seriesKeys[1] ?? 0, "x", NOW_MS);
    expect(await alerts()).toEqual([]);
    await lab.recording.recordEach(seriesKeys[1] ?? 0, "x", NOW_MS + 1_000);
    expect(await alerts()).toMatchObject([{ evidence: { locations: ["a", "b"], value: 4 } }]);
  });

  test("reopens only after its cooldown, and keeps counting meanwhile", async () => {
    const { seriesKey } = await watched(FAILURES, { cooldownSeconds: 10 });
    const nextMs = await lab.recording.recordEach(seriesKey, "xx.xxx", NOW_MS);
    expect(await alerts()).toHaveLength(1);
    await lab.recording.recordEach(seriesKey, "xxxxxx", nextMs);
    expect((await alerts()).map((alert) => alert.triggered_at.getTime() - NOW_MS)).toEqual([1_000, 11_000]);
  });

  test("sends no recovery notification if its rule disables them", async () => {
    const { seriesKey } = await watched(FAILURES, { notifyRecovery: false });
    await lab.recording.recordEach(seriesKey, "xx.", NOW_MS);
    expect(await notices()).toEqual([`opened ${lab.channelId}`]);
  });
});

describe("a manually resolved alert", () => {
  test("is followed by another only after the condition has cleared and returned", async () => {
    const { seriesKey } = await watched();
    let nextMs = await lab.recording.recordEach(seriesKey, "xx", NOW_MS);
    const [open] = await alerts();
    const ended = await endAlert(lab.database, {
      id: open?.id ?? "",
      orgId: lab.orgId,
      by: "member",
      nowMs: Date.now(),
    });
    expect(ended).toMatchObject({ status: "resolved", resolved_by: "member" });
    nextMs = await lab.recording.recordEach(seriesKey, "xxx", nextMs);
    await restart();
    nextMs = await lab.recording.recordEach(seriesKey, "xx", nextMs);
    expect(await alerts()).toHaveLength(1);
    await lab.recording.recordEach(seriesKey, ".xx", nextMs);
    expect(await alerts()).toHaveLength(2);
    expect(await notices()).toEqual([
      `opened ${lab.channelId}`,
      `resolved ${lab.channelId}`,
      `opened ${lab.channelId}`,
    ]);
  });
});

test("an open alert is repeated as often as its rule defines", async () => {
  const { seriesKey } = await watched(FAILURES, { remindEverySeconds: 300 });
  await lab.recording.recordEach(seriesKey, "xx", NOW_MS);
  const remindAt = async (afterMs: number) => {
    const clock = { now: () => NOW_MS + 1_000 + afterMs, monotonic: () => 0 };
    await remindOfAlerts({ database: lab.database, clock }, { signal: AbortSignal.timeout(10_000) });
    return (await notices()).filter((text) => text.startsWith("reminder")).length;
  };
  expect(await remindAt(299_000)).toBe(0);
  expect(await remindAt(300_000)).toBe(1);
  expect(await remindAt(400_000)).toBe(1);
  expect(await remindAt(600_000)).toBe(2);
  await lab.recording.recordEach(seriesKey, ".", NOW_MS + 3_000);
  expect(await remindAt(900_000)).toBe(2);
});
