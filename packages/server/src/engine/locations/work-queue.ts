import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { RunnerPresence } from "../queue/queue.ts";

/**
 * Places: where the queue carries work to. A location of the server itself is a place of the same name, which
 * serves every organization. A private location is a place of its organization alone, so that the same name in
 * another organization leads elsewhere. Who decides where work goes, decides it here.
 */

/**
 * A location's name has no underscore and neither has an id, so places of both kinds never meet; and engines take
 * it in a subject, a key and the name of a consumer, where some take no slash.
 */
const SEPARATOR = "_";

export type LocationOf = { orgId: OrgId; location: string };

export function privateWorkQueue({ orgId, location }: LocationOf): string {
  return `${orgId}${SEPARATOR}${location}`;
}

/** Null for a place of the server itself. */
export function findPrivateLocation(place: string): LocationOf | null {
  const at = place.indexOf(SEPARATOR);
  return at === -1 ? null : { orgId: place.slice(0, at), location: place.slice(at + 1) };
}

/** Who is there to make checks. */
export type RunnerAvailability = {
  runners: readonly RunnerPresence[];
  /** The location whose runner makes the checks of locations without one; null for none. */
  standIn: string | null;
  isPrivate(at: LocationOf): boolean;
};

/** The same, asked about one organization's locations. */
export type OrgRunnerAvailability = RunnerAvailability & { orgId: OrgId };

/**
 * Says where the work of a location goes. Nobody stands in at a private one: what is watched there can be reached
 * from there alone, and would look down from anywhere else.
 */
export function placesBy({ runners, standIn, isPrivate }: RunnerAvailability): (at: LocationOf) => string {
  const staffed = new Set(runners.map((runner) => runner.location));
  return (at) => {
    if (isPrivate(at)) return privateWorkQueue(at);
    return staffed.has(at.location) ? at.location : (standIn ?? at.location);
  };
}

/** The place whose runners make the checks of a location now, or null when nobody would. */
export function workQueueFor(location: string, staff: OrgRunnerAvailability): string | null {
  const place = placesBy(staff)({ orgId: staff.orgId, location });
  return isStaffed(place, staff) ? place : null;
}

/** Whether a location is the server's own, at this moment. */
export function isOwnLocation(location: string, staff: RunnerAvailability): boolean {
  return location === staff.standIn || isStaffed(location, staff);
}

function isStaffed(place: string, { runners }: RunnerAvailability): boolean {
  return runners.some((runner) => runner.location === place);
}
