import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import { type OrgRunnerAvailability, workQueueFor } from "../../engine/locations/work-queue.ts";

/**
 * Returns an error for each location that would never be checked, because it has no runner and there is no fallback
 * location.
 */
export function findLocationErrors(
  locations: readonly string[],
  availability: OrgRunnerAvailability,
  fieldOf: (location: string) => string,
): ErrorDetail[] {
  if (availability.fallbackLocation !== null) return [];
  return (
    locations
      .filter((location) => workQueueFor(location, availability) === null)
      // A private location is known by its key; its runner may be offline temporarily.
      .filter((location) => !availability.isPrivate({ orgId: availability.orgId, location }))
      .map((location) => ({
        path: fieldOf(location),
        message: `contains '${location}', which has no runner; start one there`,
      }))
  );
}
