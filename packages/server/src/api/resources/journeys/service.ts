import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import { journeyVariables } from "@vedette/contract/journeys/journey-names.ts";
import type { Journey, JourneyCreate, JourneyUpdate } from "@vedette/contract/journeys/journeys.ts";
import { ROLES } from "@vedette/contract/people/scopes.ts";
import type { OrgRunnerAvailability } from "../../../engine/locations/work-queue.ts";
import { type AuditContext, audit, changedFields } from "../../../pipeline/audit/audit.ts";
import { assertMayChange, assertRoomFor, planForChange } from "../../../pipeline/quotas/quotas.ts";
import { endRunsOf, holdOpenRuns } from "../../../pipeline/runs/trigger.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { shardOf } from "../../../platform/kernel/shard.ts";
import { lockNamedOrMissing, rememberNamed } from "../../../platform/secrets/named-variables.ts";
import { endAlertsOf } from "../alerts/service.ts";
import { lastRunsOf } from "../runs/service.ts";
import {
  afterCreate,
  afterUpdate,
  findParentErrors,
  isSame,
  notifyDeleted,
  rememberParents,
  statusAfterUpdate,
  type Toggled,
} from "../targets/service.ts";
import { auditedJourneyFields, maskedJourneyFields } from "./audited-fields.ts";
import { findJourneyErrors, journeyCreateFields, journeyUpdateFields } from "./definition.ts";
import { toJourney } from "./journey-view.ts";
import {
  deleteAllJourneys,
  deleteJourney,
  findJourney,
  findJourneyForUpdate,
  insertJourney,
  type JourneyFields,
  type JourneyRow,
  updateJourney,
} from "./queries.ts";

/** Journeys: rules and transactional changes. This module never runs a journey and knows nothing of HTTP. */

export type JourneyServiceContext = AuditContext & { serverUrl: string; emit(event: LiveEvent): void };

export async function getJourney(ctx: JourneyServiceContext, id: string): Promise<Journey> {
  return withLastRun(ctx, await getJourneyRow(ctx, id));
}

/** Returns the row of an unvalidated id, or throws not-found. */
export async function getJourneyRow(
  { db, orgId }: Pick<JourneyServiceContext, "db" | "orgId">,
  id: string,
): Promise<JourneyRow> {
  const row = UUID_PATTERN.test(id) ? await findJourney(db, orgId, id) : null;
  if (!row) throw notFound("journey");
  return row;
}

/** Referenced variables may be missing: an earlier step may set them, so only the run can decide. */
export async function createJourney(
  ctx: JourneyServiceContext,
  input: JourneyCreate,
  availability: OrgRunnerAvailability,
): Promise<Journey> {
  const fields = journeyCreateFields(input);
  const { db, orgId } = ctx;
  if (fields.script !== null) assertMayWriteScripts(ctx);
  await assertRoomFor(ctx, fields);
  const named = journeyVariables(fields);
  await lockNamedOrMissing(db, orgId, named);
  const parents = await findParentErrors(db, orgId, { id: null, before: [], after: fields.parents });
  refuse([
    ...findJourneyErrors(fields, { availability, added: fields.locations, scriptBefore: null }),
    ...parents,
  ]);
  const nowMs = ctx.clock.now();
  const [id, now] = [newId(nowMs), new Date(nowMs)];
  const status = fields.enabled ? "pending" : "paused";
  const row = await insertJourney(db, orgId, { id, fields, status, shard: shardOf(id), now });
  if (!row) throw new Error(`insert of journey ${id} returned no row`);
  await afterCreate(db, orgId, row);
  await rememberParents(db, orgId, { id, before: [], after: fields.parents });
  await rememberNamed(db, orgId, { id, before: [], after: named });
  const after = maskedJourneyFields(auditedJourneyFields(fields));
  await audit(ctx, { action: "journey.create", target: targetOf(id), after });
  return toJourney({ ...row, parents: fields.parents }, undefined);
}

/** Updates the given fields. Writes nothing if no field changes. */
export async function changeJourney(
  ctx: JourneyServiceContext,
  { id, input, availability }: { id: string; input: JourneyUpdate; availability: OrgRunnerAvailability },
): Promise<Journey> {
  const plan = await planForChange(ctx, input);
  const seen = await getJourneyRow(ctx, id);
  await lockNamedOrMissing(ctx.db, ctx.orgId, journeyVariables(journeyUpdateFields(seen, input)));
  const row = await findJourneyForUpdate(ctx.db, ctx.orgId, seen.id);
  if (!row) throw notFound("journey");
  const fields = journeyUpdateFields(row, input);
  if (fields.script !== row.script) assertMayWriteScripts(ctx);
  const added = fields.locations.filter((location) => !row.locations.includes(location));
  const dependencies = { id: row.id, before: row.parents, after: fields.parents };
  const parents = await findParentErrors(ctx.db, ctx.orgId, dependencies);
  refuse([...findJourneyErrors(fields, { availability, added, scriptBefore: row.script }), ...parents]);
  if (isSame<JourneyFields>(row, fields)) return withLastRun(ctx, row);
  await assertMayChange(ctx, plan, { before: row, after: fields });
  const changed = await writeChange(ctx, row, fields);
  const { before, after } = changedFields(auditedJourneyFields(row), auditedJourneyFields(fields));
  await audit(ctx, {
    action: "journey.update",
    target: targetOf(row.id),
    before: maskedJourneyFields(before),
    after: maskedJourneyFields(after),
  });
  return withLastRun(ctx, changed);
}

/** Deletes the journey. Its runs are kept; unfinished ones are cancelled. */
export async function removeJourney(ctx: JourneyServiceContext, id: string): Promise<void> {
  const { db, orgId } = ctx;
  if (!UUID_PATTERN.test(id)) throw notFound("journey");
  await endRunsOf(ctx, id);
  const row = await deleteJourney(db, orgId, id);
  if (!row) throw notFound("journey");
  // The thrown error rolls back the transaction.
  if (row.script !== null) assertMayWriteScripts(ctx);
  await notifyDeleted(db, row);
  await endAlertsOf(ctx, row.id);
  const before = maskedJourneyFields(auditedJourneyFields(row));
  await audit(ctx, { action: "journey.delete", target: targetOf(id), before });
}

/** Deletes all journeys of an organization that is being deleted, without an audit entry of their own. */
export async function removeAllJourneys({ db, orgId }: Pick<AuditContext, "db" | "orgId">): Promise<void> {
  await holdOpenRuns({ db, orgId });
  await deleteAllJourneys(db, orgId);
}

/** Scripts are code, so writing them requires the role `admin`. Source: docs/guide/roles.md. */
function assertMayWriteScripts({ actor }: JourneyServiceContext): void {
  if (actor.kind === "key" || ROLES.indexOf(actor.role) >= ROLES.indexOf("admin")) return;
  throw new AppError(
    "FORBIDDEN",
    `Scripts require the role 'admin'. With the role '${actor.role}' you can write journeys with steps.`,
  );
}

function targetOf(id: string) {
  return { type: "journey", id } as const;
}

function refuse(errors: readonly ErrorDetail[]): void {
  if (errors.length > 0) throw badFields(errors);
}

async function writeChange(
  ctx: JourneyServiceContext,
  row: JourneyRow,
  fields: JourneyFields,
): Promise<JourneyRow> {
  const { db, orgId } = ctx;
  const { id } = row;
  const now = new Date(ctx.clock.now());
  await rememberParents(db, orgId, { id, before: row.parents, after: fields.parents });
  const changed = await updateJourney(db, orgId, {
    id,
    fields,
    lifecycle: statusAfterUpdate(row, fields, now),
    now,
  });
  if (!changed) throw new Error(`journey ${id} vanished while its row was locked`);
  await rememberNamed(db, orgId, { id, before: journeyVariables(row), after: journeyVariables(fields) });
  const toggled = await afterUpdate(db, orgId, { before: row, after: changed, now });
  if (toggled) ctx.emit(statusEvent(changed, toggled));
  if (toggled && !changed.enabled) await endAlertsOf(ctx, id);
  return changed;
}

function statusEvent({ id, org_id: orgId, name }: JourneyRow, toggled: Toggled): LiveEvent {
  const { status, previousStatus, at } = toggled;
  return {
    type: "journey.status",
    orgId,
    data: { journey_id: id, name, status, previous_status: previousStatus, at: at.toISOString() },
  };
}

async function withLastRun(ctx: JourneyServiceContext, row: JourneyRow): Promise<Journey> {
  return toJourney(row, (await lastRunsOf(ctx, [row.id])).get(row.id));
}
