import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { Monitor, MonitorCreate, MonitorUpdate } from "@vedette/contract/targets/monitors.ts";
import { hasTemplates, namesIn } from "@vedette/contract/variables/templated-texts.ts";
import type { OrgRunnerAvailability } from "../../../engine/locations/work-queue.ts";
import { type AuditContext, audit, changedFields, MASKED } from "../../../pipeline/audit/audit.ts";
import { assertMayChange, assertRoomFor, planForChange } from "../../../pipeline/quotas/quotas.ts";
import { latestResults } from "../../../pipeline/results/reading/latest-results.ts";
import { badFields, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { shardOf } from "../../../platform/kernel/shard.ts";
import { lockNamed, rememberNamed, withVariables } from "../../../platform/secrets/named-variables.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import { endAlertsOf } from "../alerts/service.ts";
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
import { findMonitorErrors, monitorCreateFields, monitorUpdateFields } from "./definition.ts";
import { toMonitor } from "./monitor-view.ts";
import {
  deleteAllMonitors,
  deleteMonitor,
  findMonitor,
  findMonitorForUpdate,
  insertMonitor,
  MONITOR_FIELDS,
  type MonitorFields,
  type MonitorRow,
  updateMonitor,
} from "./queries.ts";

/**
 * Monitors: rules and transactional changes. This module never checks a monitor and knows nothing of HTTP.
 */

export type MonitorContext = AuditContext & { emit(event: LiveEvent): void };
type WriteContext = MonitorContext & { vault: Vault };

export async function getMonitor(ctx: MonitorContext, id: string): Promise<Monitor> {
  return withLatest(ctx, await getMonitorRow(ctx, id));
}

/** Returns the row of an unvalidated id, or throws not-found. */
export async function getMonitorRow({ db, orgId }: MonitorContext, id: string): Promise<MonitorRow> {
  const row = UUID_PATTERN.test(id) ? await findMonitor(db, orgId, id) : null;
  if (!row) throw notFound("monitor");
  return row;
}

export async function createMonitor(
  ctx: WriteContext,
  input: MonitorCreate,
  availability: OrgRunnerAvailability,
): Promise<Monitor> {
  const fields = monitorCreateFields(input);
  const { db, orgId } = ctx;
  await assertRoomFor(ctx, fields);
  const named = namesOf(fields);
  await lockNamed(db, orgId, named);
  refuse(await findNewMonitorErrors(ctx, fields, availability));
  const nowMs = ctx.clock.now();
  const [id, now] = [newId(nowMs), new Date(nowMs)];
  const status = fields.enabled ? "pending" : "paused";
  const row = await insertMonitor(db, orgId, { id, fields, status, shard: shardOf(id), now });
  if (!row) throw new Error(`insert of monitor ${id} returned no row`);
  await afterCreate(db, orgId, row);
  await rememberParents(db, orgId, { id, before: [], after: fields.parents });
  await rememberNamed(db, orgId, { id, before: [], after: named });
  await audit(ctx, { action: "monitor.create", target: targetOf(id), after: loggedFields(fields) });
  return toMonitor({ ...row, parents: fields.parents }, undefined);
}

/** Returns the validation errors of a new monitor in the current state of the organization. */
export async function findNewMonitorErrors(
  { db, orgId, vault }: Pick<WriteContext, "db" | "orgId" | "vault">,
  fields: MonitorFields,
  availability: OrgRunnerAvailability,
): Promise<ErrorDetail[]> {
  const resolved = await withVariables(db, vault, { orgId, given: fields });
  const errors = resolved.errors.length > 0 ? resolved.errors : findMonitorErrors(resolved.texts);
  const parents = await findParentErrors(db, orgId, { id: null, before: [], after: fields.parents });
  return [...errors, ...findLocationErrors(fields.locations, availability), ...parents];
}

/** Updates the given fields. Writes nothing if no field changes. */
export async function changeMonitor(
  ctx: WriteContext,
  { id, input, availability }: { id: string; input: MonitorUpdate; availability: OrgRunnerAvailability },
): Promise<Monitor> {
  const plan = await planForChange(ctx, input);
  await lockNamed(ctx.db, ctx.orgId, namesOf(input));
  const row = UUID_PATTERN.test(id) ? await findMonitorForUpdate(ctx.db, ctx.orgId, id) : null;
  if (!row) throw notFound("monitor");
  const fields = monitorUpdateFields(row, input);
  const added = fields.locations.filter((location) => !row.locations.includes(location));
  const resolved = await withVariables(ctx.db, ctx.vault, { orgId: ctx.orgId, given: fields });
  const errors = resolved.errors.length > 0 ? resolved.errors : findMonitorErrors(resolved.texts, input.type);
  const dependencies = { id: row.id, before: row.parents, after: fields.parents };
  const parents = await findParentErrors(ctx.db, ctx.orgId, dependencies);
  refuse([...errors, ...findLocationErrors(added, availability), ...parents]);
  if (isSame(row, fields)) return withLatest(ctx, row);
  await assertMayChange(ctx, plan, { before: row, after: fields });
  const changed = await writeChange(ctx, row, fields);
  await auditChange(ctx, row, fields);
  return withLatest(ctx, changed);
}

export async function removeMonitor(ctx: MonitorContext, id: string): Promise<void> {
  const { db, orgId } = ctx;
  const row = UUID_PATTERN.test(id) ? await deleteMonitor(db, orgId, id) : null;
  if (!row) throw notFound("monitor");
  await notifyDeleted(db, row);
  await endAlertsOf(ctx, row.id);
  await audit(ctx, { action: "monitor.delete", target: targetOf(id), before: loggedFields(row) });
}

/** Returns the names of the variables that these texts reference. */
function namesOf({ url, headers, body }: Pick<MonitorUpdate, "url" | "headers" | "body">): string[] {
  const texts = { url: url ?? null, headers: headers ?? {}, body: body ?? null };
  return hasTemplates(texts) ? [...namesIn(texts).keys()] : [];
}

/** Deletes all monitors of an organization that is being deleted, without an audit entry of their own. */
export async function removeAllMonitors({ db, orgId }: Pick<AuditContext, "db" | "orgId">): Promise<void> {
  await deleteAllMonitors(db, orgId);
}

async function auditChange(ctx: MonitorContext, row: MonitorRow, fields: MonitorFields): Promise<void> {
  const { before, after } = changedFields(monitorFields(row), monitorFields(fields));
  await audit(ctx, {
    action: "monitor.update",
    target: targetOf(row.id),
    before: masked(before),
    after: masked(after),
  });
}

function targetOf(id: string) {
  return { type: "monitor", id } as const;
}

function loggedFields(fields: MonitorFields): Record<string, unknown> {
  return masked(monitorFields(fields));
}

/** The writable fields, for the audit log. */
function monitorFields(fields: MonitorFields): Record<string, unknown> {
  return Object.fromEntries(MONITOR_FIELDS.map((name) => [name, fields[name]]));
}

/** Headers and bodies may contain passwords and tokens: the log shows that they exist, not their values. */
function masked(fields: Record<string, unknown>): Record<string, unknown> {
  const { headers, body } = fields;
  return {
    ...fields,
    ...(typeof headers === "object" &&
      headers !== null && {
        headers: Object.fromEntries(Object.keys(headers).map((name) => [name, MASKED])),
      }),
    ...(typeof body === "string" && { body: MASKED }),
  };
}

async function writeChange(ctx: MonitorContext, row: MonitorRow, fields: MonitorFields): Promise<MonitorRow> {
  const { db, orgId } = ctx;
  const { id } = row;
  const now = new Date(ctx.clock.now());
  const lifecycle = statusAfterUpdate(row, fields, now);
  await rememberParents(db, orgId, { id, before: row.parents, after: fields.parents });
  const changed = await updateMonitor(db, orgId, { id, fields, lifecycle, now });
  if (!changed) throw new Error(`monitor ${id} vanished while its row was locked`);
  await rememberNamed(db, orgId, { id, before: namesOf(row), after: namesOf(fields) });
  const toggled = await afterUpdate(db, orgId, { before: row, after: changed, now });
  if (toggled) ctx.emit(statusEvent(changed, toggled));
  if (toggled && !changed.enabled) await endAlertsOf(ctx, id);
  return changed;
}

function statusEvent({ id, org_id: orgId, name }: MonitorRow, toggled: Toggled): LiveEvent {
  const { status, previousStatus, at } = toggled;
  return {
    type: "monitor.status",
    orgId,
    data: { monitor_id: id, name, status, previous_status: previousStatus, at: at.toISOString() },
  };
}

async function withLatest({ db, orgId, clock }: MonitorContext, row: MonitorRow): Promise<Monitor> {
  const latest = await latestResults(db, { orgId, monitorIds: [row.id], nowMs: clock.now() });
  return toMonitor(row, latest.get(row.id));
}

function refuse(errors: readonly ErrorDetail[]): void {
  if (errors.length > 0) throw badFields(errors);
}
