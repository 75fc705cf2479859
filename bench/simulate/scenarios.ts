import type { Fleet, FleetPlan } from "./fleet.ts";

/** A fault in a fleet that has run for a while. */
export type Scenario = {
  name: string;
  /** Causes the fault. */
  begin(fleet: Fleet): void;
  /** The duration of the fault, and what ends it. */
  lastsMs: number;
  end?(fleet: Fleet): void;
  /** Differences from the usual fleet. */
  plan?: Partial<FleetPlan>;
};

const MINUTE_MS = 60_000;
/** Assumed: the start of a process on a running machine. */
const START_MS = 4_000;
/** Between the starts of two processes in a rolling restart. */
const ROLL_PAUSE_MS = 5_000;

/** The same number of cores in four times as many runners. Simulated in full, because single messages matter. */
const SMALL_RUNNERS = { runnersPerLocation: 12, coresPerRunner: 1, sample: 1 };

/** A fleet of the size that the limits of this version allow: 125,000 monitors a scheduler, runners below 30 %. */
const LARGE = { monitors: 3_500_000, schedulers: 28, runnersPerLocation: 11, sample: 20 };

export const SCENARIOS: readonly Scenario[] = [
  { name: "No fault", begin() {}, lastsMs: MINUTE_MS },
  { name: "No fault, 36 small runners", begin() {}, lastsMs: MINUTE_MS, plan: SMALL_RUNNERS },
  {
    name: "No fault, 3,500,000 monitors, 28 schedulers, 33 runners",
    begin() {},
    lastsMs: MINUTE_MS,
    plan: LARGE,
  },
  {
    name: "The same, and one scheduler is killed",
    begin: (fleet) => fleet.schedulers.splice(0, 1)[0]?.kill(),
    lastsMs: MINUTE_MS,
    plan: LARGE,
  },
  {
    name: "A scheduler is killed and not replaced",
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
  { name: "All schedulers are restarted, one by one", begin: restartSchedulers, lastsMs: 5 * MINUTE_MS },
  {
    name: "One of three runners of a location is down for 5 min",
    begin: (fleet) => [...fleet.runners.values()][0]?.splice(0, 1)[0]?.kill(),
    lastsMs: 5 * MINUTE_MS,
    end: (fleet) => fleet.startRunner([...fleet.runners.keys()][0] ?? ""),
  },
  {
    name: "All runners of a location are down for 5 min",
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
    name: "NATS is down for 60 s and loses its memory",
    begin: ({ broker }) => broker.goDown(),
    lastsMs: MINUTE_MS,
    end: ({ broker }) => broker.recover(),
  },
  {
    name: "PostgreSQL is down for 60 s",
    begin: ({ database }) => database.goDown(),
    lastsMs: MINUTE_MS,
    end: ({ database }) => database.recover(),
  },
  {
    name: "The clock of a scheduler is 2 s ahead for 60 s",
    begin: (fleet) => fleet.schedulers[0]?.jumpClock(2_000),
    lastsMs: MINUTE_MS,
    end: (fleet) => fleet.schedulers[0]?.jumpClock(-2_000),
  },
  {
    name: "1.5 × the runners' capacity, for 3 min",
    begin: (fleet) => slowDown(fleet, 1.5),
    lastsMs: 3 * MINUTE_MS,
    end: (fleet) => slowDown(fleet, null),
  },
];

/** Stops each scheduler after the replacement of the previous one has started. */
function restartSchedulers(fleet: Fleet): void {
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

/** Slows the runners down until the load is this multiple of their capacity; null restores them. */
function slowDown({ runners, utilization }: Fleet, load: number | null): void {
  for (const runner of [...runners.values()].flat()) runner.slowDown(load === null ? 1 : load / utilization);
}
