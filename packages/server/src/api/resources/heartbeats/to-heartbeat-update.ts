import type { HeartbeatUpdate } from "@vedette/contract/heartbeats/heartbeats.ts";
import type { CommonUpdate } from "../../../pipeline/targets/operations.ts";
import { badFields } from "../../../platform/kernel/errors.ts";

/** Converts an update that all kinds of targets accept. A heartbeat is not checked, so two of the fields do not apply. */
export function toHeartbeatUpdate({ interval, locations, ...common }: CommonUpdate): HeartbeatUpdate {
  const message = "does not apply to heartbeats; exclude them from the selector";
  const paths = [
    ...(interval === undefined ? [] : ["interval"]),
    ...(locations === undefined ? [] : ["locations"]),
  ];
  if (paths.length > 0) throw badFields(paths.map((path) => ({ path, message })));
  return common;
}
