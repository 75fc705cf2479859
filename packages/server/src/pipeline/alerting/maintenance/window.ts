import type { MaintenanceMode } from "@vedette/contract/alerts/maintenance-windows.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { type Selectable, selects } from "../../selectors/selects.ts";
import type { Timetable, WindowSpan } from "./timetable.ts";

/** A maintenance window and its effect on targets. Pure. */

export type MaintenanceWindow = {
  id: string;
  orgId: string;
  name: string;
  mode: MaintenanceMode;
  countsUptime: boolean;
  /** Decides alone if it is not null; it includes nested groups. */
  selector: Selector | null;
  /** Without target ids, tags and a selector the window applies to the whole organization. */
  targetIds: ReadonlySet<string>;
  tags: ReadonlySet<string>;
  /** The current definition applies since this instant. */
  updatedAtMs: number;
  timetable: Timetable;
};

/** The fields of a target that decide which windows apply to it. */
export type Covered = Selectable & { orgId: string };

/** An open window. */
export type OpenWindow = { window: MaintenanceWindow; span: WindowSpan };

/** The windows that are open at an instant. */
export function windowsAt(windows: readonly MaintenanceWindow[], atMs: number): OpenWindow[] {
  return windows.flatMap((window) => {
    const span = window.timetable.onAt(atMs);
    return span === null ? [] : [{ window, span }];
  });
}

export function covers(
  { orgId, selector, targetIds, tags }: Pick<MaintenanceWindow, "orgId" | "selector" | "targetIds" | "tags">,
  target: Covered,
): boolean {
  if (orgId !== target.orgId) return false;
  if (selector !== null) return selects(selector, target);
  if (targetIds.size === 0 && tags.size === 0) return true;
  return targetIds.has(target.targetId) || target.tags.some((tag) => tags.has(tag));
}

/** Whether the window sets the status `maintenance`. Without checks there is no uptime to count. */
export function showsMaintenance({ mode, countsUptime }: MaintenanceWindow): boolean {
  return mode === "pause" || !countsUptime;
}
