import type { GroupRollup } from "@vedette/contract/common/rollups.ts";
import type { ComponentStatus } from "@vedette/contract/status-pages/status-words.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";

/** The state of a component from those of its targets at one instant. Pure. */

/**
 * `unknown`: Vedette missed checks, or could not evaluate them, so that the component may have been up or down.
 * `none`: no target was monitored.
 */
export type ComponentState = ComponentStatus | "unknown" | "none";

/** The status of a target, or `missed` while its checks did not take place. */
export type MeasuredState = MonitorStatus | "missed";

export type StateCounts = ReadonlyMap<MeasuredState, number>;

export function componentState(rollup: GroupRollup, counts: StateCounts): ComponentState {
  const count = (state: MeasuredState) => counts.get(state) ?? 0;
  const down = count("down");
  const unknown = count("unknown") + count("missed");
  const measured = count("up") + count("degraded") + down;
  if (measured + unknown === 0) return count("maintenance") > 0 ? "under_maintenance" : "none";
  // Whether the component is down if the unknown targets are up, and if they are down.
  const atBest = isDown(rollup, { down, all: measured + unknown });
  const atWorst = isDown(rollup, { down: down + unknown, all: measured + unknown });
  if (atBest !== atWorst) return "unknown";
  if (atBest) return down * 2 < measured ? "partial_outage" : "major_outage";
  if (down + count("degraded") > 0) return "degraded_performance";
  return count("maintenance") > 0 ? "under_maintenance" : "operational";
}

function isDown(rollup: GroupRollup, { down, all }: { down: number; all: number }): boolean {
  if (down === 0) return false;
  if (rollup === "worst") return true;
  return rollup === "all" ? down === all : down * 2 >= all;
}
