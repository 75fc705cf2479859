import type { AlertRule } from "@vedette/contract/alerts/alert-rules.ts";
import type { MaintenanceWindow } from "@vedette/contract/alerts/maintenance-windows.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { targetOfRule } from "../target-ref.ts";

/** Alert rules and maintenance windows, as what covers targets. Pure. */

export type CoveringType = "rule" | "window";

export type Covering = { id: string; name: string; selector: Selector };

/** A rule of the type `burn_rate` is about an SLO, which has targets of its own. */
export function coversTargets({ slo_id: sloId }: AlertRule): boolean {
  return sloId === null;
}

/** A rule on one target is a selector of one target. */
export function coveringOfRule(rule: AlertRule): Covering {
  const { id, name, selector } = rule;
  const target = targetOfRule(rule);
  return { id, name, selector: target ? { targets: [target.id] } : (selector ?? {}) };
}

/** A window with IDs and tags selects the targets that have an ID or a tag of it. */
export function coveringOfWindow(window: MaintenanceWindow): Covering {
  const { id, name, selector, monitor_ids, api_monitor_ids, journey_ids, heartbeat_ids, tags } = window;
  const targets = [...monitor_ids, ...api_monitor_ids, ...journey_ids, ...heartbeat_ids];
  const listed = {
    ...(targets.length > 0 && { targets }),
    ...(tags.length > 0 && { tags: { any: tags } }),
  };
  return { id, name, selector: selector ?? listed };
}
