import { DAY_MS } from "../../pipeline/results/rollups/rollup.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import { createServerClient } from "../../platform/net/server-client.ts";
import type { Database } from "../../platform/storage/database.ts";
import { listPingIds } from "./queries.ts";
import {
  BACKUP_HEARTBEAT,
  BACKUP_HOUR,
  SAMPLE_PROJECT,
  WORKER_HEARTBEAT,
  WORKER_PERIOD_SECONDS,
} from "./sample-document.ts";

/** The jobs of the sample shop: they ping their heartbeats over HTTP, as jobs do. */

const TICK_MS = 60_000;
const TIMEOUT_MS = 5_000;

export function startPings({
  database,
  port,
  log,
  clock,
}: {
  database: Database;
  /** The port of the API, on loopback. */
  port: number;
  log: Logger;
  clock: Clock;
}): { stop(): Promise<void> } {
  const stopped = new AbortController();
  const { signal } = stopped;
  const client = createServerClient({ url: new URL(`http://127.0.0.1:${port}`), ca: null });
  const sentAt = new Map<string, number>();
  const tick = async () => {
    for (const { key, ping_id: id, was_pinged: wasPinged } of await listPingIds(database, SAMPLE_PROJECT)) {
      const dueMs = lastDueMs(key, clock.now());
      // The first pings are sent at once; a job that did not run for a time does not run more often later.
      const sinceMs = sentAt.get(key) ?? (wasPinged ? clock.now() - TICK_MS * 2 : 0);
      if (dueMs === null || dueMs <= sinceMs) continue;
      sentAt.set(key, dueMs);
      await client.send({ method: "POST", path: `/ping/${id}`, headers: {}, timeoutMs: TIMEOUT_MS, signal });
    }
  };
  const run = () => {
    if (signal.aborted) return;
    tick().catch((error: unknown) => log.debug("demo.ping_failed", errorFacts(error)));
  };
  const timer = setInterval(run, TICK_MS);
  return {
    async stop() {
      clearInterval(timer);
      stopped.abort();
      client.close();
    },
  };
}

/** When a job ran last, by its schedule; null for an unknown one. */
function lastDueMs(key: string, nowMs: number): number | null {
  const everyMs = WORKER_PERIOD_SECONDS * 1_000;
  if (key === WORKER_HEARTBEAT) return Math.floor(nowMs / everyMs) * everyMs;
  if (key !== BACKUP_HEARTBEAT) return null;
  const phaseMs = BACKUP_HOUR * 3_600_000;
  return Math.floor((nowMs - phaseMs) / DAY_MS) * DAY_MS + phaseMs;
}
