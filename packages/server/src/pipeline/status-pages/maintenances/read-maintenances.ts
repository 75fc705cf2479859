import type { Db } from "../../../platform/storage/database.ts";
import { withNestedGroups } from "../../selectors/queries.ts";
import type { ResolvedComponent } from "../components/read-components.ts";
import type { SnapshotComponent, SnapshotMaintenance } from "../snapshot/snapshot.ts";
import type { SnapshotRequest } from "../snapshot/snapshot-request.ts";
import { listShownWindows } from "./maintenance-queries.ts";
import { listMaintenances, type Maintenance, maintenanceStatus } from "./maintenances.ts";

/** How far ahead a page announces planned work. */
export const AHEAD_MS = 90 * 86_400_000;
/** A window that recurs daily would fill the page. */
const UPCOMING_MAX = 20;
const PAST_MAX = 30;

/** Maintenances that are open or to come, and those since `since`; oldest first. */
export async function readMaintenances(
  db: Db,
  {
    request,
    resolved,
    components,
    since,
  }: {
    request: SnapshotRequest;
    resolved: readonly ResolvedComponent[];
    components: readonly SnapshotComponent[];
    since: Date;
  },
): Promise<SnapshotMaintenance[]> {
  const { nowMs } = request;
  const all = await readOccurrences(db, request, {
    resolved,
    fromMs: since.getTime(),
    toMs: nowMs + AHEAD_MS,
  });
  const past = all.filter(({ toMs }) => toMs <= nowMs).slice(-PAST_MAX);
  const open = all.filter(({ toMs }) => toMs > nowMs).slice(0, UPCOMING_MAX);
  return [...past, ...open].map((one) => toSnapshotMaintenance(one, { resolved, components, nowMs }));
}

/** The occurrences of the windows that the page announces, oldest first. */
export async function readOccurrences(
  db: Db,
  { page, secret }: Pick<SnapshotRequest, "page" | "secret">,
  { resolved, fromMs, toMs }: { resolved: readonly ResolvedComponent[]; fromMs: number; toMs: number },
): Promise<Maintenance[]> {
  const span = { pageId: page.id, from: new Date(fromMs), to: new Date(toMs) };
  const windows = await withNestedGroups(db, await listShownWindows(db, page.org_id, span));
  return listMaintenances(windows, { pageId: page.id, secret, components: resolved, fromMs, toMs });
}

export function toSnapshotMaintenance(
  { publicId, window, fromMs, toMs, componentIds }: Maintenance,
  {
    resolved,
    components,
    nowMs,
  }: { resolved: readonly ResolvedComponent[]; components: readonly SnapshotComponent[]; nowMs: number },
): SnapshotMaintenance {
  const affected = resolved.flatMap(({ component }) =>
    componentIds.includes(component.id) ? [{ publicId: component.public_id, name: component.name }] : [],
  );
  const statusOf = new Map(components.map((component) => [component.publicId, component.status]));
  const isHealthy = affected.every(
    ({ publicId: id }) => (statusOf.get(id) ?? "operational") === "operational",
  );
  return {
    publicId,
    title: window.name,
    message: window.announcement,
    status: maintenanceStatus({ fromMs, toMs }, { nowMs, isHealthy }),
    fromMs,
    toMs,
    components: affected,
    // Seconds since the window was created: raised at each change, and below 2^31.
    sequence: Math.floor((window.updated_at.getTime() - window.created_at.getTime()) / 1_000),
    createdAtMs: window.created_at.getTime(),
    updatedAtMs: window.updated_at.getTime(),
  };
}
