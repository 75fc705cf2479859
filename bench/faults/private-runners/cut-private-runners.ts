import { setTimeout as pause } from "node:timers/promises";
import { readSlots } from "../../../e2e/harness/database.ts";
import { createMonitors, getMonitor, listResults } from "../../../e2e/harness/monitors.ts";
import type { Vedette } from "../../../e2e/harness/vedette.ts";
import type { Verdict } from "../../harness/report.ts";
import { equal, mustBecome, none, secondsUntil, within } from "../measuring/verdicts.ts";
import {
  countOnline,
  locationOf,
  type PrivateRunnerLab,
  startPrivateRunnerLab,
  TRANSPORTS,
  type Transport,
} from "./private-runner-lab.ts";

/** A monitor of the load, and the path at the target that only its checks request. */
type Watched = {
  id: string;
  path: string;
  transport: Transport;
  intervalMs: number;
  /**
   * `flap`: down at the moment of the cut, up before and afterwards. `multi`: also checked by the server's own runner.
   */
  role: "single" | "flap" | "multi";
};

const SETTLE_MS = 10_000;
const OFFLINE_SECONDS = 45;
/** A held request ends 15 s after the 20 s of a poll, and the next one follows within 15 s. */
const BACK_SECONDS = 60;
/** Reports of late results wait for the record of their slot. */
const RECORDED_SECONDS = 90;
const OWN_LOCATION = "default";

/** Cuts two private runners off from their server for some time, and says what held. */
export async function cutPrivateRunners(
  folder: string,
  { seconds, subnet }: { seconds: number; subnet: number },
): Promise<Verdict[]> {
  const lab = await startPrivateRunnerLab(folder, subnet);
  try {
    const load = await createLoad(lab);
    await pause(SETTLE_MS);
    const cutMs = await cutDuringChecks(lab, load);
    const offline = await secondsUntil(
      async () => (await countOnline(lab.vedette)) === 0,
      2 * OFFLINE_SECONDS,
    );
    lab.target.failing.clear();
    const downs = await watchStatuses(lab.vedette, { load, untilMs: cutMs + seconds * 1_000 });
    const noData = await listAlerts(lab.vedette, (type) => type === "no_data");
    lab.heal();
    const healMs = Date.now();
    const back = await secondsUntil(
      () => areChecked(lab.vedette, { load, sinceMs: healMs }),
      BACK_SECONDS * 2,
    );
    return [
      within("the server reports both runners offline", { seconds: offline, limit: OFFLINE_SECONDS }),
      none("single-location targets reported down during the cut", downs),
      equal("single-location targets with an alert of a `no_data` rule", {
        measured: new Set(noData).size,
        goal: seconds > 60 ? load.filter(({ role }) => role !== "multi").length : 0,
      }),
      await longestPause(lab.vedette, { load, fromMs: cutMs, toMs: healMs }),
      within("all monitors are checked again after the cut", { seconds: back, limit: BACK_SECONDS }),
      ...(await verdictsOfRecords(lab, { load, cutMs })),
    ];
  } finally {
    await lab.close();
  }
}

async function createLoad({ vedette, target }: PrivateRunnerLab): Promise<Watched[]> {
  for (const [type, params] of [
    ["consecutive_failures", { threshold: 1 }],
    ["no_data", { minutes: 1 }],
  ] as const) {
    const created = await vedette.request("POST", "/api/v1/alerts/rules", { name: type, type, params });
    if (created.status !== 201) throw new Error(`the rule was rejected: ${created.text}`);
  }
  const wanted = TRANSPORTS.flatMap((transport) => {
    const one = (path: string, role: Watched["role"], intervalMs: number) => ({
      ...{ path: `${path}?${transport}`, transport, role, intervalMs },
    });
    const slow = [0, 1, 2, 3].map((index) => one(`/slow-1500-${index}`, "single", 2_000));
    return [
      ...slow,
      one("/slow-1500-flap", "flap", 2_000),
      one("/quick", "single", 5_000),
      one("/multi", "multi", 2_000),
    ];
  });
  const monitors = await createMonitors(
    vedette,
    wanted.map(({ path, transport, role, intervalMs }) => ({
      ...{ name: path, url: target.url(path), interval: intervalMs / 1_000, timeout: 10 },
      locations: [locationOf(transport), ...(role === "multi" ? [OWN_LOCATION] : [])],
    })),
  );
  const idOf = new Map(monitors.map(({ id, name }) => [name, id]));
  return wanted.map((each) => ({ ...each, id: idOf.get(each.path) ?? "" }));
}

/** Cuts while each runner makes a check of the target that flaps, which fails only then. Returns the instant. */
async function cutDuringChecks(
  { target, ...lab }: PrivateRunnerLab,
  load: readonly Watched[],
): Promise<number> {
  const flapping = load.filter(({ role }) => role === "flap").map(({ path }) => path);
  await mustBecome("checks of both runners run", () => flapping.every((path) => target.open(path) > 0));
  lab.cut();
  for (const path of flapping) target.failing.add(path);
  return Date.now();
}

/** Returns the monitors that were ever reported as down. */
async function watchStatuses(
  vedette: Vedette,
  { load, untilMs }: { load: readonly Watched[]; untilMs: number },
): Promise<string[]> {
  const downs = new Set<string>();
  while (Date.now() < untilMs) {
    for (const { id, path } of load) if ((await getMonitor(vedette, id)).status === "down") downs.add(path);
    await pause(2_000);
  }
  return [...downs];
}

/** The targets of alerts of some types of rules. */
async function listAlerts(vedette: Vedette, isWanted: (type: string) => boolean): Promise<string[]> {
  const { body } = await vedette.request("GET", "/api/v1/alerts?limit=200");
  const { data } = body as { data: { rule_type: string; target: { id: string } }[] };
  return data.filter(({ rule_type: type }) => isWanted(type)).map(({ target }) => target.id);
}

/** The longest time without a result of the server's own runner. */
async function longestPause(
  vedette: Vedette,
  { load, fromMs, toMs }: { load: readonly Watched[]; fromMs: number; toMs: number },
): Promise<Verdict> {
  let longestMs = 0;
  for (const { id, intervalMs } of load.filter(({ role }) => role === "multi")) {
    const results = (await listResults(vedette, id)).filter(({ location }) => location === OWN_LOCATION);
    const times = results
      .map(({ checked_at: at }) => Date.parse(at))
      .filter((ms) => ms > fromMs && ms < toMs);
    const all = [fromMs, ...times, toMs];
    const pauses = all.slice(1).map((ms, index) => ms - (all[index] ?? ms) - intervalMs);
    longestMs = Math.max(longestMs, ...pauses);
  }
  const what = "multi-location monitors go on at the other location: longest delay of a check";
  return within(what, { seconds: longestMs / 1_000, limit: 2 });
}

/** Whether each monitor has a result of the private runner from after this instant. */
async function areChecked(
  vedette: Vedette,
  { load, sinceMs }: { load: readonly Watched[]; sinceMs: number },
): Promise<boolean> {
  for (const { id, transport } of load) {
    const { body } = await vedette.request(
      "GET",
      `/api/v1/monitors/${id}/results?limit=10&location=${locationOf(transport)}`,
    );
    const { data } = body as { data: { checked_at: string }[] };
    if (!data.some(({ checked_at: at }) => Date.parse(at) > sinceMs)) return false;
  }
  return true;
}

/** What was recorded, after reports and slots have had time to arrive. */
async function verdictsOfRecords(
  lab: PrivateRunnerLab,
  { load, cutMs }: { load: readonly Watched[]; cutMs: number },
): Promise<Verdict[]> {
  const singles = load.filter(({ role }) => role === "single");
  const flaps = load.filter(({ role }) => role === "flap");
  const unrecorded = async () => {
    const counts = singles.map(async ({ id, path }) => {
      // Checks of the last seconds are still on their way.
      const untilMs = Date.now() - 5_000;
      const requests = lab.target.requests(path).filter((ms) => ms < untilMs).length;
      const results = (await listResults(lab.vedette, id)).length;
      return Math.max(0, requests - results);
    });
    return (await Promise.all(counts)).reduce((sum, each) => sum + each, 0);
  };
  await secondsUntil(async () => (await unrecorded()) === 0, RECORDED_SECONDS);
  const late = flaps.map(async ({ id }) =>
    (await listResults(lab.vedette, id)).filter(
      ({ status, checked_at: at }) => status === "down" && Math.abs(Date.parse(at) - cutMs) < 2_500,
    ),
  );
  const slots = await readAllSlots(
    lab,
    load.filter(({ role }) => role !== "multi"),
  );
  return [
    none("checks that the target saw and that have no result", await unrecorded()),
    equal("results of the checks that ran at the cut and failed", {
      measured: (await Promise.all(late)).flat().length,
      goal: flaps.length,
    }),
    none(
      "slots with two records",
      slots.filter(({ records }) => records.length > 1),
    ),
    none(
      "slots without a record",
      slots.filter(({ records }) => records.length === 0),
    ),
    none(
      "alerts about a failure, at the cut or after it",
      await listAlerts(lab.vedette, (type) => type !== "no_data"),
    ),
  ];
}

async function readAllSlots({ dataDir }: PrivateRunnerLab, load: readonly Watched[]) {
  const untilMs = Date.now() - 15_000;
  const all = load.map(({ id, intervalMs }) => readSlots(dataDir, { monitorId: id, intervalMs, untilMs }));
  return (await Promise.all(all)).flat();
}
