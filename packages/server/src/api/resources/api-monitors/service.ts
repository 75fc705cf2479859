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
import { badFields, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { shardOf } from "../../../platform/kernel/shard.ts";
import { lockNamedOrMissing, rememberNamed } from "../../../platform/secrets/named-variables.ts";
import { endAlertsOf } from "../alerts/service.ts";
import { type AuditContext, audit, changedFields } from "../audit-log/service.ts";
import { assertMayChange, assertRoomFor, planForChange } from "../billing/service-quotas.ts";
import { endRunsOf, holdOpenRuns, lastRunsOf } from "../runs/service.ts";
import {
  afterCreate,
  afterUpdate,
  isSame,
  locationFaults,
  notifyDeleted,
  parentFaults,
  rememberParents,
  statusAfterUpdate,
  type Toggled,
} from "../targets/service.ts";
import { toApiMonitor } from "./api-monitor-view.ts";
import { auditedFields, maskedFields } from "./audited-fields.ts";
import { fieldsOfCreate, fieldsOfUpdate } from "./definition.ts";
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

/** Journeys have such steps, too. */
export { maskedStep } from "./audited-fields.ts";

/** API monitors: their rules and what changes together. Never runs one and never asks how a request came. */

export type ApiMonitorContext = AuditContext & { serverUrl: string; emit(event: LiveEvent): void };

export async function getApiMonitor(ctx: ApiMonitorContext, id: string): Promise<ApiMonitor> {
  return withLastRun(ctx, await getRow(ctx, id));
}

/** The row behind an id that may be anything. */
export async function getRow(
  { db, orgId }: Pick<ApiMonitorContext, "db" | "orgId">,
  id: string,
): Promise<ApiMonitorRow> {
  const row = UUID_PATTERN.test(id) ? await findApiMonitor(db, orgId, id) : null;
  if (!row) throw notFound("API monitor");
  return row;
}

/** A variable that is named may be missing: whoever runs it finds out, for a step before may extract it. */
export async function createApiMonitor(
  ctx: ApiMonitorContext,
  input: ApiMonitorCreate,
  staff: OrgRunnerAvailability,
): Promise<ApiMonitor> {
  const fields = fieldsOfCreate(input);
  const { db, orgId } = ctx;
  await assertRoomFor(ctx, fields);
  const named = variablesNamed(fields);
  await lockNamedOrMissing(db, orgId, named);
  refuse(await createFaults(ctx, fields, staff));
  const nowMs = ctx.clock.now();
  const [id, now] = [newId(nowMs), new Date(nowMs)];
  const status = fields.enabled ? "pending" : "paused";
  const row = await insertApiMonitor(db, orgId, { id, fields, status, shard: shardOf(id), now });
  if (!row) throw new Error(`insert of API monitor ${id} returned no row`);
  await afterCreate(db, orgId, row);
  await rememberParents(db, orgId, { id, before: [], after: fields.parents });
  await rememberNamed(db, orgId, { id, before: [], after: named });
  const after = maskedFields(auditedFields(fields));
  await audit(ctx, { action: "api_monitor.create", target: targetOf(id), after });
  return toApiMonitor({ ...row, parents: fields.parents }, undefined);
}

/** What is wrong with a new one as the organization is now. */
export async function createFaults(
  { db, orgId }: Pick<ApiMonitorContext, "db" | "orgId">,
  { locations, parents }: ApiMonitorFields,
  staff: OrgRunnerAvailability,
): Promise<ErrorDetail[]> {
  const ofParents = await parentFaults(db, orgId, { id: null, before: [], after: parents });
  return [...locationFaults(locations, staff), ...ofParents];
}

/** Changes what the input carries. An input that changes nothing writes nothing. */
export async function changeApiMonitor(
  ctx: ApiMonitorContext,
  { id, input, staff }: { id: string; input: ApiMonitorUpdate; staff: OrgRunnerAvailability },
): Promise<ApiMonitor> {
  const plan = await planForChange(ctx, input);
  const seen = await getRow(ctx, id);
  await lockNamedOrMissing(ctx.db, ctx.orgId, variablesNamed(fieldsOfUpdate(seen, input)));
  const row = await findApiMonitorForUpdate(ctx.db, ctx.orgId, seen.id);
  if (!row) throw notFound("API monitor");
  const fields = fieldsOfUpdate(row, input);
  const added = fields.locations.filter((location) => !row.locations.includes(location));
  const hangsOn = { id: row.id, before: row.parents, after: fields.parents };
  refuse([...locationFaults(added, staff), ...(await parentFaults(ctx.db, ctx.orgId, hangsOn))]);
  if (isSame<ApiMonitorFields>(row, fields)) return withLastRun(ctx, row);
  await assertMayChange(ctx, plan, { before: row, after: fields });
  const changed = await writeChange(ctx, row, fields);
  const { before, after } = changedFields(auditedFields(row), auditedFields(fields));
  await audit(ctx, {
    action: "api_monitor.update",
    target: targetOf(row.id),
    before: maskedFields(before),
    after: maskedFields(after),
  });
  return withLastRun(ctx, changed);
}

/** Its runs stay, those that are open as cancelled. */
export async function removeApiMonitor(ctx: ApiMonitorContext, id: string): Promise<void> {
  const { db, orgId } = ctx;
  if (!UUID_PATTERN.test(id)) throw notFound("API monitor");
  await endRunsOf(ctx, id);
  const row = await deleteApiMonitor(db, orgId, id);
  if (!row) throw notFound("API monitor");
  await notifyDeleted(db, row);
  await endAlertsOf(ctx, row.id);
  const before = maskedFields(auditedFields(row));
  await audit(ctx, { action: "api_monitor.delete", target: targetOf(id), before });
}

/** All of an organization that goes itself; its own entry in the audit log tells of it. */
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
    life: statusAfterUpdate(row, fields, now),
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

function refuse(faults: readonly ErrorDetail[]): void {
  if (faults.length > 0) throw badFields(faults);
}

async function withLastRun(ctx: ApiMonitorContext, row: ApiMonitorRow): Promise<ApiMonitor> {
  return toApiMonitor(row, (await lastRunsOf(ctx, [row.id])).get(row.id));
}
