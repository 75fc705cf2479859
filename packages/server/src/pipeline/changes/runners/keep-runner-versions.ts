import { findPrivateLocation } from "../../../engine/locations/work-queue.ts";
import type { Queue } from "../../../engine/queue/queue.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type SeenVersion, saveRunnerVersions } from "./queries.ts";

/** More locations and versions than an installation has. */
const VERSIONS_MAX = 5_000;

/**
 * The job `changes.runner_versions`: records which versions of runner programs are online at each location, so that an
 * update of a runner is among what changed. A location is compared and no runner, because a container has another name
 * after each update.
 */
export async function keepRunnerVersions({
  database,
  queue,
  clock,
}: {
  database: Db;
  queue: Pick<Queue, "runners">;
  clock: Clock;
}): Promise<void> {
  const seen = new Map<string, SeenVersion>();
  for (const { location: workQueue, version } of queue.runners()) {
    if (version === undefined || seen.size >= VERSIONS_MAX) continue;
    const { orgId, location } = findPrivateLocation(workQueue) ?? { orgId: null, location: workQueue };
    seen.set(`${workQueue} ${version}`, { orgId, location, version });
  }
  if (seen.size > 0) await saveRunnerVersions(database, [...seen.values()], new Date(clock.now()));
}
