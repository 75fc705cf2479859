import { setTimeout as pause } from "node:timers/promises";
import type { Vedette } from "../../e2e/harness/vedette.ts";
import { silentLogger } from "../../packages/server/src/platform/kernel/logger.ts";
import { openDatabase } from "../../packages/server/src/platform/storage/pool.ts";
import { sql } from "../../packages/server/src/platform/storage/sql.ts";
import { natsServerMissing } from "../../packages/server/test/servers/nats-server.ts";
import type { Verdict } from "../harness/report.ts";
import { areShardsBalanced, type FaultRun, runFault, waitUntil } from "../scale/fault-run.ts";
import type { Fleet } from "../scale/fleet.ts";
import type { Fault } from "./fault.ts";
import { verdictsOfLoad } from "./measuring/slot-verdicts.ts";
import { equal, none, secondsUntil, within } from "./measuring/verdicts.ts";
import { makeNextVersion, NEXT_MIGRATION } from "./processes/next-version.ts";
import { runTestFiles } from "./vitest/test-files.ts";

const STOP_SECONDS = 30;
const STOPPED_SECONDS = 20;
/** One interval of a second, half of it that a check may be late, and the rest for the target. */
const LONGEST_SECONDS = 2;
const BALANCED_SECONDS = 15;
const BALANCED_MS = 40_000;
const SETTLE_MS = 15_000;

export const fault: Fault = {
  name: "f20",
  what: "SIGTERM under load, a rolling restart with a migration, and a stop of everything",
  missing: natsServerMissing,
  run: async (folder) => [
    ...(await upgradeUnderLoad(folder)),
    ...(await stopEverything()),
    await runTestFiles(folder, {
      what: "one process: SIGTERM under load ends it with code 0 in 30 s, with the result of every check",
      files: ["e2e/shutdown"],
      isEndToEnd: true,
    }),
    await runTestFiles(folder, {
      what: "one process: a migration waits for a long transaction, and no slot is lost",
      files: ["e2e/storage/upgrade"],
      isEndToEnd: true,
    }),
    await runTestFiles(folder, {
      what: "the external heartbeat is requested each 60 s, only while checks are made: its service pages in 3 min",
      files: ["e2e/heartbeat"],
      isEndToEnd: true,
    }),
  ],
};

/** Replaces each process by one of the next version. The first one migrates the database. */
async function upgradeUnderLoad(folder: string): Promise<Verdict[]> {
  const program = makeNextVersion(`${folder}/next`);
  const stops: Stop[] = [];
  const failed: number[] = [];
  const balanced: number[] = [];
  let migrated: string[] = [];
  const outcome = await runFault({}, async ({ fleet, fault }) => {
    fault();
    const reader = keepReading(fleet.api);
    const api = await fleet.startApi({ program });
    failed.push(...(await reader.stop()));
    stops.push(await stop(fleet.api));
    const next = keepReading(api);
    for (const list of [fleet.schedulers, fleet.runners]) {
      const isScheduler = list === fleet.schedulers;
      for (const old of [...list]) {
        list.push(
          isScheduler ? await fleet.startScheduler({ program }) : await fleet.startRunner({ program }),
        );
        await pause(3_000);
        stops.push(await stop(old));
        list.splice(list.indexOf(old), 1);
        if (isScheduler) balanced.push(await secondsUntil(() => areShardsBalanced(fleet.schedulers), 60));
      }
    }
    await pause(SETTLE_MS);
    failed.push(...(await next.stop()));
    migrated = await listMigrations(fleet);
  });
  return [
    equal("newest migration", { measured: migrated.at(-1), goal: NEXT_MIGRATION }),
    ...verdictsOfStops(stops),
    equal("statuses of requests to the API that failed meanwhile", {
      measured: failed.join(", ") || "none",
      goal: "none",
    }),
    none(
      `slots missed in the rolling restart ${JSON.stringify(outcome.slots.reasons)}`,
      outcome.slots.missed,
    ),
    within("all shards are held by the others after the stop of a scheduler", {
      seconds: Math.max(...balanced),
      limit: BALANCED_SECONDS,
    }),
    ...verdictsOfLoad(outcome, { longestSeconds: LONGEST_SECONDS }),
  ];
}

async function stopEverything(): Promise<Verdict[]> {
  const stops: Stop[] = [];
  let isBack = false;
  const outcome = await runFault({}, async (run: FaultRun) => {
    const { fleet, fault } = run;
    fault();
    stops.push(...(await Promise.all([fleet.api, ...fleet.schedulers, ...fleet.runners].map(stop))));
    await fleet.nats.kill();
    await fleet.postgres.stopAtOnce();
    await pause(STOPPED_SECONDS * 1_000);
    await fleet.postgres.start();
    await fleet.nats.restart();
    await fleet.startApi();
    fleet.schedulers = await Promise.all([fleet.startScheduler(), fleet.startScheduler()]);
    fleet.runners = await Promise.all([fleet.startRunner(), fleet.startRunner()]);
    isBack = await waitUntil(() => areShardsBalanced(fleet.schedulers), BALANCED_MS);
    await pause(SETTLE_MS);
  });
  const { missed, lost } = outcome.slots;
  return [
    ...verdictsOfStops(stops),
    equal("after a stop of all processes, of NATS and of PostgreSQL all shards are held again", {
      measured: isBack,
      goal: true,
    }),
    {
      what: `the gap of over ${STOPPED_SECONDS} s is recorded as missed`,
      goal: `≥ ${STOPPED_SECONDS * 100} slots of 100 monitors at 1 s, and no slot without a record`,
      measured: `${missed} missed, ${lost} without a record`,
      isMet: missed >= STOPPED_SECONDS * 100 && lost === 0,
    },
    ...verdictsOfLoad(outcome, { backWithinSeconds: STOPPED_SECONDS + 40 }),
  ];
}

type Stop = { code: number | null; seconds: number };

async function stop(process: Vedette): Promise<Stop> {
  const startMs = performance.now();
  const { code } = await process.stop();
  return { code, seconds: (performance.now() - startMs) / 1_000 };
}

function verdictsOfStops(stops: readonly Stop[]): Verdict[] {
  return [
    equal(`exit codes of ${stops.length} processes after SIGTERM`, {
      measured: [...new Set(stops.map(({ code }) => code))],
      goal: 0,
    }),
    within("slowest stop", {
      seconds: Math.max(...stops.map(({ seconds }) => seconds)),
      limit: STOP_SECONDS,
    }),
  ];
}

/** Sends requests until `stop`, which returns the statuses other than 200. */
function keepReading(api: Vedette): { stop(): Promise<number[]> } {
  const failed: number[] = [];
  let isRunning = true;
  const reading = async () => {
    while (isRunning) {
      const response = await api.request("GET", "/api/v1/monitors?limit=10").catch(() => ({ status: 0 }));
      if (response.status !== 200) failed.push(response.status);
      await pause(100);
    }
  };
  const ended = reading();
  return {
    async stop() {
      isRunning = false;
      await ended;
      return failed;
    },
  };
}

async function listMigrations({ postgres: { connection } }: Fleet): Promise<string[]> {
  const options = { connection, log: silentLogger, maxConnections: 1, statementTimeoutMs: 10_000 };
  const database = await openDatabase(options);
  try {
    const rows = await database.rows<{ name: string }>(sql`select name from schema_migration order by name`);
    return rows.map(({ name }) => name);
  } finally {
    await database.close();
  }
}
