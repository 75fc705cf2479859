import type { SeriesDefinition } from "../../scheduler/definition.ts";

/** Which locations collect. */

export type ChosenLocation = { location: string; saw: "down" | "up" | "unknown" };

type Candidate = Pick<SeriesDefinition, "location" | "active" | "status" | "statusSinceMs">;

/** Locations per bundle: each makes a few dozen connections to a target that may suffer. */
const LOCATIONS_MAX = 2;

/**
 * Returns the location that saw the target go down last, and one that still sees it up; without one of these, another one
 * in its place. Only locations of the target: others may not reach it, or may not know it. Locations with a runner come
 * first; without any, the others are returned, so that what they stored is known.
 */
export function chooseLocations(
  series: readonly Candidate[],
  hasRunner: (location: string) => boolean,
): { chosen: ChosenLocation[]; withoutRunner: string[] } {
  const active = series.filter((each) => each.active);
  const reachable = active.filter(({ location }) => hasRunner(location));
  const chosen = chooseFrom(reachable.length === 0 ? active : reachable);
  const isChosen = (location: string) => chosen.some((each) => each.location === location);
  const withoutRunner = active
    .map(({ location }) => location)
    .filter((location) => !hasRunner(location) && !isChosen(location));
  return { chosen, withoutRunner };
}

function chooseFrom(series: readonly Candidate[]): ChosenLocation[] {
  const inOrder = series
    .toSorted((a, b) => b.statusSinceMs - a.statusSinceMs || (a.location < b.location ? -1 : 1))
    .map(({ location, status }) => ({ location, saw: sawOf(status) }));
  const down = inOrder.filter(({ saw }) => saw === "down");
  const up = inOrder.filter(({ saw }) => saw === "up");
  const rest = inOrder.filter(({ saw }) => saw === "unknown");
  const [firstDown, ...otherDown] = down;
  const [firstUp, ...otherUp] = up;
  return [firstDown, firstUp, ...otherDown, ...otherUp, ...rest]
    .filter((each) => each !== undefined)
    .slice(0, LOCATIONS_MAX);
}

function sawOf(status: Candidate["status"]): ChosenLocation["saw"] {
  if (status === "down") return "down";
  return status === "up" || status === "degraded" ? "up" : "unknown";
}
