import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import type { Vedette } from "../../e2e/harness/vedette.ts";
import { findProcess } from "../../packages/server/src/platform/storage/embedded/process-status.ts";
import { missingChromium } from "../../packages/server/test/journey-harness.ts";
import { natsServerMissing } from "../../packages/server/test/servers/nats-server.ts";
import { treeOf } from "../harness/process-usage.ts";
import type { Verdict } from "../harness/report.ts";
import { type FaultRun, runFault } from "../scale/fault-run.ts";
import type { Fault } from "./fault.ts";
import { verdictsOfLoad } from "./measuring/slot-verdicts.ts";
import { equal, mustBecome, none, secondsUntil, within } from "./measuring/verdicts.ts";
import {
  countRuns,
  countStarts,
  readRun,
  startApiRun,
  startJourneyRun,
  type TriggeredRun,
} from "./processes/in-flight-runs.ts";
import { runTestFiles } from "./vitest/test-files.ts";

const GONE_SECONDS = 2;
/** A job of a dead holder goes to another one after 10 s: docs/adr/0036-nats-between-processes.md. */
const REPEATED_SECONDS = 30;
const ENDED_SECONDS = 120;
/** A check of a dead holder goes to another runner as late as a run. */
const BACK_SECONDS = REPEATED_SECONDS;
/** The record of the last slots, and reports that come late. */
const SETTLE_MS = 10_000;
/** Each of the two runners gets some of them. */
const API_RUNS_MAX = 12;

/** The runners that were ever started, by name. */
type Named = Map<string, Vedette>;

export const fault: Fault = {
  name: "f02",
  what: "kill -9 of a runner with an API monitor run and a journey, and SIGSTOP of one until another has made its run",
  missing: natsServerMissing,
  async run(folder) {
    const noBrowser = await missingChromium();
    if (noBrowser !== null) throw new Error(noBrowser);
    return [
      ...(await underLoad(killRunner)),
      ...(await underLoad(stopRunner)),
      await runTestFiles(folder, {
        what: "without another runner: the run fails as lost at its deadline, without downtime",
        files: ["e2e/run-crash"],
        isEndToEnd: true,
      }),
      await runTestFiles(folder, {
        what: "a late report of an attempt changes nothing (a report is not a request, so there is no 409)",
        files: ["packages/server/src/pipeline/runs/coordinator"],
      }),
    ];
  },
};

async function underLoad(cause: (run: FaultRun, named: Named) => Promise<Verdict[]>): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const outcome = await runFault({}, async (run) => {
    const named = new Map(run.fleet.runners.map((runner, index) => [`r${index + 1}`, runner]));
    verdicts.push(...(await cause(run, named)));
  });
  return [...verdicts, ...verdictsOfLoad(outcome, { backWithinSeconds: BACK_SECONDS })];
}

/** Kills the runner that runs the journey, while it also makes a run of an API monitor. */
async function killRunner({ fleet, target, fault }: FaultRun, named: Named): Promise<Verdict[]> {
  const { api } = fleet;
  const journey = await startJourneyRun(api, target, "killed-journey");
  await mustBecome("the browser opens the page", () => countStarts(target, journey) > 0);
  const holder = await findHolder(() => readRun(api, journey));
  const apiRun = await startApiRunAt(holder, { fleet, target });
  const victim = named.get(holder);
  if (victim === undefined) throw new Error(`there is no runner ${holder}`);
  const tree = treeOf(victim.pid).filter((pid) => pid !== victim.pid);
  fault();
  victim.killNow();
  const gone = await secondsUntil(async () => (await countRunning(tree)) === 0, 10);
  fleet.runners = fleet.runners.filter((each) => each !== victim);
  const runs = [journey, apiRun];
  const again = await secondsUntil(() => runs.every((each) => countStarts(target, each) > 1), ENDED_SECONDS);
  const ended = await secondsUntil(
    () => haveEnded(runs.map((each) => () => readRun(api, each))),
    ENDED_SECONDS,
  );
  await pause(SETTLE_MS);
  return [
    within(`the ${tree.length} processes of its browser and launcher are gone`, {
      seconds: gone,
      limit: GONE_SECONDS,
    }),
    within("its journey and its API monitor run start again elsewhere", {
      seconds: again,
      limit: REPEATED_SECONDS,
    }),
    within("both kinds of runs end after that", { seconds: ended, limit: ENDED_SECONDS }),
    ...(await verdictsOfRuns({ fleet, target }, runs, 2)),
  ];
}

/** Stops a runner in a run with SIGSTOP until another one has made the run, and lets it continue. */
async function stopRunner({ fleet, target, fault }: FaultRun, named: Named): Promise<Verdict[]> {
  const { api } = fleet;
  const run = await startApiRun(api, target, "stopped");
  await mustBecome("the run starts", async () => (await readRun(api, run)).runner !== null);
  const holder = await findHolder(() => readRun(api, run));
  const victim = named.get(holder);
  if (victim === undefined) throw new Error(`there is no runner ${holder}`);
  fault();
  process.kill(victim.pid, "SIGSTOP");
  try {
    await mustBecome(
      "another runner ends the run",
      () => haveEnded([() => readRun(api, run)]),
      ENDED_SECONDS,
    );
  } finally {
    process.kill(victim.pid, "SIGCONT");
  }
  const before = JSON.stringify(await readRun(api, run));
  await pause(SETTLE_MS);
  return [
    equal("a runner that was stopped reports its attempt late: the run is unchanged", {
      measured: JSON.stringify(await readRun(api, run)) === before,
      goal: true,
    }),
    ...(await verdictsOfRuns({ fleet, target }, [run], 2)),
  ];
}

async function verdictsOfRuns(
  { fleet, target }: Pick<FaultRun, "fleet" | "target">,
  runs: readonly TriggeredRun[],
  starts: number,
): Promise<Verdict[]> {
  const passed = await Promise.all(runs.map((each) => countRuns(fleet.api, each, "passed")));
  const failed = await Promise.all(runs.map((each) => countRuns(fleet.api, each, "failed")));
  // For the analysis of a fault.
  for (const each of runs) process.stderr.write(`${JSON.stringify(await readRun(fleet.api, each))}\n`);
  return [
    equal("times that the target saw each of these runs start", {
      measured: runs.map((each) => countStarts(target, each)),
      goal: runs.map(() => starts),
    }),
    equal("passed runs of each", { measured: passed, goal: runs.map(() => 1) }),
    none(
      "failed runs",
      failed.reduce((sum, each) => sum + each, 0),
    ),
  ];
}

/** Starts runs until this runner has one of them. */
async function startApiRunAt(
  holder: string,
  { fleet, target }: Pick<FaultRun, "fleet" | "target">,
): Promise<TriggeredRun> {
  for (let index = 0; index < API_RUNS_MAX; index += 1) {
    const run = await startApiRun(fleet.api, target, `killed-${index}`);
    if ((await findHolder(() => readRun(fleet.api, run))) !== holder) continue;
    await mustBecome("it requests its target", () => countStarts(target, run) > 0);
    return run;
  }
  throw new Error(`none of ${API_RUNS_MAX} runs went to ${holder}`);
}

async function findHolder(read: () => Promise<{ runner: string | null }>): Promise<string> {
  let runner: string | null = null;
  await mustBecome("the run has a runner", async () => {
    ({ runner } = await read());
    return runner !== null;
  });
  return runner ?? "";
}

async function haveEnded(reads: (() => Promise<{ finished_at: string | null }>)[]): Promise<boolean> {
  const states = await Promise.all(reads.map((read) => read()));
  return states.every(({ finished_at: at }) => at !== null);
}

async function countRunning(pids: readonly number[]): Promise<number> {
  const found = await Promise.all(pids.map((pid) => findProcess(pid)));
  return found.filter((each) => each !== null && !each.zombie).length;
}
