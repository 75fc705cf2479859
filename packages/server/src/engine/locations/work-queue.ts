import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { RunnerPresence } from "../queue/queue.ts";

/**
 * Work queues: the destinations of the queue. A location of the server is a work queue of the same name,
 * which serves every organization. A private location is a work queue of its organization alone, so the same
 * name in another organization is another queue. This file decides which queue work goes to.
 */

/**
 * Neither a location's name nor an id contains an underscore, so work queues of both kinds never collide. The
 * transports use it in a subject, a key and a consumer name, and some of these do not allow a slash.
 */
const SEPARATOR = "_";

export type LocationOf = { orgId: OrgId; location: string };

export function privateWorkQueue({ orgId, location }: LocationOf): string {
  return `${orgId}${SEPARATOR}${location}`;
}

/** Returns null for a work queue of the server. */
export function findPrivateLocation(workQueue: string): LocationOf | null {
  const at = workQueue.indexOf(SEPARATOR);
  return at === -1 ? null : { orgId: workQueue.slice(0, at), location: workQueue.slice(at + 1) };
}

/** The runners that are online. */
export type RunnerAvailability = {
  runners: readonly RunnerPresence[];
  /** The location whose runner checks for locations without one; null for none. */
  fallbackLocation: string | null;
  isPrivate(at: LocationOf): boolean;
};

/** The same for one organization's locations. */
export type OrgRunnerAvailability = RunnerAvailability & { orgId: OrgId };

/**
 * Returns a function that selects the work queue of a location. A private location has no fallback: its
 * targets are reachable only from there and would appear down from elsewhere.
 */
export function createWorkQueueSelector({
  runners,
  fallbackLocation,
  isPrivate,
}: RunnerAvailability): (at: LocationOf) => string {
  const withRunner = new Set(runners.map((runner) => runner.location));
  return (at) => {
    if (isPrivate(at)) return privateWorkQueue(at);
    return withRunner.has(at.location) ? at.location : (fallbackLocation ?? at.location);
  };
}

/** Returns the work queue whose runners currently check for a location, or null if there is none. */
export function workQueueFor(location: string, availability: OrgRunnerAvailability): string | null {
  const workQueue = createWorkQueueSelector(availability)({ orgId: availability.orgId, location });
  return hasRunner(workQueue, availability) ? workQueue : null;
}

/** Returns whether a location currently belongs to the server. */
export function isOwnLocation(location: string, availability: RunnerAvailability): boolean {
  return location === availability.fallbackLocation || hasRunner(location, availability);
}

function hasRunner(workQueue: string, { runners }: RunnerAvailability): boolean {
  return runners.some((runner) => runner.location === workQueue);
}
