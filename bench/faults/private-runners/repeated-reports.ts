import { setTimeout as pause } from "node:timers/promises";
import { readSlots } from "../../../e2e/harness/database.ts";
import type { Lab } from "../../../e2e/harness/lab.ts";
import {
  changeMonitor,
  createMonitor,
  getMonitor,
  listResults,
  slotMsOf,
} from "../../../e2e/harness/monitors.ts";
import type { Vedette } from "../../../e2e/harness/vedette.ts";
import type { Verdict } from "../../harness/report.ts";
import { equal, mustBecome, none, secondsUntil } from "../measuring/verdicts.ts";
import { withLab } from "../processes/with-lab.ts";
import { type FakeRunner, startFakeRunner } from "./fake-runner.ts";

const LATE_INTERVAL_MS = 5_000;
/** Late results wait for the record of their slot, which is written at most 11 s after it. */
const STORED_SECONDS = 40;
/** In which a report would have an effect. */
const SETTLE_MS = 3_000;
const LOCATION = "home";

type Scene = { vedette: Vedette; dataDir: string; runner: FakeRunner };

/** Reports the same check twice, an earlier one after a later one, and checks of monitors that were changed meanwhile. */
export function reportTwiceAndLate(): Promise<Verdict[]> {
  return withLab(async (lab) => {
    const scene = await startScene(lab);
    try {
      return [
        ...(await reportTwice(scene)),
        ...(process.env.X ? [] : await reportLate(scene)),
        ...(await reportChanged(scene, "deleted")),
        ...(await reportChanged(scene, "paused")),
        ...(await reportChanged(scene, "edited")),
      ];
    } finally {
      await scene.runner.stop();
    }
  });
}

async function startScene(lab: Lab): Promise<Scene> {
  const dataDir = await lab.emptyDataDir();
  const vedette = await lab.start({ dataDir });
  const key = await create(vedette, "/api-keys", { name: LOCATION, scope: "runner", location: LOCATION });
  const rule = { name: "any", type: "consecutive_failures", params: { threshold: 1 } };
  await create(vedette, "/alerts/rules", rule);
  return { vedette, dataDir, runner: startFakeRunner(vedette, key.key ?? "") };
}

async function reportTwice({ vedette, runner }: Scene): Promise<Verdict[]> {
  const url = "http://127.0.0.1:9/twice";
  const { id } = await createMonitor(vedette, { url, interval: 3_600, locations: [LOCATION] });
  const check = await runner.nextCheck(url);
  const report = { check, status: "down" as const };
  const responses = [
    await runner.report(report),
    await runner.report(report),
    await runner.report(report, report),
  ];
  await secondsUntil(async () => (await listResults(vedette, id)).length > 0, STORED_SECONDS);
  await pause(SETTLE_MS);
  return [
    equal("a report sent three times: status", {
      measured: [...new Set(responses.map(({ status }) => status))],
      goal: 200,
    }),
    equal("its results", { measured: (await listResults(vedette, id)).length, goal: 1 }),
    equal("its alerts", { measured: await countAlerts(vedette, id), goal: 1 }),
  ];
}

/** Holds the report of a check back until its slot is missed and the next check was reported as up. */
async function reportLate({ vedette, dataDir, runner }: Scene): Promise<Verdict[]> {
  const url = "http://127.0.0.1:9/late";
  const wanted = { url, interval: LATE_INTERVAL_MS / 1_000, timeout: 1, locations: [LOCATION] };
  const { id } = await createMonitor(vedette, wanted);
  // The first check is not on the grid.
  await runner.report({ check: await runner.nextCheck(url), status: "up" });
  const early = await runner.nextCheck(url);
  const later = await runner.nextCheck(url);
  await runner.report({ check: later, status: "up" });
  const hasResult = async (slotMs: number) =>
    (await listResults(vedette, id)).some((each) => slotMsOf(each) === slotMs);
  await mustBecome("the later check has a result", () => hasResult(later.slotMs));
  const { status } = await runner.report({ check: early, status: "down" });
  const stored = await secondsUntil(() => hasResult(early.slotMs), STORED_SECONDS);
  const untilMs = later.slotMs;
  const slots = await readSlots(dataDir, { monitorId: id, intervalMs: LATE_INTERVAL_MS, untilMs });
  const monitor = await getMonitor(vedette, id);
  await changeMonitor(vedette, id, { enabled: false });
  return [
    equal("a failed check reported after a later one: status", { measured: status, goal: 200 }),
    equal("it takes its missed slot", { measured: Number.isFinite(stored), goal: true }),
    none(
      "slots of this monitor without exactly one record",
      slots.filter(({ records }) => records.length !== 1),
    ),
    equal("status of this target, from the later check", { measured: monitor.status, goal: "up" }),
    none("alerts of this target", await countAlerts(vedette, id)),
  ];
}

/** Reports that the target is down after the monitor was deleted, paused or got another URL. */
async function reportChanged(
  { vedette, runner }: Scene,
  change: "deleted" | "paused" | "edited",
): Promise<Verdict[]> {
  const url = `http://127.0.0.1:9/${change}`;
  const { id } = await createMonitor(vedette, { url, interval: 3_600, locations: [LOCATION] });
  const check = await runner.nextCheck(url);
  if (change === "deleted") await vedette.request("DELETE", `/api/v1/monitors/${id}`);
  if (change === "paused") await changeMonitor(vedette, id, { enabled: false });
  if (change === "edited") {
    await changeMonitor(vedette, id, { url: `${url}-again` });
    // Until the scheduler knows of the change, the report is one of the present monitor.
    await runner.nextCheck(`${url}-again`);
  }
  const { status } = await runner.report({ check, status: "down" });
  await pause(SETTLE_MS);
  const state = change === "deleted" ? "deleted" : (await getMonitor(vedette, id)).status;
  return [
    equal(`a report about a monitor that was ${change}: status`, { measured: status, goal: 200 }),
    equal(`status of the monitor that was ${change}`, {
      measured: state,
      goal: { deleted: "deleted", paused: "paused", edited: "pending" }[change],
    }),
    none(`alerts of the monitor that was ${change}`, await countAlerts(vedette, id)),
  ];
}

async function create(vedette: Vedette, path: string, fields: object): Promise<Record<string, string>> {
  const { status, body, text } = await vedette.request("POST", `/api/v1${path}`, fields);
  if (status !== 201) throw new Error(`${path}: ${status} ${text}`);
  return (body as { data: Record<string, string> }).data;
}

async function countAlerts(vedette: Vedette, monitorId: string): Promise<number> {
  const { body } = await vedette.request("GET", `/api/v1/alerts?target_id=${monitorId}`);
  return (body as { data: unknown[] }).data.length;
}
