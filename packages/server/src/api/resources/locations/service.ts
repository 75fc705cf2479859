import type { LocationState } from "@vedette/contract/runners/locations.ts";
import {
  createWorkQueueSelector,
  findPrivateLocation,
  type OrgRunnerAvailability,
  workQueueFor,
} from "../../../engine/locations/work-queue.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { listLocationsInUse } from "./queries.ts";

/**
 * The locations that an organization sees: the server's, its private ones, and those its targets reference.
 */
export async function listLocations(db: Db, staff: OrgRunnerAvailability): Promise<LocationState[]> {
  const { orgId, runners } = staff;
  const named = await listLocationsInUse(db, orgId);
  const withRunners = runners.flatMap(({ location: queue }) => {
    const own = findPrivateLocation(queue);
    if (own === null) return [queue];
    return own.orgId === orgId ? [own.location] : [];
  });
  const names = new Set([...withRunners, ...named.map((row) => row.location)]);
  return [...names].sort().map((id) => stateOf(id, staff));
}

function stateOf(id: string, staff: OrgRunnerAvailability): LocationState {
  const atLocation = { orgId: staff.orgId, location: id };
  const isPrivate = staff.isPrivate(atLocation);
  const queue = isPrivate ? createWorkQueueSelector(staff)(atLocation) : id;
  const present = staff.runners.filter((runner) => runner.location === queue);
  const lastSeenMs = Math.max(...present.map((runner) => runner.lastSeenAtMs));
  return {
    id,
    runners: new Set(present.map((runner) => runner.runner)).size,
    last_seen_at: present.length > 0 ? new Date(lastSeenMs).toISOString() : null,
    private: isPrivate,
    stand_in: present.length === 0 && workQueueFor(id, staff) !== null,
  };
}
