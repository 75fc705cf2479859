import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import { SCHEDULES_MAX } from "@vedette/contract/on-call/schedule-limits.ts";
import type {
  Schedule,
  ScheduleCreate,
  ScheduleListQuery,
  ScheduleUpdate,
} from "@vedette/contract/on-call/schedules.ts";
import { type AuditContext, actorId, audit, changedFields } from "../../../pipeline/audit/audit.ts";
import {
  countSchedules,
  deleteScheduleRow,
  findSchedule,
  findScheduleForUpdate,
  insertSchedule,
  listPeople,
  listSchedules,
  lockSchedules,
  type ScheduleFields,
  type SchedulePersonRow,
  type ScheduleRow,
  updateScheduleRow,
} from "../../../pipeline/on-call/schedules/schedule-queries.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { isSame } from "../../../platform/kernel/is-same.ts";
import { type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";
import { policiesNaming } from "../escalation-policies/service.ts";
import { getTimezone } from "../organizations/service.ts";
import { peopleErrors, toLayers } from "./layer-input.ts";
import { toSchedule } from "./service-view.ts";

/** On-call schedules: their rules. `pipeline/on-call/schedules/` computes who is on call. */

type ReadContext = Pick<AuditContext, "db" | "orgId">;

export async function listSchedulePage(
  { db, orgId }: ReadContext,
  query: ScheduleListQuery,
): Promise<Page<Schedule>> {
  const rows = await listSchedules(db, orgId, { query, position: readCursorPosition(query) });
  const { data, meta } = pageOf(rows, query, ({ id, created_at: at, name }) => ({ id, at, name }));
  const people = await peopleOf({ db, orgId });
  return { data: data.map((row) => toSchedule(row, people)), meta };
}

export async function getSchedule(ctx: ReadContext, id: string): Promise<Schedule> {
  return toSchedule(await getScheduleRow(ctx, id), await peopleOf(ctx));
}

/** Throws not-found for an ID that is malformed, unknown or of another organization. */
export async function getScheduleRow({ db, orgId }: ReadContext, id: string): Promise<ScheduleRow> {
  const row = UUID_PATTERN.test(id) ? await findSchedule(db, orgId, id) : null;
  if (!row) throw notFound("schedule");
  return row;
}

/** Locks the schedule until the transaction ends. */
export async function getScheduleForUpdate({ db, orgId }: ReadContext, id: string): Promise<ScheduleRow> {
  const row = UUID_PATTERN.test(id) ? await findScheduleForUpdate(db, orgId, id) : null;
  if (!row) throw notFound("schedule");
  return row;
}

export async function createSchedule(ctx: AuditContext, input: ScheduleCreate): Promise<Schedule> {
  const { db, orgId } = ctx;
  const people = await peopleOf(ctx);
  const errors = peopleErrors(input.layers, { before: [], members: people });
  if (errors.length > 0) throw badFields(errors);
  await lockSchedules(db, orgId);
  if ((await countSchedules(db, orgId)) >= SCHEDULES_MAX)
    throw new AppError(
      "BAD_REQUEST",
      `The limit of ${SCHEDULES_MAX} schedules is reached. Delete schedules that are not used.`,
    );
  const nowMs = ctx.clock.now();
  const now = new Date(nowMs);
  const row: ScheduleRow = {
    ...{ id: newId(nowMs), org_id: orgId, name: input.name, description: input.description },
    timezone: input.timezone ?? (await getTimezone(db, orgId)),
    layers: toLayers(input.layers, { before: [], nowMs }),
    ...{ has_calendar: false, created_by: actorId(ctx.actor), created_at: now, updated_at: now },
  };
  await insertSchedule(db, row);
  await audit(ctx, { action: "schedule.create", target: scheduleTarget(row.id), after: auditedFields(row) });
  return toSchedule(row, people);
}

/** Updates the given fields. Writes nothing if no field changes. */
export async function changeSchedule(
  ctx: AuditContext,
  { id, input }: { id: string; input: ScheduleUpdate },
): Promise<Schedule> {
  const row = await getScheduleForUpdate(ctx, id);
  const people = await peopleOf(ctx);
  const errors = peopleErrors(input.layers ?? [], { before: row.layers, members: people });
  if (errors.length > 0) throw badFields(errors);
  const nowMs = ctx.clock.now();
  const changed: ScheduleRow = {
    ...row,
    name: input.name ?? row.name,
    description: input.description ?? row.description,
    timezone: input.timezone ?? row.timezone,
    layers: input.layers === undefined ? row.layers : toLayers(input.layers, { before: row.layers, nowMs }),
    updated_at: new Date(Math.max(nowMs, row.updated_at.getTime() + 1)),
  };
  if (isSame(auditedFields(row), auditedFields(changed))) return toSchedule(row, people);
  await updateScheduleRow(ctx.db, changed);
  const { before, after } = changedFields(auditedFields(row), auditedFields(changed));
  await audit(ctx, { action: "schedule.update", target: scheduleTarget(id), before, after });
  return toSchedule(changed, people);
}

export async function removeSchedule(ctx: AuditContext, id: string): Promise<void> {
  const row = await getScheduleForUpdate(ctx, id);
  const policies = await policiesNaming(ctx.db, ctx.orgId, { type: "schedule", id });
  if (policies.length > 0)
    throw new AppError(
      "BAD_REQUEST",
      `Escalation policies notify this schedule: ${policies.map(({ name }) => name).join(", ")}. Remove it from their steps first.`,
    );
  await deleteScheduleRow(ctx.db, ctx.orgId, id);
  await audit(ctx, { action: "schedule.delete", target: scheduleTarget(id), before: auditedFields(row) });
}

export function scheduleTarget(id: string) {
  return { type: "schedule", id } as const;
}

async function peopleOf({ db, orgId }: ReadContext): Promise<ReadonlyMap<string, SchedulePersonRow>> {
  return new Map((await listPeople(db, orgId)).map((person) => [person.id, person]));
}

function auditedFields({ name, description, timezone, layers }: ScheduleFields) {
  return { name, description, timezone, layers: [...layers] };
}
