import { CUT_SECONDS, playCutRunner, playCutScheduler, playHungProxy } from "./cuts.ts";
import {
  addSchedulers,
  killNats,
  killRunner,
  killScheduler,
  NATS_DOWN_SECONDS,
  POSTGRES_DOWN_SECONDS,
  replaceAll,
  stopPostgres,
} from "./endings.ts";
import { namespaceMissing } from "./namespace.ts";
import { type Outcome, play } from "./stage.ts";

/** What goes wrong, and what has to come of it besides no slot lost or doubled and no alert. */
export type Scenario = {
  /** By which it is asked for: that of the fault in the threat model. */
  name: string;
  what: string;
  expected: string;
  /** From the fault until every monitor at 1 s is checked again. */
  backWithinSeconds: number;
  /** Whether no slot may be missed. */
  missesNone?: boolean;
  /** Why it cannot be played here. */
  missing?: () => string | null;
  run(): Promise<Outcome>;
};

export const SCENARIOS: readonly Scenario[] = [
  {
    name: "f01",
    what: "kill -9 of one of two schedulers, another one after",
    expected: "back in 15 s",
    backWithinSeconds: 15,
    run: () => play({}, killScheduler),
  },
  {
    name: "f02",
    what: "kill -9 of one of two runners, runs of API monitors under way",
    expected: "back in 15 s; the runs pass in 45 s",
    backWithinSeconds: 15,
    run: () => play({}, killRunner),
  },
  {
    name: "f05",
    what: `PostgreSQL stopped at once, started after ${POSTGRES_DOWN_SECONDS} s`,
    expected: "back 15 s after it; API 503, /readyz false in 5 s, /healthz true; no process ends",
    backWithinSeconds: POSTGRES_DOWN_SECONDS + 15,
    run: () => play({}, stopPostgres),
  },
  {
    name: "f05-nats",
    what: `kill -9 of NATS, started after ${NATS_DOWN_SECONDS} s`,
    expected: "back 15 s after it; no process ends",
    backWithinSeconds: NATS_DOWN_SECONDS + 15,
    run: () => play({}, killNats),
  },
  {
    name: "f06",
    what: `a proxy before PostgreSQL hangs for ${CUT_SECONDS} s: API and one of two schedulers`,
    expected: "the other has all shards in 25 s; no request waits over 10 s; healed by itself",
    backWithinSeconds: 25,
    run: playHungProxy,
  },
  {
    name: "f06-cut",
    what: `one of two schedulers cut off from PostgreSQL for ${CUT_SECONDS} s`,
    expected: "the other has all shards in 25 s; healed by itself",
    backWithinSeconds: 25,
    missing: namespaceMissing,
    run: playCutScheduler,
  },
  {
    name: "f09",
    what: `one of two runners cut off from NATS for ${CUT_SECONDS} s`,
    expected: "the other takes over in 20 s; known as gone in 45 s; healed by itself",
    backWithinSeconds: 20,
    missing: namespaceMissing,
    run: () => playCutRunner("nats"),
  },
  {
    name: "f09-all",
    what: `one of two runners cut off from all, targets too, for ${CUT_SECONDS} s`,
    expected: "as before; results from the outage report no target down",
    backWithinSeconds: 20,
    missing: namespaceMissing,
    run: () => playCutRunner("all"),
  },
  {
    name: "f14",
    what: "three schedulers at once, then one of them is stopped",
    expected: "shared at once; no slot missed",
    backWithinSeconds: 2,
    missesNone: true,
    run: () => play({ schedulers: 1 }, addSchedulers),
  },
  {
    name: "f20",
    what: "each scheduler and runner is replaced: a new one, then SIGTERM",
    expected: "exit 0; no slot missed",
    backWithinSeconds: 2,
    missesNone: true,
    run: () => play({}, replaceAll),
  },
];
