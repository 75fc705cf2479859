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
export async function listLocations(db: Db, availability: OrgRunnerAvailability): Promise<LocationState[]> {
  const { orgId, runners } = availability;
  const named = await listLocationsInUse(db, orgId);
  const withRunners = runners.flatMap(({ location: queue }) => {
    const own = findPrivateLocation(queue);
    if (own === null) return [queue];
    return own.orgId === orgId ? [own.location] : [];
  });
  const names = new Set([...withRunners, ...named.map((row) => row.location)]);
  return [...names].sort().map((id) => stateOf(id, availability));
}

function stateOf(id: string, availability: OrgRunnerAvailability): LocationState {
  const atLocation = { orgId: availability.orgId, location: id };
  const isPrivate = availability.isPrivate(atLocation);
  const queue = isPrivate ? createWorkQueueSelector(availability)(atLocation) : id;
  const present = availability.runners.filter((runner) => runner.location === queue);
  const lastSeenMs = Math.max(...present.map((runner) => runner.lastSeenAtMs));
  return {
    id,
    runners: new Set(present.map((runner) => runner.runner)).size,
    last_seen_at: present.length > 0 ? new Date(lastSeenMs).toISOString() : null,
    private: isPrivate,
    stand_in: present.length === 0 && workQueueFor(id, availability) !== null,
  };
}
