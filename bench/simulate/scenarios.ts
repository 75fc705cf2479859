import type { Fleet, FleetPlan } from "./fleet.ts";

/** Something that happens to a fleet which has been running for a while. */
export type Scenario = {
  name: string;
  /** Does it. */
  begin(fleet: Fleet): void;
  /** How long it goes on, and what ends it. */
  lastsMs: number;
  end?(fleet: Fleet): void;
  /** What is different about the fleet. */
  plan?: Partial<FleetPlan>;
};

const MINUTE_MS = 60_000;
/** How long a process of ours takes to start, with the machine there: assumed. */
const START_MS = 4_000;
/** Between two processes of a rolling restart. */
const ROLL_PAUSE_MS = 5_000;

/** As many cores in all, in four times as many runners; in full, for it is about single messages. */
const SMALL_RUNNERS = { runnersPerLocation: 12, coresPerRunner: 1, sample: 1 };

export const SCENARIOS: readonly Scenario[] = [
  { name: "Nothing happens", begin() {}, lastsMs: MINUTE_MS },
  { name: "Nothing, but 36 small runners", begin() {}, lastsMs: MINUTE_MS, plan: SMALL_RUNNERS },
  {
    name: "The same, 100 messages of a shard in flight",
    begin() {},
    lastsMs: MINUTE_MS,
    plan: { ...SMALL_RUNNERS, reportMessagesInHandsMax: 100 },
  },
  {
    name: "A scheduler is killed, and not replaced",
    begin: (fleet) => fleet.schedulers.splice(0, 1)[0]?.kill(),
    lastsMs: MINUTE_MS,
  },
  {
    name: "Two schedulers are killed at once",
    begin(fleet) {
      for (const scheduler of fleet.schedulers.splice(0, 2)) scheduler.kill();
    },
    lastsMs: MINUTE_MS,
  },
  { name: "A scheduler is added", begin: (fleet) => void fleet.startScheduler(), lastsMs: MINUTE_MS },
  { name: "All schedulers are restarted, one by one", begin: roll, lastsMs: 5 * MINUTE_MS },
  {
    name: "One of three runners of a location is killed, for 5 min",
    begin: (fleet) => [...fleet.runners.values()][0]?.splice(0, 1)[0]?.kill(),
    lastsMs: 5 * MINUTE_MS,
    end: (fleet) => fleet.startRunner([...fleet.runners.keys()][0] ?? ""),
  },
  {
    name: "All runners of a location are lost, for 5 min",
    begin(fleet) {
      for (const runner of [...fleet.runners.values()][0]?.splice(0) ?? []) runner.kill();
    },
    lastsMs: 5 * MINUTE_MS,
    end(fleet) {
      const location = [...fleet.runners.keys()][0] ?? "";
      for (let count = 0; count < 3; count += 1) fleet.startRunner(location);
    },
  },
  {
    name: "NATS is away for 60 s, and forgets what was in memory",
    begin: ({ broker }) => broker.goAway(),
    lastsMs: MINUTE_MS,
    end: ({ broker }) => broker.comeBack(),
  },
  {
    name: "PostgreSQL is away for 60 s",
    begin: ({ database }) => database.goAway(),
    lastsMs: MINUTE_MS,
    end: ({ database }) => database.comeBack(),
  },
  {
    name: "The clock of a scheduler is 2 s ahead, for 60 s",
    begin: (fleet) => fleet.schedulers[0]?.jumpClock(2_000),
    lastsMs: MINUTE_MS,
    end: (fleet) => fleet.schedulers[0]?.jumpClock(-2_000),
  },
  {
    name: "Load 1.5 × what the runners can do, for 3 min",
    begin: (fleet) => slow(fleet, 1.5),
    lastsMs: 3 * MINUTE_MS,
    end: (fleet) => slow(fleet, null),
  },
];

/** The next is stopped only once the one before has come back. */
function roll(fleet: Fleet): void {
  const waiting = [...fleet.schedulers];
  const next = (): void => {
    const scheduler = waiting.shift();
    if (!scheduler) return;
    scheduler.stop(() => {
      fleet.schedulers.splice(fleet.schedulers.indexOf(scheduler), 1);
      fleet.timeline.after(START_MS, () => {
        fleet.startScheduler();
        fleet.timeline.after(ROLL_PAUSE_MS, next);
      });
    });
  };
  next();
}

/** Takes so much of the runners' processors away that the load is this many times what is left; null gives it back. */
function slow({ runners, utilization }: Fleet, load: number | null): void {
  for (const runner of [...runners.values()].flat()) runner.slowDown(load === null ? 1 : load / utilization);
}
