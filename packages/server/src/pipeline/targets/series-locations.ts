import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";

/** Pings arrive at the server, not at a location; a heartbeat has one series under this name. */
const HEARTBEAT_LOCATION = "heartbeat";

/** Returns the locations at which a target has a series. */
export function seriesLocations({
  kind,
  locations,
}: {
  kind: TargetKind;
  locations: readonly string[];
}): readonly string[] {
  return kind === "heartbeat" ? [HEARTBEAT_LOCATION] : locations;
}
