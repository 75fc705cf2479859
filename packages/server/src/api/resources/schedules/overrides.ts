import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import {
  OVERRIDE_DAYS,
  OVERRIDE_SPAN_DAYS_MAX,
  OVERRIDES_MAX,
} from "@vedette/contract/on-call/schedule-limits.ts";
import type { OverrideCreate, ScheduleOverride } from "@vedette/contract/on-call/schedule-overrides.ts";
import { type AuditContext, actorId, audit } from "../../../pipeline/audit/audit.ts";
import {
  deleteEndedOverrides,
  deleteOverrideRow,
  insertOverride,
  listOpenOverrides,
  type OverrideRow,
} from "../../../pipeline/on-call/schedules/override-queries.ts";
import { listPeople } from "../../../pipeline/on-call/schedules/schedule-queries.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { getScheduleForUpdate, getScheduleRow } from "./service.ts";

/** Overrides of schedules: another person for a time. */

const DAY_MS = 86_400_000;

/** Returns the overrides that have not ended, by their start. */
export async function listOverridesOf(
  ctx: Pick<AuditContext, "db" | "orgId" | "clock">,
  scheduleId: string,
): Promise<ScheduleOverride[]> {
  const schedule = await getScheduleRow(ctx, scheduleId);
  const now = new Date(ctx.clock.now());
  const rows = await listOpenOverrides(ctx.db, ctx.orgId, { scheduleId: schedule.id, now });
  const names = await namesOf(ctx);
  return rows.map((row) => toOverride(row, names));
}

export async function createOverride(
  ctx: AuditContext,
  { scheduleId, input }: { scheduleId: string; input: OverrideCreate },
): Promise<ScheduleOverride> {
  const { db, orgId } = ctx;
  // The lock serializes overrides, so that their maximum holds and the latest one is well defined.
  await getScheduleForUpdate(ctx, scheduleId);
  const names = await namesOf(ctx);
  const nowMs = ctx.clock.now();
  const now = new Date(nowMs);
  const errors = overrideErrors(input, { names, nowMs });
  if (errors.length > 0) throw badFields(errors);
  if ((await listOpenOverrides(db, orgId, { scheduleId, now })).length >= OVERRIDES_MAX)
    throw new AppError(
      "BAD_REQUEST",
      `The limit of ${OVERRIDES_MAX} overrides of a schedule is reached. Delete some, or change the layers.`,
    );
  await deleteEndedOverrides(db, orgId, { scheduleId, before: new Date(nowMs - OVERRIDE_DAYS * DAY_MS) });
  const row: OverrideRow = {
    ...{ id: newId(nowMs), org_id: orgId, schedule_id: scheduleId, person_id: input.person_id },
    ...{ starts_at: input.from, ends_at: input.to, created_by: actorId(ctx.actor), created_at: now },
  };
  await insertOverride(db, row);
  await audit(ctx, {
    action: "schedule_override.create",
    target: { type: "schedule_override", id: row.id },
    after: toLog(row),
  });
  return toOverride(row, names);
}

export async function removeOverride(
  ctx: AuditContext,
  { scheduleId, id }: { scheduleId: string; id: string },
): Promise<void> {
  const schedule = await getScheduleForUpdate(ctx, scheduleId);
  const row = UUID_PATTERN.test(id)
    ? await deleteOverrideRow(ctx.db, ctx.orgId, { scheduleId: schedule.id, id })
    : null;
  if (!row) throw notFound("override");
  await audit(ctx, {
    action: "schedule_override.delete",
    target: { type: "schedule_override", id },
    before: toLog(row),
  });
}

function overrideErrors(
  { person_id: personId, from, to }: OverrideCreate,
  { names, nowMs }: { names: ReadonlyMap<string, string>; nowMs: number },
): ErrorDetail[] {
  const errors: ErrorDetail[] = [];
  if (!names.has(personId))
    errors.push({ path: "person_id", message: "is not the ID of a person who is a member" });
  if (to <= from) errors.push({ path: "to", message: "must be after from" });
  else if (to.getTime() - from.getTime() > OVERRIDE_SPAN_DAYS_MAX * DAY_MS)
    errors.push({ path: "to", message: `must be at most ${OVERRIDE_SPAN_DAYS_MAX} days after from` });
  if (to.getTime() <= nowMs) errors.push({ path: "to", message: "must be in the future" });
  else if (from.getTime() > nowMs + OVERRIDE_SPAN_DAYS_MAX * DAY_MS)
    errors.push({ path: "from", message: `must be at most ${OVERRIDE_SPAN_DAYS_MAX} days from now` });
  return errors;
}

async function namesOf({ db, orgId }: Pick<AuditContext, "db" | "orgId">): Promise<Map<string, string>> {
  return new Map((await listPeople(db, orgId)).map(({ id, name }) => [id, name]));
}

function toOverride(row: OverrideRow, names: ReadonlyMap<string, string>): ScheduleOverride {
  const { org_id: _, starts_at, ends_at, created_at, ...same } = row;
  return {
    ...same,
    ...{ name: names.get(row.person_id) ?? "", from: starts_at.toISOString(), to: ends_at.toISOString() },
    created_at: created_at.toISOString(),
  };
}

function toLog({ schedule_id, person_id, starts_at, ends_at }: OverrideRow) {
  return { schedule_id, person_id, from: starts_at.toISOString(), to: ends_at.toISOString() };
}
