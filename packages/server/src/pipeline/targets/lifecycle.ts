import { isDeepStrictEqual } from "node:util";
import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { type TargetId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { AuditAction } from "@vedette/contract/people/audit-actions.ts";
import type { OrgRunnerAvailability } from "../../engine/locations/work-queue.ts";
import { badFields, notFound } from "../../platform/kernel/errors.ts";
import { newId } from "../../platform/kernel/ids.ts";
import { isSame } from "../../platform/kernel/is-same.ts";
import { shardOf } from "../../platform/kernel/shard.ts";
import { lockNamedOrMissing, rememberNamed } from "../../platform/secrets/named-variables.ts";
import { alertEvent } from "../alerting/alerts/alert-event.ts";
import { endAlertsOfTarget } from "../alerting/alerts/end-alerts.ts";
import { endUncoveredAlerts } from "../alerting/alerts/end-uncovered.ts";
import { actorId, audit, changedFields, type SystemAuditContext } from "../audit/audit.ts";
import { findGroupErrors } from "../groups/find-group-errors.ts";
import { assertMayChange, assertRoomFor, planForChange } from "../quotas/quotas.ts";
import { endRunsOf, holdOpenRuns } from "../runs/trigger.ts";
import { findParentErrors } from "./dependencies.ts";
import { lockParents, setParents } from "./dependency-queries.ts";
import { findLocationErrors } from "./location-errors.ts";
import * as rows from "./queries.ts";
import { seriesLocations } from "./series-locations.ts";
import { addLocations, insertStatusChange } from "./series-queries.ts";
import { afterUpdate, stateAfterUpdate, stateInTrash } from "./state.ts";
import { COMMON_FIELDS, type TargetFields, type TargetRow } from "./target-row.ts";
import type { TargetTable, TargetType } from "./target-type.ts";
import { moveToTrash } from "./trash-queries.ts";

/**
 * The lifecycle of every target: create, update and delete, with everything that changes in the same transaction. What
 * differs between kinds is in their `TargetType`.
 *
 * Lock order: plan, variables, open runs, targets by id, group, alerts, audit log.
 */

export type TargetContext = SystemAuditContext & { emit(event: LiveEvent): void };
type ReadContext = Pick<TargetContext, "db" | "orgId">;

/** The row of a target of this kind. */
type Row<Fields> = Fields & TargetRow;

/** The request of an update, as far as the lifecycle reads it. */
type UpdateInput = {
  enabled?: boolean | undefined;
  interval?: unknown;
  interval_seconds?: unknown;
  parents?: string[] | null | undefined;
};

/** Returns the row with this id, or throws not-found. The id may be malformed. */
export async function getTarget<Found extends TargetRow>(
  { db, orgId }: ReadContext,
  table: TargetTable,
  id: string,
): Promise<Found> {
  const row = UUID_PATTERN.test(id) ? await rows.findTargetRow<Found>(db, orgId, table, id) : null;
  if (!row) throw notFound(table.noun);
  return row;
}

/** Creates a target; its first check or run starts after the commit. Rejects what `findCreateErrors` reports. */
export async function createTarget<Fields extends TargetFields, Create, Update>(
  ctx: TargetContext,
  type: TargetType<Fields, Create, Update>,
  { input, availability }: { input: Create; availability: OrgRunnerAvailability },
): Promise<Row<Fields>> {
  const { db, orgId } = ctx;
  const fields = type.toFields(input);
  assertMayWrite(ctx, type, { before: null, after: fields });
  await assertRoomFor(ctx, forPlan(type, fields));
  const named = type.variables(fields);
  await lockNamedOrMissing(db, orgId, named);
  assertValid(await findCreateErrors(ctx, type, { fields, availability }));
  const nowMs = ctx.clock.now();
  const [id, now] = [newId(nowMs), new Date(nowMs)];
  const [status, shard] = [fields.enabled ? ("pending" as const) : ("paused" as const), shardOf(id)];
  await rows.insertTargetRow(db, orgId, { id, kind: type.kind, fields, status, shard, now });
  await type.save(db, id, fields);
  await addLocations(db, orgId, { id, locations: seriesLocations({ ...type, ...fields }), now });
  if (fields.parents.length > 0) await setParents(db, orgId, { id, parents: fields.parents });
  await rememberNamed(db, orgId, { id, before: [], after: named });
  await rows.notifyTargetChanged(db, { id, shard });
  const after = type.maskForLog(type.toLog(fields));
  await audit(ctx, { action: actionOf(type, "create"), target: { type: type.kind, id }, after });
  return {
    ...fields,
    ...{ id, org_id: orgId, kind: type.kind, status, shard, ...NEW },
    ...{ status_since: now, schedule_since: now, created_at: now, updated_at: now },
  };
}

/** The columns that are the same for every new target. */
const NEW = { status_reason: null, paused_reason: null, snooze: null, managed_by: null, revision: 1 };

/** Some kinds restrict who may change them. The server itself may. */
function assertMayWrite<Fields extends TargetFields, Create, Update>(
  { actor }: TargetContext,
  type: TargetType<Fields, Create, Update>,
  change: { before: Fields | null; after: Fields | null },
): void {
  if (actor.kind !== "system") type.assertMayWrite?.(actor, change);
}

/** Returns the fields that the plan of the organization limits. */
function forPlan<Fields extends TargetFields, Create, Update>(
  { shortestIntervalMs }: TargetType<Fields, Create, Update>,
  fields: Fields,
): Pick<TargetFields, "interval_ms" | "enabled"> {
  const { interval_ms, enabled } = fields;
  return { enabled, interval_ms: shortestIntervalMs?.(fields) ?? interval_ms };
}

/** Returns what is wrong with the fields of a new target in the current state of the organization. */
export async function findCreateErrors<Fields extends TargetFields, Create, Update>(
  { db, orgId }: ReadContext,
  type: TargetType<Fields, Create, Update>,
  { fields, availability }: { fields: Fields; availability: OrgRunnerAvailability },
): Promise<ErrorDetail[]> {
  return [
    ...((await type.findErrors?.({ db, orgId }, { fields, before: null, input: null })) ?? []),
    ...locationErrors(type, fields, { locations: fields.locations, availability }),
    ...(await findParentErrors(db, orgId, { id: null, before: [], after: fields.parents })),
    ...(await findGroupErrors(db, orgId, { before: null, after: fields.group_id })),
  ];
}

/** Updates the fields of the request. A request that changes nothing writes nothing. */
export async function updateTarget<Fields extends TargetFields, Create, Update extends UpdateInput>(
  ctx: TargetContext,
  type: TargetType<Fields, Create, Update>,
  { id, input, availability }: { id: string; input: Update; availability: OrgRunnerAvailability },
): Promise<Row<Fields>> {
  const { db, orgId } = ctx;
  const plan = await planForChange(ctx, input);
  const seen = await getTarget<Row<Fields>>(ctx, type, id);
  await lockNamedOrMissing(db, orgId, type.variables(type.mergeFields(seen, input)));
  const row = await lockForUpdate(ctx, type, { seen, parents: input.parents ?? [] });
  const fields = type.mergeFields(row, input);
  assertMayWrite(ctx, type, { before: row, after: fields });
  const added = fields.locations.filter((location) => !row.locations.includes(location));
  assertValid([
    ...((await type.findErrors?.(ctx, { fields, before: row, input })) ?? []),
    ...locationErrors(type, fields, { locations: added, availability }),
    ...(await findParentErrors(db, orgId, { id: row.id, before: row.parents, after: fields.parents })),
    ...(await findGroupErrors(db, orgId, { before: row.group_id, after: fields.group_id })),
  ]);
  if (isSame<Fields>(row, fields)) return row;
  await assertMayChange(ctx, plan, { before: forPlan(type, row), after: forPlan(type, fields) });
  const changed = await writeChange(ctx, type, row, fields);
  const { before, after } = changedFields(type.toLog(row), type.toLog(fields));
  await audit(ctx, {
    action: actionOf(type, "update"),
    target: { type: type.kind, id: row.id },
    before: type.maskForLog(before),
    after: type.maskForLog(after),
  });
  return changed;
}

/** Moves a target to the trash. Its runs and results are kept, open runs are cancelled, and its alerts are resolved. */
export async function deleteTarget<Fields extends TargetFields, Create, Update>(
  ctx: TargetContext,
  type: TargetType<Fields, Create, Update>,
  id: string,
): Promise<void> {
  const { db, orgId } = ctx;
  if (!UUID_PATTERN.test(id)) throw notFound(type.noun);
  await endRunsOf(ctx, id);
  await rows.lockTargetRows(db, orgId, [id]);
  const row = await getTarget<Row<Fields>>(ctx, type, id);
  assertMayWrite(ctx, type, { before: row, after: null });
  const now = new Date(ctx.clock.now());
  const state = stateInTrash(row, now);
  if (row.enabled)
    await insertStatusChange(db, orgId, {
      ...{ id: row.id, at: state.status_since, status: state.status },
      previousStatus: row.status,
    });
  await moveToTrash(db, orgId, { id: row.id, state, now, by: actorId(ctx.actor) });
  await rows.notifyTargetChanged(db, row);
  await endAlerts(ctx, row);
  // A merge of nothing leaves out what no caller writes, such as the status.
  const before = type.maskForLog(type.toLog(type.mergeFields(row, {} as Update)));
  await audit(ctx, { action: actionOf(type, "delete"), target: { type: type.kind, id }, before });
}

/** Deletes all targets of an organization that is being deleted. The audit log records only the organization. */
export async function deleteAllTargets({ db, orgId }: ReadContext): Promise<void> {
  await holdOpenRuns({ db, orgId });
  await rows.deleteAllTargetRows(db, orgId);
}

/**
 * Locks the target and returns its current row; `seen` was read before. Locks its new parents too: of two updates that
 * make each other a parent, one waits for the other.
 */
async function lockForUpdate<Found extends TargetRow>(
  ctx: ReadContext,
  table: TargetTable,
  { seen, parents }: { seen: Found; parents: readonly string[] },
): Promise<Found> {
  const { db, orgId } = ctx;
  if (parents.length > 0) await lockParents(db, orgId);
  const wellFormed = parents.filter((parent) => UUID_PATTERN.test(parent));
  const locked = await rows.lockTargetRows(db, orgId, [seen.id, ...wellFormed]);
  const isCurrent = locked.some(({ id, revision }) => id === seen.id && revision === seen.revision);
  return isCurrent ? seen : getTarget<Found>(ctx, table, seen.id);
}

async function writeChange<Fields extends TargetFields, Create, Update>(
  ctx: TargetContext,
  type: TargetType<Fields, Create, Update>,
  row: Row<Fields>,
  fields: Fields,
): Promise<Row<Fields>> {
  const { db, orgId } = ctx;
  const { id, kind } = row;
  const now = new Date(ctx.clock.now());
  const state = stateAfterUpdate(row, fields, now);
  if (!isDeepStrictEqual(row.parents, fields.parents))
    await setParents(db, orgId, { id, parents: fields.parents });
  await rows.updateTargetRow(db, orgId, { id, fields, state, now });
  if (!isSame<object>(row, ownFields(fields))) await type.save(db, id, fields);
  await rememberNamed(db, orgId, { id, before: type.variables(row), after: type.variables(fields) });
  const event = await afterUpdate(db, orgId, { before: row, after: { ...fields, ...state, id, kind }, now });
  await rows.notifyTargetChanged(db, row);
  if (event) ctx.emit(event);
  if (event && !fields.enabled) await endAlerts(ctx, row);
  else if (!isSame(selectedBy(row), selectedBy(fields))) await endUncovered(ctx, id);
  const paused_reason = fields.enabled ? null : row.paused_reason;
  return { ...row, ...fields, ...state, paused_reason, revision: row.revision + 1, updated_at: now };
}

/** The fields that are stored in the table of the kind. */
function ownFields(fields: TargetFields): object {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !COMMON_FIELDS.has(name)));
}

/** The fields that a selector compares and that can change. */
function selectedBy({ tags, group_id }: TargetFields) {
  return { tags, group_id };
}

/** Resolves the alerts of rules that no longer select the target. */
async function endUncovered(
  { db, orgId, clock, actor, emit }: TargetContext,
  targetId: TargetId,
): Promise<void> {
  const ended = await endUncoveredAlerts(db, { orgId, targetId, by: actorId(actor), nowMs: clock.now() });
  for (const alert of ended) emit(alertEvent(alert));
}

/** Resolves the alerts of a target that was paused or deleted. The caller must hold the lock of its row. */
async function endAlerts(ctx: TargetContext, { id: targetId }: TargetRow): Promise<void> {
  const { db, orgId, clock } = ctx;
  const ended = await endAlertsOfTarget(db, { orgId, targetId, by: actorId(ctx.actor), nowMs: clock.now() });
  for (const alert of ended) ctx.emit(alertEvent(alert));
}

/** Returns the errors of locations where nothing would check the target. */
function locationErrors<Fields extends TargetFields>(
  type: Pick<TargetType<Fields, never, never>, "needsRunner" | "locationField">,
  fields: Fields,
  { locations, availability }: { locations: readonly string[]; availability: OrgRunnerAvailability },
): ErrorDetail[] {
  if (type.needsRunner?.(fields) === false) return [];
  const fieldOf = (location: string) => type.locationField?.(fields, location) ?? "locations";
  return findLocationErrors(locations, availability, fieldOf);
}

function actionOf({ kind }: { kind: TargetRow["kind"] }, verb: "create" | "update" | "delete"): AuditAction {
  return `${kind}.${verb}`;
}

function assertValid(errors: readonly ErrorDetail[]): void {
  if (errors.length > 0) throw badFields(errors);
}
