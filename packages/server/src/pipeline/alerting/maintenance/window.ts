import type { MaintenanceMode } from "@vedette/contract/alerts/maintenance-windows.ts";
import type { Span, Timetable } from "./timetable.ts";

/** A maintenance window, and what it does to whom. Pure. */

export type MaintenanceWindow = {
  id: string;
  orgId: string;
  name: string;
  mode: MaintenanceMode;
  countsUptime: boolean;
  /** With neither it is about everything in the organization. */
  targetIds: ReadonlySet<string>;
  tags: ReadonlySet<string>;
  /** What it says now was not true before. */
  updatedAtMs: number;
  timetable: Timetable;
};

/** What of a target decides which windows are about it. */
export type Covered = { orgId: string; targetId: string; tags: readonly string[] };

/** A window that is on. */
export type OpenWindow = { window: MaintenanceWindow; span: Span };

/** The windows that are on at an instant. */
export function windowsAt(windows: readonly MaintenanceWindow[], atMs: number): OpenWindow[] {
  return windows.flatMap((window) => {
    const span = window.timetable.onAt(atMs);
    return span === null ? [] : [{ window, span }];
  });
}

export function covers({ orgId, targetIds, tags }: MaintenanceWindow, target: Covered): boolean {
  if (orgId !== target.orgId) return false;
  if (targetIds.size === 0 && tags.size === 0) return true;
  return targetIds.has(target.targetId) || target.tags.some((tag) => tags.has(tag));
}

/** Whether a target's status says that there is maintenance: where nothing is checked, nothing can count. */
export function showsMaintenance({ mode, countsUptime }: MaintenanceWindow): boolean {
  return mode === "pause" || !countsUptime;
}
