import { type LocationOf, privateWorkQueue } from "../../engine/locations/work-queue.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import type { Database, Db } from "../../platform/storage/database.ts";
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
/** A notification announces changes at once; reading again at this interval finds missed ones. */
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
  let locations: ReadonlySet<string> = new Set();

  async function read(): Promise<void> {
    const rows = await listPrivateLocations(database);
    locations = new Set(rows.map(({ org_id: orgId, location }) => privateWorkQueue({ orgId, location })));
  }

  function readAgain(): void {
    read().catch((error: unknown) => log.warn("locations.not_read", errorFacts(error)));
  }

  const endListening = await database.listen(CHANNEL, readAgain);
  await read();
  const timer = setInterval(readAgain, READ_INTERVAL_MS);

  return {
    has: (at) => locations.size > 0 && locations.has(privateWorkQueue(at)),
    async stop() {
      clearInterval(timer);
      await endListening();
    },
  };
}
