import { Fleet, type FleetPlan, START_MS } from "./fleet.ts";
import { createRandom } from "./random.ts";
import { isEachShardOnce } from "./simulate.ts";
import type { Sums } from "./slot-tracker.ts";

/*
 * Small fleets with any combination of simultaneous faults. They do not measure lateness, but check that every slot has a
 * record and every shard has an owner at the end.
 */

/** Ticks are coarse, because milliseconds do not matter here. */
const SMALL: Omit<FleetPlan, "lengthMs" | "seed"> = {
  monitors: 40,
  intervalMs: 20_000,
  schedulers: 3,
  locations: [
    { name: "near", oneWayMs: 1 },
    { name: "far", oneWayMs: 80 },
  ],
  runnersPerLocation: 2,
  coresPerRunner: 1,
  sample: 1,
  tickMs: 100,
};

type Fault = (fleet: Fleet) => void;

function killScheduler(fleet: Fleet): void {
  fleet.schedulers.shift()?.kill();
  fleet.timeline.after(3_000, () => void fleet.startScheduler());
}

function stopScheduler(fleet: Fleet): void {
  fleet.schedulers.shift()?.stop(() => {});
  fleet.timeline.after(30_000, () => void fleet.startScheduler());
}

function killRunners(fleet: Fleet): void {
  for (const runner of fleet.runners.get("far")?.splice(0) ?? []) runner.kill();
  fleet.timeline.after(20_000, () => fleet.startRunner("far"));
}

function stopNats({ broker, timeline }: Fleet): void {
  broker.goDown();
  timeline.after(15_000, () => broker.recover());
}

function stopDatabase({ database, timeline }: Fleet): void {
  database.goDown();
  timeline.after(25_000, () => database.recover());
}

/** The second failure happens while schedulers claim shards again. */
function stopDatabaseTwice(fleet: Fleet): void {
  stopDatabase(fleet);
  fleet.timeline.after(25_000 + fleet.random.between(0, 2_500), () => stopDatabase(fleet));
}

function slowRunners({ runners, timeline }: Fleet): void {
  const all = [...runners.values()].flat();
  for (const runner of all) runner.slowDown(3_000);
  timeline.after(40_000, () => {
    for (const runner of all) runner.slowDown(1);
  });
}

export const FAULTS = {
  killScheduler,
  stopScheduler,
  addScheduler: (fleet) => void fleet.startScheduler(),
  killRunners,
  stopNats,
  stopDatabase,
  stopDatabaseTwice,
  slowRunners,
  setClockAhead: (fleet) => fleet.schedulers[0]?.jumpClock(2_500),
  setClockBack: (fleet) => fleet.schedulers[0]?.jumpClock(-2_500),
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof FAULTS;
export type History = { seed: number; faults: readonly { atMs: number; name: FaultName }[] };

export const FAULTS_WITHIN_MS = 120_000;
const COUNTED_UNTIL_MS = 240_000;
const LAUNCHED_MS = 35_000;
const SETTLED_MS = 420_000;

/** Simulates a fleet with these faults and enough time afterwards, and sums up its slots. */
export function runHistory({ seed, faults }: History): Sums & { isEachShardOnce: boolean } {
  const fleet = new Fleet({ ...SMALL, seed, lengthMs: SETTLED_MS });
  for (const { atMs, name } of faults) fleet.timeline.after(atMs, () => FAULTS[name](fleet));
  fleet.timeline.runUntil(START_MS + COUNTED_UNTIL_MS + LAUNCHED_MS);
  for (const scheduler of fleet.schedulers) scheduler.pause();
  fleet.timeline.runUntil(START_MS + SETTLED_MS);
  const sums = fleet.tracker.sum({ fromMs: START_MS, untilMs: START_MS + COUNTED_UNTIL_MS });
  return { ...sums, isEachShardOnce: isEachShardOnce(fleet) };
}

/** A random history. */
export function randomHistory(seed: number): History {
  const random = createRandom(seed);
  const names = Object.keys(FAULTS) as FaultName[];
  const faults = Array.from({ length: Math.floor(random.between(0, 7)) }, () => ({
    atMs: random.between(0, FAULTS_WITHIN_MS),
    name: names[Math.floor(random.between(0, names.length))] ?? "killScheduler",
  }));
  return { seed, faults };
}
