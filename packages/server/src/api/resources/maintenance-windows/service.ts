import type {
  MaintenanceWindow,
  MaintenanceWindowCreate,
  MaintenanceWindowListQuery,
  MaintenanceWindowUpdate,
} from "@vedette/contract/alerts/maintenance-windows.ts";
import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import { covers } from "../../../pipeline/alerting/maintenance/window.ts";
import {
  type AuditContext,
  actorId,
  audit,
  changedFields,
  pickFields,
} from "../../../pipeline/audit/audit.ts";
import { findSelectorErrors, withNestedGroups } from "../../../pipeline/selectors/queries.ts";
import { listSelectables } from "../../../pipeline/selectors/selectables.ts";
import {
  announceWindow,
  refreshPagesOf,
  withdrawWindow,
} from "../../../pipeline/status-pages/maintenances/announce-window.ts";
import { listKnownPages } from "../../../pipeline/status-pages/queries.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { isSame } from "../../../platform/kernel/is-same.ts";
import { type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";
import { getTimezone } from "../organizations/service.ts";
import {
  durationErrors,
  ID_FIELDS,
  type NamedTargets,
  namedIn,
  selectorErrors,
  timeErrors,
  timetableOf,
  windowCreateFields,
  windowUpdateFields,
} from "./definition.ts";
import {
  countWindows,
  deleteWindow,
  findWindow,
  findWindowForUpdate,
  insertWindow,
  listAllWindows,
  listWindows,
  listWindowTargets,
  notifyWindowChanged,
  updateWindow,
  type WindowDefinitionRow,
  type WindowFields,
} from "./queries.ts";
import { namedTargets, toMaintenanceWindow } from "./window-view.ts";

/** Maintenance windows: their rules. `alerting/maintenance/` applies them to targets. */

type ReadContext = Pick<AuditContext, "db" | "orgId" | "clock">;

/** All windows are held in memory and evaluated for each failing target. */
const WINDOWS_MAX = 1_000;

export async function listWindowPage(
  ctx: ReadContext,
  query: MaintenanceWindowListQuery,
): Promise<Page<MaintenanceWindow>> {
  const { db, orgId } = ctx;
  const rows = await listWindows(db, orgId, { query, position: readCursorPosition(query) });
  const { data, meta } = pageOf(rows, query, ({ id, created_at: at, name }) => ({ id, at, name }));
  return { data: await toViews(ctx, data), meta };
}

/** A time in which a window was or is open. */
type WindowOccurrence = Pick<WindowDefinitionRow, "id" | "name" | "mode"> & {
  fromMs: number;
  toMs: number;
};

/** Returns when the windows of the organization are open at some time in (fromMs, toMs]. */
export async function listOccurrences(
  { db, orgId }: Pick<ReadContext, "db" | "orgId">,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<WindowOccurrence[]> {
  return (await listAllWindows(db, orgId)).flatMap((row) =>
    timetableOf(row)
      .within(fromMs, toMs)
      .map((span) => ({ id: row.id, name: row.name, mode: row.mode, ...span })),
  );
}

export async function getWindow(ctx: ReadContext, id: string): Promise<MaintenanceWindow> {
  const row = UUID_PATTERN.test(id) ? await findWindow(ctx.db, ctx.orgId, id) : null;
  if (!row) throw notFound("maintenance window");
  return toViewOne(ctx, row);
}

export async function createWindow(
  ctx: AuditContext,
  input: MaintenanceWindowCreate,
): Promise<MaintenanceWindow> {
  const { db, orgId } = ctx;
  const nowMs = ctx.clock.now();
  const durations = durationErrors(input, true);
  const fields = windowCreateFields(input, { timezone: await getTimezone(db, orgId), nowMs });
  const times = durations.length === 0 ? timeErrors(fields, nowMs) : [];
  refuse([
    ...durations,
    ...times,
    ...selectorErrors(fields),
    ...(await findSelectorErrors(db, orgId, { before: null, after: fields.selector })),
    ...(await findMissingTargets(ctx, namedIn(input))),
    ...(await findMissingPages(ctx, { before: [], after: fields.show_on })),
  ]);
  if ((await countWindows(db, orgId)) >= WINDOWS_MAX)
    throw new AppError(
      "BAD_REQUEST",
      `The limit of ${WINDOWS_MAX} maintenance windows is reached. Delete windows that have ended.`,
    );
  const now = new Date(nowMs);
  const row: WindowDefinitionRow = {
    ...fields,
    id: newId(nowMs),
    org_id: orgId,
    ended_at: null,
    created_by: actorId(ctx.actor),
    created_at: now,
    updated_at: now,
  };
  await insertWindow(db, orgId, row);
  await notifyWindowChanged(db, row.id);
  await announceWindow(db, { before: null, after: row, nowMs });
  await audit(ctx, {
    action: "maintenance_window.create",
    target: targetOf(row.id),
    after: auditedFields(row),
  });
  return toViewOne(ctx, row);
}

/** Updates the given fields. Writes nothing if no field changes. */
export async function changeWindow(
  ctx: AuditContext,
  { id, input }: { id: string; input: MaintenanceWindowUpdate },
): Promise<MaintenanceWindow> {
  const row = await getForUpdate(ctx, id);
  const named = namedTargets(row, await listWindowTargets(ctx.db, ctx.orgId, row.target_ids));
  const fields = windowUpdateFields(row, { input, named });
  refuse([
    ...durationErrors(input, false),
    ...(isSame(timesOf(row), timesOf(fields)) ? [] : timeErrors(fields, ctx.clock.now())),
    ...selectorErrors(fields),
    ...(await findSelectorErrors(ctx.db, ctx.orgId, { before: row.selector, after: fields.selector })),
    ...(await findMissingTargets(ctx, namedIn(input))),
    ...(await findMissingPages(ctx, { before: row.show_on, after: fields.show_on })),
  ]);
  if (isSame<WindowFields>(row, fields)) return toViewOne(ctx, row);
  const changed = await write(ctx, { ...row, ...fields });
  await announceWindow(ctx.db, { before: row, after: changed, nowMs: ctx.clock.now() });
  const { before, after } = changedFields(auditedFields(row), auditedFields(changed));
  await audit(ctx, { action: "maintenance_window.update", target: targetOf(id), before, after });
  return toViewOne(ctx, changed);
}

/**
 * Ends the current occurrence. A recurring window starts again at its next one; an inactive window is
 * unchanged.
 */
export async function endWindow(ctx: AuditContext, id: string): Promise<MaintenanceWindow> {
  const row = await getForUpdate(ctx, id);
  const nowMs = ctx.clock.now();
  if (timetableOf(row).onAt(nowMs) === null) return toViewOne(ctx, row);
  const ended = await write(ctx, { ...row, ended_at: new Date(nowMs) });
  await refreshPagesOf(ctx.db, [row]);
  await audit(ctx, { action: "maintenance_window.end", target: targetOf(id) });
  return toViewOne(ctx, ended);
}

export async function removeWindow(ctx: AuditContext, id: string): Promise<void> {
  const row = await getForUpdate(ctx, id);
  await withdrawWindow(ctx.db, row, ctx.clock.now());
  await deleteWindow(ctx.db, ctx.orgId, id);
  await notifyWindowChanged(ctx.db, id);
  await audit(ctx, { action: "maintenance_window.delete", target: targetOf(id), before: auditedFields(row) });
}

async function getForUpdate({ db, orgId }: AuditContext, id: string): Promise<WindowDefinitionRow> {
  const row = UUID_PATTERN.test(id) ? await findWindowForUpdate(db, orgId, id) : null;
  if (!row) throw notFound("maintenance window");
  return row;
}

/** `updated_at` identifies a version, so it always increases. */
async function write(
  { db, orgId, clock }: AuditContext,
  wanted: WindowDefinitionRow,
): Promise<WindowDefinitionRow> {
  const row = { ...wanted, updated_at: new Date(Math.max(clock.now(), wanted.updated_at.getTime() + 1)) };
  await updateWindow(db, orgId, row);
  await notifyWindowChanged(db, row.id);
  return row;
}

const KIND_NAMES: Record<TargetKind, string> = {
  monitor: "monitor",
  api_monitor: "API monitor",
  journey: "journey",
  heartbeat: "heartbeat",
};

/** Reports ids without a matching target. Targets of other organizations look like unknown ones. */
async function findMissingTargets({ db, orgId }: ReadContext, named: NamedTargets): Promise<ErrorDetail[]> {
  const ids = Object.values(named).flat();
  if (ids.length === 0) return [];
  const known = await listWindowTargets(
    db,
    orgId,
    ids.filter((id) => UUID_PATTERN.test(id)),
  );
  const kinds = new Map(known.map(({ id, kind }) => [id, kind]));
  return (Object.keys(KIND_NAMES) as TargetKind[]).flatMap((kind) =>
    named[kind]
      .filter((id) => kinds.get(id) !== kind)
      .map((id) => ({
        path: ID_FIELDS[kind],
        message: `contains '${id}', which is not an existing ${KIND_NAMES[kind]}`,
      })),
  );
}

/** Reports pages that do not exist, apart from those that were stored before. */
async function findMissingPages(
  { db, orgId }: ReadContext,
  { before, after }: { before: readonly string[]; after: readonly string[] },
): Promise<ErrorDetail[]> {
  const added = after.filter((id) => !before.includes(id));
  if (added.length === 0) return [];
  const pages = await listKnownPages(
    db,
    orgId,
    added.filter((id) => UUID_PATTERN.test(id)),
  );
  const known = new Set(pages.map(({ id }) => id));
  return added
    .filter((id) => !known.has(id))
    .map((id) => ({ path: "show_on", message: `contains '${id}', which is not an existing status page` }));
}

function timesOf({ starts_at, duration_seconds, rrule, timezone }: WindowFields) {
  return { starts_at, duration_seconds, rrule, timezone };
}

async function toViewOne(ctx: ReadContext, row: WindowDefinitionRow): Promise<MaintenanceWindow> {
  const [window] = await toViews(ctx, [row]);
  if (!window) throw new Error("a window was not shown");
  return window;
}

async function toViews(
  { db, orgId, clock }: ReadContext,
  rows: readonly WindowDefinitionRow[],
): Promise<MaintenanceWindow[]> {
  const ids = [...new Set(rows.flatMap((row) => row.target_ids))];
  const targets = ids.length === 0 ? [] : await listWindowTargets(db, orgId, ids);
  const nowMs = clock.now();
  const selectables = rows.length === 0 ? [] : await listSelectables(db, orgId);
  return (await withNestedGroups(db, rows)).map((resolved, index) => {
    const row = rows[index] ?? resolved;
    const window = {
      orgId,
      selector: resolved.selector,
      targetIds: new Set(row.target_ids),
      tags: new Set(row.tags),
    };
    const targetCount = selectables.filter((target) => covers(window, { orgId, ...target })).length;
    return toMaintenanceWindow(row, { targets, targetCount, nowMs });
  });
}

function targetOf(id: string) {
  return { type: "maintenance_window", id } as const;
}

const WRITABLE_FIELDS = [
  "name",
  "mode",
  "starts_at",
  "duration_seconds",
  "rrule",
  "timezone",
  "counts_uptime",
  "target_ids",
  "tags",
  "selector",
  "show_on",
  "announcement",
] as const satisfies readonly (keyof WindowDefinitionRow)[];

/** The writable fields, for the audit log. */
const auditedFields = (row: WindowDefinitionRow) => pickFields(row, WRITABLE_FIELDS);

function refuse(errors: readonly ErrorDetail[]): void {
  if (errors.length > 0) throw badFields(errors);
}
