import { parentPort, workerData } from "node:worker_threads";
import { QueueServer } from "../../engine/queue/queue-server.ts";
import { ArtifactQuota } from "../../pipeline/runs/artifact-quota.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import { StartError } from "../../platform/kernel/errors.ts";
import { createLogger, type LogLevel } from "../../platform/kernel/logger.ts";
import { type MasterKeySource, openMasterKeys } from "../../platform/secrets/master-keys.ts";
import { createSpecResolver } from "../../platform/secrets/resolve-specs.ts";
import { createVault } from "../../platform/secrets/vault.ts";
import type { Connection } from "../../platform/storage/connection.ts";
import { openDatabase } from "../../platform/storage/pool.ts";
import { openQueue, type QueueConnection } from "../wiring/open-queue.ts";
import { collectGarbage } from "./collect-garbage.ts";
import { SchedulerMetrics } from "./scheduler-metrics.ts";
import { SchedulerRole } from "./scheduler-role.ts";
import type { Command, Reply } from "./thread-control.ts";

/** The worker thread that schedules and records. It also holds the queue that the other threads share. */
export type SchedulerThreadData = {
  connection: Connection;
  logLevel: LogLevel;
  fallbackLocation: string | null;
  masterKeys: MasterKeySource;
  queue: QueueConnection;
  /** Maximum total size of the files of an organization's runs; null for no limit. */
  artifactBytesMax: number | null;
  /** Whether the operator lets this server look up domains. */
  looksUpDomains: boolean;
};

/**
 * One for recording checks, one for runs, one for heartbeats, one for reading definitions, one spare. Leases and
 * notifications have their own.
 */
const CONNECTIONS_MAX = 5;
const STATEMENT_TIMEOUT_MS = 10_000;

const data = workerData as SchedulerThreadData;
const port = parentPort;
if (!port) throw new Error("scheduler-thread runs as a worker thread only");
const log = createLogger(data.logLevel, { thread: "scheduler" });
const queue = await openQueue(data.queue, { clock: systemClock, log }).catch((error: unknown) => {
  if (error instanceof StartError) reply({ op: "refused", message: error.message });
  throw error;
});
const database = await openDatabase({
  connection: data.connection,
  log,
  maxConnections: CONNECTIONS_MAX,
  statementTimeoutMs: STATEMENT_TIMEOUT_MS,
});
const metrics = new SchedulerMetrics();
const vault = createVault(openMasterKeys(data.masterKeys));
const role = await SchedulerRole.start({
  database,
  queue,
  clock: systemClock,
  log,
  resolveSpecs: createSpecResolver({ db: database, vault, log }),
  vault,
  fallbackLocation: data.fallbackLocation,
  looksUpDomains: data.looksUpDomains,
  isInFleet: data.queue !== null,
  artifactQuota: new ArtifactQuota({ bytesMax: data.artifactBytesMax, clock: systemClock }),
  onRecorded: (recorded) => metrics.countRecorded(recorded),
  onGaps: (gaps) => metrics.countGaps(gaps),
});
const links = new Map<string, QueueServer>();

function reply(message: Reply): void {
  port?.postMessage(message);
}

async function stop(withinMs: number): Promise<void> {
  await role.stop(systemClock.monotonic() + withinMs);
  await queue.close();
  await database.close();
  reply({ op: "stopped" });
}

async function sendMetrics(id: number): Promise<void> {
  const state = { ...role.state(), ...queue.state(), queueConnected: queue.isConnected() ? 1 : 0 };
  reply({
    op: "metrics",
    id,
    metrics: await metrics.read(state),
    state: { ...state, ...metrics.recentlyMissed() },
    outage: role.outage(),
  });
}

port.on("message", (command: Command) => {
  switch (command.op) {
    case "connect":
      links.get(command.name)?.close();
      links.set(command.name, new QueueServer(queue, command.port));
      return;
    case "metrics":
      return void sendMetrics(command.id);
    case "pause":
      return role.pause();
    case "stop":
      return void stop(command.withinMs);
  }
});
reply({ op: "ready" });
collectGarbage();
