import { type LocationOf, privateWorkQueue } from "../../engine/locations/work-queue.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { Database, Db } from "../../platform/storage/database.ts";
import { TableCache } from "../../platform/storage/table-cache.ts";
import { listPrivateLocations, notify } from "./queries.ts";

/**
 * The private locations, in memory: all locations that ever had a runner key. Revoking a key does not allow a
 * fallback location, because that one would report unreachable targets as down.
 */
export type PrivateLocations = {
  has(at: LocationOf): boolean;
  stop(): Promise<void>;
};

const CHANNEL = "private_locations_changed";
/** Longer than usual: every API process reads all keys of runners. */
const READ_INTERVAL_MS = 30_000;

/** Received when the transaction commits. */
export async function notifyPrivateLocations(db: Db): Promise<void> {
  await notify(db, CHANNEL);
}

export async function watchPrivateLocations({
  database,
  log,
}: {
  database: Database;
  log: Logger;
}): Promise<PrivateLocations> {
  const cache = new TableCache({
    database,
    log,
    channel: CHANNEL,
    failedEvent: "locations.load_failed",
    compareIntervalMs: READ_INTERVAL_MS,
    list: () => listPrivateLocations(database),
    idOf: ({ org_id: orgId, location }) => privateWorkQueue({ orgId, location }),
  });
  await cache.start();
  return {
    has: (at) => cache.rows.size > 0 && cache.rows.has(privateWorkQueue(at)),
    stop: () => cache.stop(),
  };
}
