import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  listAlerts,
  makeChannel,
  makeRule,
  type Recording,
  startRecording,
} from "../../../../test/alerting.ts";
import { startTestApp, type TestApp } from "../../../../test/app.ts";
import { makeMonitor } from "../../../../test/builders.ts";
import { type IncidentMaker, incidentMaker } from "../../../../test/incidents/incident-maker.ts";

const SECOND_MS = 1_000;

let running: TestApp;
let make: IncidentMaker;
let recording: Recording;
beforeAll(async () => {
  running = await startTestApp();
});
beforeEach(async () => {
  make = await incidentMaker(running);
});
afterAll(() => running.stop());

type Fleet = { id: string; seriesKey: number; address: string }[];

/** Monitors that were up, each at an address, under one rule that opens incidents. */
async function fleet(addresses: readonly string[]): Promise<Fleet> {
  const { orgId } = make.org;
  const channelId = await makeChannel(running.database, orgId);
  await makeRule(running.database, {
    ...{ type: "consecutive_failures", params: { threshold: 1, min_locations: 1 } },
    ...{ orgId, opensIncident: true, channelIds: [channelId] },
  });
  recording = await startRecording(running.database);
  const monitors: Fleet = [];
  for (const [nr, address] of addresses.entries()) {
    const url = `https://${orgId}-${nr}.example/`;
    const { id, seriesKeys } = await makeMonitor(running.database, { orgId, url });
    monitors.push({ id, seriesKey: seriesKeys[0] ?? 0, address });
  }
  await check(monitors, Date.now() - 600 * SECOND_MS, "up");
  return monitors;
}

/** Records a check of each monitor at one time. */
const check = (monitors: Fleet, slotMs: number, status: "up" | "down") =>
  recording.record(
    monitors.map(({ seriesKey, address }) => ({ seriesKey, slotMs, status, found: { ip: address } })),
  );

const behind = (network: string, count: number) =>
  Array.from({ length: count }, (_, nr) => `${network}.${nr + 1}`);
const elsewhere = (count: number) => Array.from({ length: count }, (_, nr) => `192.0.${nr + 2}.1`);

describe("targets that fail together and share a network", () => {
  test("are one incident with a sentence, also if the first alerts opened several", async () => {
    const monitors = await fleet([...behind("203.0.113", 5), ...elsewhere(15)]);
    const startMs = Date.now() - 120 * SECOND_MS;
    for (const [nr, monitor] of monitors.slice(0, 5).entries()) {
      await check([monitor], startMs + nr * SECOND_MS, "down");
      await make.update();
    }
    await recording.stop();
    const incidents = await make.list();
    expect(incidents.map(({ number, state, alert_count: alerts }) => [number, state, alerts])).toEqual([
      [3, "resolved", 0],
      [2, "resolved", 0],
      [1, "open", 5],
    ]);
    const incident = await make.get(incidents[2]?.id ?? "");
    const summary = "5 targets: all behind 203.0.113.0/24; 0 of 15 others.";
    expect(incident.cause).toEqual({
      ...{ kind: "network", value: "203.0.113.0/24", summary, score: 1 },
      target_ids: monitors
        .slice(0, 5)
        .map(({ id }) => id)
        .sort(),
    });
    const early = "4 targets: all behind 203.0.113.0/24; 1 of 16 others.";
    expect(incident.alerts.map(({ reason }) => reason)).toEqual([
      "It opened the incident.",
      ...[early, early, early, summary],
    ]);
    const keys = (await listAlerts(running.database, make.org.orgId)).map(
      (alert) => (alert as unknown as { group_key: string | null }).group_key,
    );
    expect(keys).toEqual([null, null, null, null, `cause:${incident.id}`]);
  });

  test("stay apart with fewer than 15 targets, and if they share nothing", async () => {
    const small = await fleet([...behind("203.0.113", 4), ...elsewhere(10)]);
    await check(small.slice(0, 4), Date.now() - 60 * SECOND_MS, "down");
    await make.update();
    expect(await make.list()).toHaveLength(4);
    await recording.stop();
    make = await incidentMaker(running);
    const large = await fleet(elsewhere(20));
    await check(large.slice(0, 2), Date.now() - 60 * SECOND_MS, "down");
    await make.update();
    await recording.stop();
    expect((await make.list()).length).toBe(2);
  });

  test("an incident that a person acknowledged keeps its alerts", async () => {
    const monitors = await fleet([...behind("203.0.113", 3), ...elsewhere(15)]);
    const startMs = Date.now() - 120 * SECOND_MS;
    for (const [nr, monitor] of monitors.slice(0, 2).entries()) {
      await check([monitor], startMs + nr * SECOND_MS, "down");
      await make.update();
    }
    const [second] = await make.list();
    expect((await make.send("POST", `/${second?.id}/acknowledge`)).statusCode).toBe(200);
    await check(monitors.slice(2, 3), startMs + 2 * SECOND_MS, "down");
    await make.update();
    await recording.stop();
    expect((await make.list()).map(({ state, alert_count: alerts }) => [state, alerts])).toEqual([
      ["acknowledged", 1],
      ["open", 2],
    ]);
  });
});
