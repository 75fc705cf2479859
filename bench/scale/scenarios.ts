import { type Outcome, runFault } from "./fault-run.ts";
import { namespaceMissing } from "./namespace.ts";
import { CUT_SECONDS, runCutRunner, runCutScheduler, runHungProxy } from "./network-faults.ts";
import {
  addSchedulers,
  killNats,
  killRunner,
  killScheduler,
  NATS_DOWN_SECONDS,
  POSTGRES_DOWN_SECONDS,
  replaceAll,
  stopPostgres,
} from "./process-faults.ts";

/** A fault and its expected outcome. In addition, no slot may be lost or doubled, and no alert may open. */
export type Scenario = {
  /** The name on the command line. */
  name: string;
  what: string;
  expected: string;
  /** The time from the fault until every monitor at 1 s is checked again. */
  backWithinSeconds: number;
  /** Whether no slot may be missed. */
  missesNone?: boolean;
  /** Why it cannot run on this machine; null if it can. */
  missing?: () => string | null;
  run(): Promise<Outcome>;
};

export const SCENARIOS: readonly Scenario[] = [
  {
    name: "f01",
    what: "kill -9 of one of two schedulers, then a new one",
    expected: "back in 15 s",
    backWithinSeconds: 15,
    run: () => runFault({}, killScheduler),
  },
  {
    name: "f02",
    what: "kill -9 of one of two runners, with API monitor runs in flight",
    expected: "back in 15 s; the runs pass in 45 s",
    backWithinSeconds: 15,
    run: () => runFault({}, killRunner),
  },
  {
    name: "f05",
    what: `immediate stop of PostgreSQL, started after ${POSTGRES_DOWN_SECONDS} s`,
    expected: "back 15 s later; API 503, /readyz 503 in 5 s, /healthz 200; no process exits",
    backWithinSeconds: POSTGRES_DOWN_SECONDS + 15,
    run: () => runFault({}, stopPostgres),
  },
  {
    name: "f05-nats",
    what: `kill -9 of NATS, started after ${NATS_DOWN_SECONDS} s`,
    expected: "back 15 s later; no process exits",
    backWithinSeconds: NATS_DOWN_SECONDS + 15,
    run: () => runFault({}, killNats),
  },
  {
    name: "f06",
    what: `a proxy in front of PostgreSQL hangs for ${CUT_SECONDS} s, for the API and one of two schedulers`,
    expected: "the other has all shards in 25 s; no request takes over 10 s; recovers by itself",
    backWithinSeconds: 25,
    run: runHungProxy,
  },
  {
    name: "f06-cut",
    what: `one of two schedulers cut off from PostgreSQL for ${CUT_SECONDS} s`,
    expected: "the other has all shards in 25 s; recovers by itself",
    backWithinSeconds: 25,
    missing: namespaceMissing,
    run: runCutScheduler,
  },
  {
    name: "f09",
    what: `one of two runners cut off from NATS for ${CUT_SECONDS} s`,
    expected: "the other takes over in 20 s; reported offline in 45 s; recovers by itself",
    backWithinSeconds: 20,
    missing: namespaceMissing,
    run: () => runCutRunner("nats"),
  },
  {
    name: "f09-all",
    what: `one of two runners without any network for ${CUT_SECONDS} s`,
    expected: "as above; no target is reported down because of the outage",
    backWithinSeconds: 20,
    missing: namespaceMissing,
    run: () => runCutRunner("all"),
  },
  {
    name: "f14",
    what: "two schedulers are added to one, then one of the three is stopped",
    expected: "shards balanced at once; no slot missed",
    backWithinSeconds: 2,
    missesNone: true,
    run: () => runFault({ schedulers: 1 }, addSchedulers),
  },
  {
    name: "f20",
    what: "each scheduler and runner is replaced: a new one, then SIGTERM",
    expected: "exit 0; no slot missed",
    backWithinSeconds: 2,
    missesNone: true,
    run: () => runFault({}, replaceAll),
  },
];
