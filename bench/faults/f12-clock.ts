import { setTimeout as pause } from "node:timers/promises";
import { createMonitors, listResults } from "../../e2e/harness/monitors.ts";
import type { Vedette } from "../../e2e/harness/vedette.ts";
import { natsServerMissing } from "../../packages/server/test/servers/nats-server.ts";
import type { Verdict } from "../harness/report.ts";
import { waitUntil } from "../scale/fault-run.ts";
import { countShards, type Fleet, hasRunners, LOCATION, startFleet } from "../scale/fleet.ts";
import { countSlots } from "../scale/slot-queries.ts";
import { startTarget, type Target } from "../scale/target.ts";
import type { Fault } from "./fault.ts";
import { create } from "./processes/service.ts";
import { createShiftedClock, type ShiftedClock, shiftedClockMissing } from "./processes/shifted-clock.ts";
import { runTestClauses } from "./vitest/test-clauses.ts";

const MONITORS = 20;
const SHIFT_MS = 12_000;
const SETTLE_MS = 5_000;
const START_MS = 40_000;
/** The clock is compared with that of the database once a minute. */
const REPORT_MS_MAX = 75_000;
/** At −2 h the results of each monitor are so many slots before its first one, where none was due. */
const SLOTS_BEFORE_FIRST = 7_200;
/** The slot before the shift, the one after it, and the check that a change of the schedule causes. */
const EXTRA_REQUESTS = 3;

type Role = "scheduler" | "runner" | "api";
type Process = { role: Role; clock: ShiftedClock; vedette: Vedette };
type Shift = {
  role: Role;
  name: string;
  /** How long the clock was wrong. */
  seconds: number;
  surplus: number;
  backHits: number;
  shards: number[];
  status: number;
};

/** Whether a process named its wrong clock, and how long it was wrong. */
type Report = { isKnown: boolean; seconds: number };

export const fault: Fault = {
  name: "f12",
  what: "the wall clock of the scheduler, the runner or the API: +1 h, −2 h, ±1 s flapping",
  missing: () => shiftedClockMissing() ?? natsServerMissing(),
  async run(folder) {
    const target = await startTarget();
    const fleet = await startFleet({ schedulers: 0, runners: 0 });
    try {
      const processes = await startProcesses(fleet, folder);
      const ids = await prepare(fleet, target);
      const reported = new Map<Role, Report>();
      const shifts: Shift[] = [];
      for (const each of processes) {
        shifts.push(await shift(each, { processes, target, name: "+1 h", seconds: [3_600] }));
        shifts.push(await shift(each, { processes, target, name: "−2 h", seconds: [-7_200] }));
        shifts.push(await shift(each, { processes, target, name: "±1 s", seconds: FLAPPING }));
        if (each.role !== "runner") reported.set(each.role, await waitForReport(each));
      }
      return [
        ...judge(shifts),
        ...(await judgeStored(fleet, { ids, wrongSeconds: wrongSecondsOf(shifts, reported) })),
        skewReported(reported),
        ...(await runTestClauses(folder, CLAUSES)),
      ];
    } finally {
      await fleet.stop();
      await target.close();
    }
  },
};

const FLAPPING = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? 1 : -1));

const CLAUSES = {
  files: [
    "packages/server/src/pipeline/scheduler/wheel.test.ts",
    "packages/server/src/pipeline/scheduler/schedule.test.ts",
    "packages/server/src/pipeline/alerting/delivery/quiet-hours.test.ts",
    "packages/server/src/pipeline/on-call/schedules/shifts.test.ts",
    "packages/contract/src/heartbeats/schedules/schedules.test.ts",
    "packages/server/src/pipeline/heartbeats/advance.test.ts",
  ],
  clauses: [
    {
      what: "the schedule after a clock that was set back or forward",
      goal: "by the new time; late slots missed",
      tests: [
        "after the clock was set back, entries fire by the new time",
        "a slot that is waiting when the clock is set forward is missed",
      ],
    },
    {
      what: "daylight saving: on-call shifts, quiet hours and heartbeats keep their time of day",
      goal: "both changes",
      tests: [
        "the night in which clocks change is an hour shorter or longer",
        "keeps its time of day across both changes of the clocks",
        "keeps its time of day across daylight saving changes, and loses no day",
      ],
    },
    {
      what: "a ping shortly before its slot counts for it",
      goal: "tolerance",
      tests: ["takes a ping shortly before its slot for it, because clocks differ"],
    },
  ],
};

async function startProcesses(fleet: Fleet, folder: string): Promise<Process[]> {
  const start = { scheduler: fleet.startScheduler, runner: fleet.startRunner, api: fleet.startApi };
  const processes: Process[] = [];
  for (const role of ["scheduler", "runner", "api"] as const) {
    const clock = createShiftedClock(folder, role);
    const vedette = await start[role]({ env: clock.env });
    processes.push({ role, clock, vedette });
  }
  if (!(await waitUntil(() => hasRunners(fleet.api, 1), START_MS))) throw new Error("no runner is online");
  return processes;
}

async function prepare({ api }: Fleet, target: Target): Promise<string[]> {
  await create(api, "alerts/rules", {
    ...{ name: "any failure", type: "consecutive_failures", params: { threshold: 1 } },
  });
  const wanted = Array.from({ length: MONITORS }, (_, index) => ({
    ...{ name: `m${index}`, url: `${target.url}/?${index}`, locations: [LOCATION], timeout: 5 },
  }));
  const ids = (await createMonitors(api, wanted)).map(({ id }) => id);
  await pause(SETTLE_MS * 2);
  return ids;
}

/** Shifts the clock by each number of seconds in turn, then back, and counts the requests meanwhile. */
async function shift(
  { role, clock }: Process,
  {
    processes,
    target,
    name,
    seconds,
  }: { processes: readonly Process[]; target: Target; name: string; seconds: readonly number[] },
): Promise<Shift> {
  const fromMs = Date.now();
  for (const each of seconds) {
    clock.shift(each);
    await pause(SHIFT_MS / seconds.length);
  }
  const api = processes.find((each) => each.role === "api")?.vedette;
  const status = (await api?.request("GET", "/api/v1/monitors"))?.status ?? 0;
  clock.shift(0);
  const backMs = Date.now();
  await pause(SETTLE_MS);
  const toMs = Date.now();
  const hits = [...target.requests.values()].map((times) => times.filter((ms) => ms >= fromMs && ms < toMs));
  const due = (toMs - fromMs) / 1_000;
  const schedulers = processes.filter((each) => each.role === "scheduler").map(({ vedette }) => vedette);
  return {
    ...{ role, name, status },
    seconds: (backMs - fromMs) / 1_000,
    surplus: Math.max(...hits.map((times) => times.length - due)),
    backHits: Math.min(...hits.map((times) => times.filter((ms) => ms >= backMs).length)),
    shards: await countShards(schedulers),
  };
}

async function waitForReport({ clock, vedette }: Process): Promise<Report> {
  const fromMs = Date.now();
  clock.shift(3_600);
  const hasProblem = async () => (await vedette.request("GET", "/readyz")).text.includes("clock_wrong");
  const isKnown = await waitUntil(hasProblem, REPORT_MS_MAX);
  clock.shift(0);
  const seconds = (Date.now() - fromMs) / 1_000;
  await pause(SETTLE_MS);
  return { isKnown, seconds };
}

function judge(shifts: readonly Shift[]): Verdict[] {
  const most = shifts.reduce((one, other) => (other.surplus > one.surplus ? other : one));
  const silent = shifts.filter(({ backHits }) => backHits === 0);
  const stolen = shifts.filter(({ shards }) => shards.join() !== "64");
  const refused = shifts.filter(({ status }) => status !== 200);
  const list = (all: readonly Shift[]) => all.map(({ role, name }) => `${role} ${name}`).join(", ");
  return [
    {
      what: "one check of a monitor for each interval, and no burst, during and after each shift",
      goal: `≤ ${EXTRA_REQUESTS} more than intervals`,
      measured: `${most.surplus.toFixed(1)} more at most (${most.role} ${most.name})`,
      isMet: most.surplus <= EXTRA_REQUESTS,
    },
    {
      what: "checks go on when the clock is right again",
      goal: `each monitor in ${SETTLE_MS / 1_000} s`,
      measured: silent.length === 0 ? "all" : `not after ${list(silent)}`,
      isMet: silent.length === 0,
    },
    {
      what: "no lease is lost: the scheduler keeps its shards",
      goal: "64",
      measured: stolen.length === 0 ? "64 each time" : `not after ${list(stolen)}`,
      isMet: stolen.length === 0,
    },
    {
      what: "the API accepts its keys with a clock that is wrong",
      goal: "200",
      measured: refused.length === 0 ? "200 each time" : `not at ${list(refused)}`,
      isMet: refused.length === 0,
    },
  ];
}

/** How long the scheduler's clock was wrong: the slots of that time never came. */
function wrongSecondsOf(shifts: readonly Shift[], reported: ReadonlyMap<Role, Report>): number {
  const ofShifts = shifts.filter(({ role }) => role === "scheduler").map(({ seconds }) => seconds);
  return ofShifts.reduce((sum, each) => sum + each, reported.get("scheduler")?.seconds ?? 0);
}

async function judgeStored(
  { api, postgres }: Fleet,
  { ids, wrongSeconds }: { ids: readonly string[]; wrongSeconds: number },
): Promise<Verdict[]> {
  const monitors = new Map(ids.map((id) => [id, 1_000]));
  const slots = await countSlots(postgres.connection, { monitors, fromMs: 0, toMs: Date.now() - 5_000 });
  const results = await listResults(api, ids[0] ?? "");
  const negative = results.filter(
    ({ response_time_ms: total, timings }) =>
      (total ?? 0) < 0 || Object.values(timings).some((ms) => ms !== null && ms < 0),
  );
  const lost = slots.lost - MONITORS * SLOTS_BEFORE_FIRST;
  const gaps = Object.entries(slots.reasons).map(([reason, count]) => `${reason} ${count}`);
  return [
    {
      what: "no check fails and no alert opens because of a clock",
      goal: "0, 0",
      measured: `${slots.failedChecks}, ${slots.alerts}`,
      isMet: slots.failedChecks === 0 && slots.alerts === 0,
    },
    {
      what: `no slot has two records; without a record are only those of the ${wrongSeconds.toFixed(0)} s in which the scheduler's clock was wrong`,
      goal: `0, ≤ ${Math.ceil(wrongSeconds)} of each monitor`,
      measured: `${slots.doubled}, ${(lost / MONITORS).toFixed(1)}; without a result: ${gaps.join(", ") || "none"}`,
      isMet: slots.doubled === 0 && lost <= MONITORS * Math.ceil(wrongSeconds),
    },
    {
      what: "no negative duration",
      goal: "0",
      measured: `${negative.length} of ${results.length}`,
      isMet: results.length > 0 && negative.length === 0,
    },
  ];
}

function skewReported(reported: ReadonlyMap<Role, Report>): Verdict {
  const roles = [...reported].map(
    ([role, { isKnown }]) => `${role} ${isKnown ? "reported" : "not reported"}`,
  );
  return {
    what: "a clock that is an hour ahead of the database's is a problem in /readyz (a runner has no database)",
    goal: `clock_wrong in ${REPORT_MS_MAX / 1_000} s (10 min)`,
    measured: roles.join(", "),
    isMet: [...reported.values()].every(({ isKnown }) => isKnown),
  };
}
