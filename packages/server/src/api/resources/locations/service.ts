import type { LocationState } from "@vedette/contract/runners/locations.ts";
import {
  createWorkQueueSelector,
  findPrivateLocation,
  type OrgRunnerAvailability,
  workQueueFor,
} from "../../../engine/locations/work-queue.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { listLocationsInUse } from "./queries.ts";

/** Locations as an organization sees them: the server's own, its private ones, and those that it names. */
export async function listLocations(db: Db, staff: OrgRunnerAvailability): Promise<LocationState[]> {
  const { orgId, runners } = staff;
  const named = await listLocationsInUse(db, orgId);
  const staffed = runners.flatMap(({ location: place }) => {
    const own = findPrivateLocation(place);
    if (own === null) return [place];
    return own.orgId === orgId ? [own.location] : [];
  });
  const names = new Set([...staffed, ...named.map((row) => row.location)]);
  return [...names].sort().map((id) => stateOf(id, staff));
}

function stateOf(id: string, staff: OrgRunnerAvailability): LocationState {
  const at = { orgId: staff.orgId, location: id };
  const isPrivate = staff.isPrivate(at);
  const place = isPrivate ? createWorkQueueSelector(staff)(at) : id;
  const here = staff.runners.filter((runner) => runner.location === place);
  const lastSeenMs = Math.max(...here.map((runner) => runner.lastSeenAtMs));
  return {
    id,
    runners: new Set(here.map((runner) => runner.runner)).size,
    last_seen_at: here.length > 0 ? new Date(lastSeenMs).toISOString() : null,
    private: isPrivate,
    stand_in: here.length === 0 && workQueueFor(id, staff) !== null,
  };
}
