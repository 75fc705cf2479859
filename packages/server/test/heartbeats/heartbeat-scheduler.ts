import { ObservedChanges } from "../../src/pipeline/changes/observing/observed-changes.ts";
import type { Pinged } from "../../src/pipeline/heartbeats/evaluated-batch.ts";
import { HeartbeatEngine } from "../../src/pipeline/heartbeats/heartbeat-engine.ts";
import type { AlertingPort } from "../../src/pipeline/results/recording/alerting-port.ts";
import { ConnectionFacts } from "../../src/pipeline/results/recording/connection-facts.ts";
import { ensurePartitionsOf } from "../../src/pipeline/results/retention/partitions.ts";
import { Definitions } from "../../src/pipeline/scheduler/definitions.ts";
import type { Clock } from "../../src/platform/kernel/clock.ts";
import { silentLogger } from "../../src/platform/kernel/logger.ts";
import { SHARDS } from "../../src/platform/kernel/shard.ts";
import type { Database } from "../../src/platform/storage/database.ts";

/** The part of a scheduler that evaluates heartbeats; it holds all shards as far as it knows. */
export async function startHeartbeatScheduler({
  database,
  clock,
  alerting,
  onPinged = () => undefined,
}: {
  database: Database;
  clock: Clock;
  alerting: AlertingPort;
  onPinged?: (pinged: readonly Pinged[]) => void;
}) {
  const shards = Array.from({ length: SHARDS }, (_, shard) => shard);
  const definitions: Definitions = new Definitions(
    { database, clock, log: silentLogger, resolveSpecs: async (wanted) => wanted.map(({ spec }) => spec) },
    {
      changed: (definition) => engine.put(definition),
      removed: (targetId) => engine.drop(targetId),
      ended: () => undefined,
    },
  );
  const engine: HeartbeatEngine = new HeartbeatEngine({
    ...{ database, clock, log: silentLogger },
    recording: {
      database,
      clock,
      connectionFacts: new ConnectionFacts({ database, clock }),
      findTarget: (seriesKey) => definitions.findBySeries(seriesKey),
      isCurrent: (seriesKey) => definitions.isScheduled(seriesKey),
      loadSeries: (seriesKeys) => definitions.loadSeries(seriesKeys),
      reload: (targetIds) => definitions.reload(targetIds),
      mergeLate: async () => undefined,
      changes: new ObservedChanges(),
      alerting,
      ensurePartitions: (instantsMs) => ensurePartitionsOf(database, instantsMs),
    },
    heldShards: () => shards,
    reload: (targetIds) => definitions.reload(targetIds),
    isPausedAt: () => false,
    onRecorded: () => undefined,
    onPinged,
  });
  await definitions.start();
  await definitions.loadShards(shards);
  await engine.start();
  let isRunning = true;
  const stop = async () => {
    if (!isRunning) return;
    isRunning = false;
    await engine.stop();
    await definitions.stop();
  };
  return { engine, stop };
}
