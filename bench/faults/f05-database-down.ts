import { setTimeout as pause } from "node:timers/promises";
import { natsServerMissing } from "../../packages/server/test/servers/nats-server.ts";
import type { Verdict } from "../harness/report.ts";
import { type FaultRun, runFault } from "../scale/fault-run.ts";
import { countAlive } from "../scale/fleet.ts";
import type { Fault } from "./fault.ts";
import { verdictsOfLoad } from "./measuring/slot-verdicts.ts";
import { countUnrecordedChecks } from "./measuring/unrecorded-checks.ts";
import { equal, none, secondsUntil, within } from "./measuring/verdicts.ts";
import { runTestFiles } from "./vitest/test-files.ts";

const DOWN_SECONDS = 60;
const RECOVERED_SECONDS = 15;
const REQUEST_SECONDS = 10;
/** Gaps are written at most 11 s after their first slot. */
const SETTLE_MS = 20_000;

export const fault: Fault = {
  name: "f05",
  what: `an immediate stop of PostgreSQL, started after ${DOWN_SECONDS} s`,
  missing: natsServerMissing,
  async run(folder) {
    const verdicts: Verdict[] = [];
    let atStop: AtStop = { seen: 0, unrecorded: 0 };
    const outcome = await runFault({}, async (run) => {
      verdicts.push(...(await stopPostgres(run)));
      atStop = await findChecksAtStop(run);
      // The target is served by this process, which the statement above keeps busy.
      await pause(3_000);
    });
    const { result, missed, skipped, lost } = outcome.slots;
    return [
      ...verdicts,
      {
        // docs/adr/0100-reports-to-the-holder.md: a fleet keeps such a report, and its next holder may reject it.
        what: "checks that ran when the database stopped have a result, or their slots are missed",
        goal: "each",
        measured: `${atStop.seen - atStop.unrecorded} results, ${atStop.unrecorded} missed, ${lost} without a record`,
        isMet: lost === 0,
      },
      equal(
        `slots that ended as a result (${result}), missed (${missed}) or skipped (${skipped}) cover the outage`,
        {
          measured: missed > 0 && outcome.slots.lost === 0,
          goal: true,
        },
      ),
      ...verdictsOfLoad(outcome, { backWithinSeconds: DOWN_SECONDS + RECOVERED_SECONDS }),
      await runTestFiles(folder, {
        what: "one process: restarts its killed PostgreSQL by itself, and loses no result",
        files: ["e2e/crash"],
        isEndToEnd: true,
      }),
    ];
  },
};

async function stopPostgres({ fleet, fault, rebalanced, elapsedSeconds }: FaultRun): Promise<Verdict[]> {
  const { api, schedulers, runners, postgres } = fleet;
  const all = [api, ...schedulers, ...runners];
  fault();
  await postgres.stopAtOnce();
  const isReady = async () => (await api.request("GET", "/readyz")).status === 200;
  const unready = await secondsUntil(async () => !(await isReady()), 20);
  const refused = await probe(() => elapsedSeconds() < DOWN_SECONDS, fleet);
  await postgres.start();
  const startedMs = Date.now();
  const ready = await secondsUntil(isReady, 60);
  await rebalanced();
  const sharedSeconds = (Date.now() - startedMs) / 1_000;
  await pause(SETTLE_MS);
  return [
    within("/readyz is 503", { seconds: unready, limit: 5 }),
    equal(`status of ${refused.statuses.length} requests to the API during the outage`, {
      measured: [...new Set(refused.statuses)],
      goal: 503,
    }),
    none("503 responses without Retry-After", refused.withoutRetryAfter),
    within("slowest of these responses", { seconds: refused.slowestSeconds, limit: REQUEST_SECONDS }),
    none("responses of /healthz of the API other than 200", refused.unhealthy),
    within("/readyz is 200 after the start", { seconds: ready, limit: RECOVERED_SECONDS }),
    within("all shards are held and shared after the start", {
      seconds: sharedSeconds,
      limit: RECOVERED_SECONDS,
    }),
    equal("processes that still run", { measured: await countAlive(all), goal: all.length }),
  ];
}

type AtStop = { seen: number; unrecorded: number };

/** The checks that the target saw in the seconds before the stop and during the outage. */
function findChecksAtStop({ fleet, target, elapsedSeconds }: FaultRun): Promise<AtStop> {
  const stoppedMs = Date.now() - elapsedSeconds() * 1_000;
  return countUnrecordedChecks(fleet.postgres.connection, {
    ...{ target, fromMs: stoppedMs - 2_000, toMs: stoppedMs + DOWN_SECONDS * 1_000 },
  });
}

type Refused = { statuses: number[]; withoutRetryAfter: number; slowestSeconds: number; unhealthy: number };

/** Sends requests, reads and writes, until the end of the outage. */
async function probe(isDown: () => boolean, { api }: FaultRun["fleet"]): Promise<Refused> {
  const found: Refused = { statuses: [], withoutRetryAfter: 0, slowestSeconds: 0, unhealthy: 0 };
  while (isDown()) {
    const startMs = performance.now();
    const responses = [
      await api.request("GET", "/api/v1/monitors"),
      await api.request("POST", "/api/v1/variables", { name: "DURING_OUTAGE", value: "1" }),
    ];
    found.slowestSeconds = Math.max(found.slowestSeconds, (performance.now() - startMs) / 1_000);
    found.statuses.push(...responses.map(({ status }) => status));
    found.withoutRetryAfter += responses.filter(({ headers }) => !headers.has("retry-after")).length;
    found.unhealthy += (await api.request("GET", "/healthz")).status === 200 ? 0 : 1;
    await pause(1_000);
  }
  return found;
}
