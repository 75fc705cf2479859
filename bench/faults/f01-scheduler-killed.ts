import { setTimeout as pause } from "node:timers/promises";
import type { Vedette } from "../../e2e/harness/vedette.ts";
import { natsServerMissing } from "../../packages/server/test/servers/nats-server.ts";
import type { Verdict } from "../harness/report.ts";
import { areShardsBalanced, type FaultRun, runFault } from "../scale/fault-run.ts";
import { countShards } from "../scale/fleet.ts";
import { countSlots } from "../scale/slot-queries.ts";
import type { Fault } from "./fault.ts";
import { verdictsOfLoad } from "./measuring/slot-verdicts.ts";
import { mustBecome, none, secondsUntil, within } from "./measuring/verdicts.ts";
import { lockTable } from "./processes/table-lock.ts";

const BACK_SECONDS = 15;
const SELDOM_INTERVAL_MS = 10_000;
/** Less than half of the interval, by the time that a scheduler needs to load its shards. */
const OVERDUE_MS = 3_000;
/** Gaps are written at most 11 s after their first slot. */
const SETTLE_MS = 15_000;

/** Brings a scheduler to the point at which it is killed. `release` undoes what held it up. */
type KillPoint = (run: FaultRun) => Promise<{ victim: Vedette; release?: () => Promise<void> }>;

const KILL_POINTS: readonly [string, KillPoint][] = [
  ["at a tick", async ({ fleet }) => ({ victim: first(fleet.schedulers) })],
  ["after it claimed shards", afterClaim],
  ["before a commit", beforeCommit],
];

export const fault: Fault = {
  name: "f01",
  what: "kill -9 of a scheduler at a tick, after it claimed shards, and before a commit",
  missing: natsServerMissing,
  async run() {
    const verdicts: Verdict[] = [];
    for (const [name, killPoint] of KILL_POINTS)
      verdicts.push(...(await killAt(killPoint)).map((each) => ({ ...each, what: `${name}: ${each.what}` })));
    return verdicts;
  },
};

async function killAt(killPoint: KillPoint): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const outcome = await runFault({}, async (run) => {
    const { victim, release } = await killPoint(run);
    run.fault();
    const killedMs = Date.now();
    await victim.kill9();
    await release?.();
    run.fleet.schedulers = run.fleet.schedulers.filter((each) => each !== victim);
    const taken = await secondsUntil(() => areShardsBalanced(run.fleet.schedulers), 60);
    await pause(SETTLE_MS);
    verdicts.push(
      within("the others hold all shards", { seconds: taken, limit: BACK_SECONDS }),
      await overdueSlots(run, { killedMs, takenSeconds: taken }),
    );
  });
  return [...verdicts, ...verdictsOfLoad(outcome, { backWithinSeconds: BACK_SECONDS })];
}

/**
 * A slot that is overdue for less than half of its interval is run once, by the scheduler that took its shard over; older
 * ones are missed (docs/adr/0008-schedule.md). Monitors at 10 s have such slots.
 */
async function overdueSlots(
  { fleet }: FaultRun,
  { killedMs, takenSeconds }: { killedMs: number; takenSeconds: number },
): Promise<Verdict> {
  const { body } = await fleet.api.request("GET", "/api/v1/monitors?limit=200");
  const { data } = body as { data: { id: string; interval: number }[] };
  const seldom = data.filter(({ interval }) => interval === SELDOM_INTERVAL_MS / 1_000);
  const monitors = new Map(seldom.map(({ id }) => [id, SELDOM_INTERVAL_MS]));
  const takenMs = killedMs + takenSeconds * 1_000;
  const { reasons } = await countSlots(fleet.postgres.connection, {
    monitors,
    fromMs: Math.max(killedMs, takenMs - OVERDUE_MS),
    toMs: takenMs + OVERDUE_MS,
  });
  const what = `slots of ${seldom.length} monitors at 10 s, due ${OVERDUE_MS / 1_000} s before the others held all shards, that were missed`;
  return none(what, reasons.stopped ?? 0);
}

/** A third scheduler, as soon as it holds a share. */
async function afterClaim({ fleet }: FaultRun): Promise<{ victim: Vedette }> {
  const victim = await fleet.startScheduler();
  fleet.schedulers.push(victim);
  await mustBecome("it holds shards", async () => (await countShards([victim])).some((shards) => shards > 0));
  return { victim };
}

/** Both schedulers wait in transactions that store results. */
async function beforeCommit({ fleet }: FaultRun): Promise<{ victim: Vedette; release: () => Promise<void> }> {
  const lock = await lockTable(fleet.postgres.connection, { table: "check_result", from: "writes" });
  await mustBecome(
    "both schedulers wait in a transaction",
    async () => (await lock.countWaiting()) >= fleet.schedulers.length,
  );
  return { victim: first(fleet.schedulers), release: () => lock.release() };
}

function first(schedulers: readonly Vedette[]): Vedette {
  const [found] = schedulers;
  if (found === undefined) throw new Error("no scheduler was started");
  return found;
}
