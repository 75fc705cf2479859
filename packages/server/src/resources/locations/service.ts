import type { OrgId } from "@vedette/contract/ids.ts";
import type { LocationState } from "@vedette/contract/locations.ts";
import type { Queue, RunnerPresence } from "../../queue/queue.ts";
import type { Db } from "../../storage/database.ts";
import { listLocationsInUse } from "./queries.ts";

/** Locations: names at which runners run. They are no rows of their own: runners say where they are. */

export type Staff = {
  runners: readonly RunnerPresence[];
  /** The location whose runner makes the checks of locations without one; null for none. */
  standIn: string | null;
};

/** The location whose runners make the checks of `location` now, or null when nobody would. */
export function servingLocation(location: string, { runners, standIn }: Staff): string | null {
  const isStaffed = (name: string | null) => runners.some((runner) => runner.location === name);
  if (isStaffed(location)) return location;
  return isStaffed(standIn) ? standIn : null;
}

/** Locations with runners and those that the organization's monitors and API monitors name, by name. */
export async function listLocations(
  db: Db,
  orgId: OrgId,
  { queue, standIn }: { queue: Pick<Queue, "runners">; standIn: string | null },
): Promise<LocationState[]> {
  const runners = queue.runners();
  const named = await listLocationsInUse(db, orgId);
  const names = new Set([...runners.map((runner) => runner.location), ...named.map((row) => row.location)]);
  return [...names].sort().map((id) => {
    const here = runners.filter((runner) => runner.location === id);
    const lastSeenMs = Math.max(...here.map((runner) => runner.lastSeenAtMs));
    return {
      id,
      runners: new Set(here.map((runner) => runner.runner)).size,
      last_seen_at: here.length > 0 ? new Date(lastSeenMs).toISOString() : null,
      stand_in: here.length === 0 && servingLocation(id, { runners, standIn }) !== null,
    };
  });
}
