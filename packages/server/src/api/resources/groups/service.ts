import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import {
  GROUPS_MAX,
  type Group,
  type GroupCreate,
  type GroupListQuery,
  type GroupUpdate,
} from "@vedette/contract/targets/groups.ts";
import { alertEvent } from "../../../pipeline/alerting/alerts/alert-event.ts";
import { endUncoveredAlerts } from "../../../pipeline/alerting/alerts/end-uncovered.ts";
import { type AuditContext, actorId, audit, changedFields } from "../../../pipeline/audit/audit.ts";
import * as rows from "../../../pipeline/groups/queries.ts";
import { given } from "../../../pipeline/targets/target-row.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { isSame } from "../../../platform/kernel/is-same.ts";
import { type ReadContext, toGroups } from "./to-groups.ts";
import { findTreeErrors } from "./tree-errors.ts";

type GroupContext = AuditContext & { emit(event: LiveEvent): void };

export async function listAllGroups(ctx: ReadContext, { include }: GroupListQuery): Promise<Group[]> {
  return toGroups(ctx, await rows.listGroups(ctx.db, ctx.orgId), { withUptime: include !== undefined });
}

export async function getGroup(ctx: ReadContext, id: string): Promise<Group> {
  const groups = await listAllGroups(ctx, {});
  return groups.find((group) => group.id === id) ?? throwNotFound();
}

export async function createGroup(ctx: AuditContext, input: GroupCreate): Promise<Group> {
  const { db, orgId, clock } = ctx;
  await rows.lockGroups(db, orgId);
  const others = await rows.listGroups(db, orgId);
  if (others.length >= GROUPS_MAX)
    throw new AppError(
      "BAD_REQUEST",
      `This organization has ${GROUPS_MAX} groups, the maximum. Delete one before you create another.`,
    );
  const { name, position, rollup } = input;
  const now = new Date(clock.now());
  const row = {
    ...{ id: newId(now.getTime()), org_id: orgId, name, position, rollup },
    description: input.description ?? "",
    parent_id: input.parent_id ?? null,
    ...{ created_at: now, updated_at: now },
  };
  await save(ctx, row, others);
  await audit(ctx, { action: "group.create", target: { type: "group", id: row.id }, after: toLog(row) });
  return getGroup(ctx, row.id);
}

/** Updates the given fields. Writes nothing if no field changes. */
export async function updateGroup(ctx: GroupContext, id: string, input: GroupUpdate): Promise<Group> {
  const { row, others } = await lockedGroup(ctx, id);
  const changed = {
    ...row,
    name: input.name ?? row.name,
    description: given(input.description, row.description, ""),
    parent_id: given(input.parent_id, row.parent_id, null),
    position: input.position ?? row.position,
    rollup: input.rollup ?? row.rollup,
  };
  if (!isSame(row, changed)) {
    await save(ctx, { ...changed, updated_at: new Date(ctx.clock.now()) }, others);
    if (changed.parent_id !== row.parent_id) await afterMove(ctx);
    const { before, after } = changedFields(toLog(row), toLog(changed));
    await audit(ctx, { action: "group.update", target: { type: "group", id }, before, after });
  }
  return getGroup(ctx, id);
}

/** Deletes a group. Its targets and the groups in it move to the group that contained it. */
export async function deleteGroup(ctx: GroupContext, id: string): Promise<void> {
  const { row, others } = await lockedGroup(ctx, id);
  const move = { from: row.id, to: row.parent_id };
  const moved = others.filter(({ parent_id }) => parent_id === row.id);
  const rest = others.filter(({ parent_id }) => parent_id !== row.id);
  for (const child of moved) assertMayMoveUp(row, child, rest);
  await rows.moveTargetsOfGroup(ctx.db, ctx.orgId, move);
  await rows.moveGroupsOfGroup(ctx.db, ctx.orgId, move);
  await rows.deleteGroupRow(ctx.db, ctx.orgId, row.id);
  await afterMove(ctx);
  await audit(ctx, { action: "group.delete", target: { type: "group", id }, before: toLog(row) });
}

/** Targets are selected by other rules and windows than before. */
async function afterMove({ db, orgId, clock, actor, emit }: GroupContext): Promise<void> {
  await rows.touchGroupSelectors(db, orgId);
  const ended = await endUncoveredAlerts(db, { orgId, by: actorId(actor), nowMs: clock.now() });
  for (const alert of ended) emit(alertEvent(alert));
}

async function lockedGroup({ db, orgId }: AuditContext, id: string) {
  await rows.lockGroups(db, orgId);
  const all = await rows.listGroups(db, orgId);
  const row = (UUID_PATTERN.test(id) && all.find((group) => group.id === id)) || throwNotFound();
  return { row, others: all.filter((group) => group !== row) };
}

async function save({ db }: AuditContext, row: rows.GroupRow, others: readonly rows.GroupRow[]) {
  const errors = findTreeErrors(row, others);
  if (errors.length > 0) throw badFields(errors);
  await rows.saveGroup(db, row);
}

/** Two groups of the same parent cannot have the same name. */
function assertMayMoveUp(row: rows.GroupRow, child: rows.GroupRow, rest: readonly rows.GroupRow[]): void {
  if (findTreeErrors({ ...child, parent_id: row.parent_id }, rest).length === 0) return;
  throw new AppError(
    "BAD_REQUEST",
    `The group '${row.name}' cannot be deleted: the group '${child.name}' in it would move up, where another group has this name. Rename one of them first.`,
  );
}

function toLog({ name, description, parent_id, position, rollup }: rows.GroupRow) {
  return { name, description, parent_id, position, rollup };
}

function throwNotFound(): never {
  throw notFound("group");
}
