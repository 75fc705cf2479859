import type {
  ApiMonitor,
  ApiMonitorCreate,
  ApiMonitorUpdate,
} from "@vedette/contract/api-monitors/api-monitors.ts";
import { variablesNamed } from "@vedette/contract/api-monitors/api-step-texts.ts";
import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { OrgRunnerAvailability } from "../../../engine/locations/work-queue.ts";
import { type AuditContext, audit, changedFields } from "../../../pipeline/audit/audit.ts";
import { assertMayChange, assertRoomFor, planForChange } from "../../../pipeline/quotas/quotas.ts";
import { endRunsOf, holdOpenRuns } from "../../../pipeline/runs/trigger.ts";
import { badFields, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { shardOf } from "../../../platform/kernel/shard.ts";
import { lockNamedOrMissing, rememberNamed } from "../../../platform/secrets/named-variables.ts";
import { endAlertsOf } from "../alerts/service.ts";
import { lastRunsOf } from "../runs/service.ts";
import {
  afterCreate,
  afterUpdate,
  findLocationErrors,
  findParentErrors,
  isSame,
  notifyDeleted,
  rememberParents,
  statusAfterUpdate,
  type Toggled,
} from "../targets/service.ts";
import { toApiMonitor } from "./api-monitor-view.ts";
import { auditedApiMonitorFields, maskedApiMonitorFields } from "./audited-fields.ts";
import { apiMonitorCreateFields, apiMonitorUpdateFields } from "./definition.ts";
import {
  type ApiMonitorFields,
  type ApiMonitorRow,
  deleteAllApiMonitors,
  deleteApiMonitor,
  findApiMonitor,
  findApiMonitorForUpdate,
  insertApiMonitor,
  updateApiMonitor,
} from "./queries.ts";

/** Also used for the API steps of journeys. */
export { maskedStep } from "./audited-fields.ts";

/**
 * API monitors: validation, and the rows that change together. Does not run API monitors and does not handle
 * HTTP.
 */

export type ApiMonitorContext = AuditContext & { serverUrl: string; emit(event: LiveEvent): void };

export async function getApiMonitor(ctx: ApiMonitorContext, id: string): Promise<ApiMonitor> {
  return withLastRun(ctx, await getApiMonitorRow(ctx, id));
}

/** Returns the row with this id. The id may be malformed. */
export async function getApiMonitorRow(
  { db, orgId }: Pick<ApiMonitorContext, "db" | "orgId">,
  id: string,
): Promise<ApiMonitorRow> {
  const row = UUID_PATTERN.test(id) ? await findApiMonitor(db, orgId, id) : null;
  if (!row) throw notFound("API monitor");
  return row;
}

/**
 * Creates an API monitor. Its variables may be missing, because an earlier step may extract them. The run
 * reports the missing ones.
 */
export async function createApiMonitor(
  ctx: ApiMonitorContext,
  input: ApiMonitorCreate,
  availability: OrgRunnerAvailability,
): Promise<ApiMonitor> {
  const fields = apiMonitorCreateFields(input);
  const { db, orgId } = ctx;
  await assertRoomFor(ctx, fields);
  const named = variablesNamed(fields);
  await lockNamedOrMissing(db, orgId, named);
  assertValid(await findCreateErrors(ctx, fields, availability));
  const nowMs = ctx.clock.now();
  const [id, now] = [newId(nowMs), new Date(nowMs)];
  const status = fields.enabled ? "pending" : "paused";
  const row = await insertApiMonitor(db, orgId, { id, fields, status, shard: shardOf(id), now });
  if (!row) throw new Error(`insert of API monitor ${id} returned no row`);
  await afterCreate(db, orgId, row);
  await rememberParents(db, orgId, { id, before: [], after: fields.parents });
  await rememberNamed(db, orgId, { id, before: [], after: named });
  const after = maskedApiMonitorFields(auditedApiMonitorFields(fields));
  await audit(ctx, { action: "api_monitor.create", target: targetOf(id), after });
  return toApiMonitor({ ...row, parents: fields.parents }, undefined);
}

/** Returns the errors of a new API monitor that depend on the state of the organization. */
export async function findCreateErrors(
  { db, orgId }: Pick<ApiMonitorContext, "db" | "orgId">,
  { locations, parents }: ApiMonitorFields,
  availability: OrgRunnerAvailability,
): Promise<ErrorDetail[]> {
  const parentErrors = await findParentErrors(db, orgId, { id: null, before: [], after: parents });
  return [...findLocationErrors(locations, availability), ...parentErrors];
}

/** Updates the fields of the input. An input without changes writes nothing. */
export async function changeApiMonitor(
  ctx: ApiMonitorContext,
  { id, input, availability }: { id: string; input: ApiMonitorUpdate; availability: OrgRunnerAvailability },
): Promise<ApiMonitor> {
  const plan = await planForChange(ctx, input);
  const unlocked = await getApiMonitorRow(ctx, id);
  await lockNamedOrMissing(ctx.db, ctx.orgId, variablesNamed(apiMonitorUpdateFields(unlocked, input)));
  const row = await findApiMonitorForUpdate(ctx.db, ctx.orgId, unlocked.id);
  if (!row) throw notFound("API monitor");
  const fields = apiMonitorUpdateFields(row, input);
  const added = fields.locations.filter((location) => !row.locations.includes(location));
  const parents = { id: row.id, before: row.parents, after: fields.parents };
  assertValid([
    ...findLocationErrors(added, availability),
    ...(await findParentErrors(ctx.db, ctx.orgId, parents)),
  ]);
  if (isSame<ApiMonitorFields>(row, fields)) return withLastRun(ctx, row);
  await assertMayChange(ctx, plan, { before: row, after: fields });
  const changed = await writeChange(ctx, row, fields);
  const { before, after } = changedFields(auditedApiMonitorFields(row), auditedApiMonitorFields(fields));
  await audit(ctx, {
    action: "api_monitor.update",
    target: targetOf(row.id),
    before: maskedApiMonitorFields(before),
    after: maskedApiMonitorFields(after),
  });
  return withLastRun(ctx, changed);
}

/** Deletes an API monitor. Keeps its runs and cancels the unfinished ones. */
export async function removeApiMonitor(ctx: ApiMonitorContext, id: string): Promise<void> {
  const { db, orgId } = ctx;
  if (!UUID_PATTERN.test(id)) throw notFound("API monitor");
  await endRunsOf(ctx, id);
  const row = await deleteApiMonitor(db, orgId, id);
  if (!row) throw notFound("API monitor");
  await notifyDeleted(db, row);
  await endAlertsOf(ctx, row.id);
  const before = maskedApiMonitorFields(auditedApiMonitorFields(row));
  await audit(ctx, { action: "api_monitor.delete", target: targetOf(id), before });
}

/**
 * Deletes all API monitors of an organization that is being deleted. The audit log records only the
 * organization.
 */
export async function removeAllApiMonitors({ db, orgId }: Pick<AuditContext, "db" | "orgId">): Promise<void> {
  await holdOpenRuns({ db, orgId });
  await deleteAllApiMonitors(db, orgId);
}

function targetOf(id: string) {
  return { type: "api_monitor", id } as const;
}

async function writeChange(
  ctx: ApiMonitorContext,
  row: ApiMonitorRow,
  fields: ApiMonitorFields,
): Promise<ApiMonitorRow> {
  const { db, orgId } = ctx;
  const { id } = row;
  const now = new Date(ctx.clock.now());
  await rememberParents(db, orgId, { id, before: row.parents, after: fields.parents });
  const changed = await updateApiMonitor(db, orgId, {
    id,
    fields,
    lifecycle: statusAfterUpdate(row, fields, now),
    now,
  });
  if (!changed) throw new Error(`API monitor ${id} vanished while its row was locked`);
  await rememberNamed(db, orgId, { id, before: variablesNamed(row), after: variablesNamed(fields) });
  const toggled = await afterUpdate(db, orgId, { before: row, after: changed, now });
  if (toggled) ctx.emit(statusEvent(changed, toggled));
  if (toggled && !changed.enabled) await endAlertsOf(ctx, id);
  return changed;
}

function statusEvent({ id, org_id: orgId, name }: ApiMonitorRow, toggled: Toggled): LiveEvent {
  const { status, previousStatus, at } = toggled;
  return {
    type: "api_monitor.status",
    orgId,
    data: { api_monitor_id: id, name, status, previous_status: previousStatus, at: at.toISOString() },
  };
}

function assertValid(errors: readonly ErrorDetail[]): void {
  if (errors.length > 0) throw badFields(errors);
}

async function withLastRun(ctx: ApiMonitorContext, row: ApiMonitorRow): Promise<ApiMonitor> {
  return toApiMonitor(row, (await lastRunsOf(ctx, [row.id])).get(row.id));
}
