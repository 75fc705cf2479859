import { setTimeout as pause } from "node:timers/promises";
import { nameOf, treeOf } from "../harness/process-usage.ts";
import type { Vedette } from "../harness/vedette.ts";
import { type PingTally, sendPings } from "./ping-clients.ts";

/** PostgreSQL does not answer for so long: the service keeps pings for 60 s. */
const AWAY_MS = 75_000;
const BEFORE_MS = 5_000;
const SECONDS = 95;
const RATE_PER_SECOND = 20;
const CONNECTIONS = 200;

export type DatabaseAway = {
  tally: PingTally;
  /** Seconds after PostgreSQL stopped: the first and last 202, the first 503, and the first 200 after it went on. */
  firstAccepted: number;
  lastAccepted: number;
  firstUnavailable: number;
  /** After PostgreSQL went on. */
  firstStored: number;
};

/** Stops all processes of PostgreSQL by a signal while pings arrive. */
export async function measureDatabaseAway(vedette: Vedette, uuids: readonly string[]): Promise<DatabaseAway> {
  const senders = sendPings({
    ...{ url: vedette.url, uuids, connections: CONNECTIONS },
    ...{ seconds: SECONDS, ratePerSecond: RATE_PER_SECOND },
  });
  await pause(BEFORE_MS);
  const processes = treeOf(vedette.pid).filter((pid) => nameOf(pid).startsWith("postgres"));
  signalAll(processes, "SIGSTOP");
  try {
    await pause(AWAY_MS);
  } finally {
    signalAll(processes, "SIGCONT");
  }
  const tally = await senders;
  const isAfter = (dueMs: number) => dueMs > BEFORE_MS + AWAY_MS;
  const times = (status: number, isWanted: (dueMs: number) => boolean = () => true) =>
    tally.answers
      .filter((answer) => answer.status === status && isWanted(answer.dueMs))
      .map(({ dueMs }) => (dueMs - BEFORE_MS) / 1_000);
  return {
    tally,
    firstAccepted: Math.min(...times(202)),
    lastAccepted: Math.max(...times(202, (dueMs) => !isAfter(dueMs))),
    firstUnavailable: Math.min(...times(503)),
    firstStored: Math.min(...times(200, isAfter)) - AWAY_MS / 1_000,
  };
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) process.kill(pid, signal);
}
