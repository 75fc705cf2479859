import type { GroupRollup } from "../common/rollups.ts";
import type { MonitorStatus } from "./monitors.ts";

/** The status of a group from those of its members. Separate from the schemas so that the dashboard does not load zod. */

export const GROUP_DEPTH_MAX = 4;

/** Worst first. Paused comes last: a paused member does not hide the status of the others. */
const ORDER: readonly MonitorStatus[] = [
  "down",
  "degraded",
  "unknown",
  "maintenance",
  "pending",
  "up",
  "paused",
];

/**
 * Returns the status of a group from the number of members in each status; null if there are none. With `quorum` it is
 * down if at least half of the measured members are down, and with `all` if every one is; fewer failures make it degraded.
 */
export function groupStatus(
  rollup: GroupRollup,
  counts: ReadonlyMap<MonitorStatus, number>,
): MonitorStatus | null {
  const worst = ORDER.find((status) => (counts.get(status) ?? 0) > 0) ?? null;
  if (worst !== "down" || rollup === "worst") return worst;
  const down = counts.get("down") ?? 0;
  const measured = down + (counts.get("up") ?? 0) + (counts.get("degraded") ?? 0);
  const isDown = rollup === "all" ? down === measured : down * 2 >= measured;
  return isDown ? "down" : "degraded";
}
