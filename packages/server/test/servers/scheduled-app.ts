import { ensurePartitionsOf } from "../../src/pipeline/results/retention/partitions.ts";
import { ArtifactQuota } from "../../src/pipeline/runs/artifact-quota.ts";
import { systemClock } from "../../src/platform/kernel/clock.ts";
import { silentLogger } from "../../src/platform/kernel/logger.ts";
import { createSpecResolver } from "../../src/platform/secrets/resolve-specs.ts";
import { SchedulerRole } from "../../src/roles/threads/scheduler-role.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { testVault } from "../vault.ts";

const STOP_MS = 5_000;

/** The HTTP server with a scheduler and a recorder on the same database and queue, and without runners. */
export async function startScheduledApp(options: Parameters<typeof startTestApp>[0] = {}): Promise<TestApp> {
  const running = await startTestApp(options);
  const role = await startSchedulerRole(running);
  return {
    ...running,
    async stop() {
      await role.stop(systemClock.monotonic() + STOP_MS);
      await running.stop();
    },
  };
}

/** A scheduler and a recorder on the database and the queue of a running HTTP server. */
export async function startSchedulerRole({
  database,
  queue,
}: Pick<TestApp, "database" | "queue">): Promise<SchedulerRole> {
  await ensurePartitionsOf(database, [Date.now()]);
  const vault = testVault();
  return SchedulerRole.start({
    ...{ database, queue, vault, clock: systemClock, log: silentLogger },
    resolveSpecs: createSpecResolver({ db: database, vault, log: silentLogger }),
    fallbackLocation: "default",
    looksUpDomains: true,
    isInFleet: false,
    artifactQuota: new ArtifactQuota({ bytesMax: null, clock: systemClock }),
    onRecorded: () => {},
    onGaps: () => {},
  });
}
