import { createHmac } from "node:crypto";
import type { MaintenanceStatus } from "@vedette/contract/status-pages/status-words.ts";
import { toPublicId } from "../../../platform/kernel/ids.ts";
import { createTimetable, type WindowSpan } from "../../alerting/maintenance/timetable.ts";
import { covers } from "../../alerting/maintenance/window.ts";
import type { ResolvedComponent } from "../components/read-components.ts";
import type { ShownWindowRow } from "./maintenance-queries.ts";

/** Maintenances of a status page: the occurrences of the windows that it announces. Pure. */
export type Maintenance = {
  publicId: string;
  window: ShownWindowRow;
  /** Start and end of the occurrence. */
  fromMs: number;
  toMs: number;
  /** IDs of the components with a target that the window covers. */
  componentIds: readonly string[];
};

/** How long after its end a maintenance is verified while a component is not operational. */
const VERIFYING_MS = 600_000;

/** Returns the occurrences that are open at some time in a span, oldest first. Selectors include nested groups. */
export function listMaintenances(
  windows: readonly ShownWindowRow[],
  {
    pageId,
    secret,
    components,
    fromMs,
    toMs,
  }: {
    pageId: string;
    /** Makes the IDs of occurrences, which are computed, as hard to guess as random ones. */
    secret: string;
    components: readonly ResolvedComponent[];
    fromMs: number;
    toMs: number;
  },
): Maintenance[] {
  return windows
    .flatMap((window) => {
      const componentIds = coveredComponents(window, components);
      return occurrencesOf(window, { fromMs, toMs }).map((span) => ({
        publicId: occurrenceId(secret, { pageId, windowId: window.id, fromMs: span.fromMs }),
        window,
        ...span,
        componentIds,
      }));
    })
    .sort((one, other) => one.fromMs - other.fromMs);
}

type WindowTimesRow = Pick<
  ShownWindowRow,
  "starts_at" | "duration_seconds" | "rrule" | "timezone" | "ended_at"
>;

/** The occurrences of a window that are open at some time in a span. */
export function occurrencesOf(window: WindowTimesRow, { fromMs, toMs }: WindowSpan): WindowSpan[] {
  const timetable = createTimetable({
    startsAtMs: window.starts_at.getTime(),
    durationMs: window.duration_seconds * 1_000,
    rrule: window.rrule,
    timezone: window.timezone,
    endedAtMs: window.ended_at?.getTime() ?? null,
  });
  return timetable.within(fromMs, toMs);
}

type WindowScopeRow = Pick<ShownWindowRow, "org_id" | "selector" | "target_ids" | "tags">;

/** IDs of the components with a target that the window covers. Its selector includes nested groups. */
export function coveredComponents(
  window: WindowScopeRow,
  components: readonly ResolvedComponent[],
): string[] {
  return components
    .filter(({ targets }) => targets.some((target) => isCovered(window, target)))
    .map(({ component }) => component.id);
}

function isCovered(window: WindowScopeRow, target: ResolvedComponent["targets"][number]): boolean {
  const { org_id: orgId, selector } = window;
  const scope = { orgId, selector, targetIds: new Set(window.target_ids), tags: new Set(window.tags) };
  return covers(scope, { ...target, orgId });
}

/** The ID of an occurrence that visitors see. */
export function occurrenceId(
  secret: string,
  { pageId, windowId, fromMs }: { pageId: string; windowId: string; fromMs: number },
): string {
  const text = `${pageId} ${windowId} ${fromMs}`;
  return toPublicId(createHmac("sha256", secret).update(`maintenance of a status page: ${text}`).digest());
}

/** `isHealthy`: whether all of its components are operational. */
export function maintenanceStatus(
  { fromMs, toMs }: WindowSpan,
  { nowMs, isHealthy }: { nowMs: number; isHealthy: boolean },
): MaintenanceStatus {
  if (nowMs < fromMs) return "scheduled";
  if (nowMs < toMs) return "in_progress";
  return !isHealthy && nowMs < toMs + VERIFYING_MS ? "verifying" : "completed";
}
