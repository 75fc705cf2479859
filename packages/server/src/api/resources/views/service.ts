import type { MembershipId } from "@vedette/contract/common/ids.ts";
import {
  VIEWS_MAX,
  type View,
  type ViewCreate,
  type ViewListQuery,
  type ViewUpdate,
} from "@vedette/contract/views/views.ts";
import { type AuditContext, audit, changedFields } from "../../../pipeline/audit/audit.ts";
import type { Actor } from "../../../platform/kernel/actor.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { isSame } from "../../../platform/kernel/is-same.ts";
import * as rows from "./queries.ts";

/**
 * Saved views of lists of targets. A view belongs to one member, who alone sees it, or is shared with the organization.
 * Every role has own views; only members and above change shared ones.
 */

type ReadContext = Pick<AuditContext, "db" | "orgId" | "actor">;

export async function listOwnAndShared(ctx: ReadContext, { list }: ViewListQuery): Promise<View[]> {
  const found = await rows.listViews(ctx.db, ctx.orgId, membershipOf(ctx.actor));
  return found.filter((row) => list === undefined || row.list === list).map(toView);
}

export async function getView(ctx: ReadContext, id: string): Promise<View> {
  return toView(await getRow(ctx, id));
}

export async function createView(ctx: AuditContext, input: ViewCreate): Promise<View> {
  const { filters, sort, columns, group_by, list, name, shared } = input;
  const now = new Date(ctx.clock.now());
  const row: rows.ViewRow = {
    ...{ id: newId(now.getTime()), org_id: ctx.orgId, list, name },
    membership_id: shared ? null : ownMembership(ctx.actor),
    settings: { filters, sort, columns, group_by },
    ...{ created_at: now, updated_at: now },
  };
  if (shared) assertMayShare(ctx.actor);
  const others = await lockedRows(ctx);
  if (others.filter(({ membership_id: id }) => id === row.membership_id).length >= VIEWS_MAX)
    throw new AppError(
      "BAD_REQUEST",
      `There are ${VIEWS_MAX} ${shared ? "shared" : "private"} views, the maximum. Delete one before you create another.`,
    );
  await save(ctx, row, others);
  await audit(ctx, { action: "view.create", target: { type: "view", id: row.id }, after: toLog(row) });
  return toView(row);
}

/** Updates the given fields. Writes nothing if no field changes. */
export async function updateView(ctx: AuditContext, id: string, input: ViewUpdate): Promise<View> {
  const others = await lockedRows(ctx);
  const row = others.find((one) => one.id === id) ?? throwNotFound();
  if (row.membership_id === null || input.shared === true) assertMayShare(ctx.actor);
  if (input.list !== undefined && input.list !== row.list)
    throw badFields([{ path: "list", message: `cannot change from '${row.list}'; create another view` }]);
  const changed: rows.ViewRow = {
    ...row,
    name: input.name ?? row.name,
    membership_id: membershipAfter(ctx.actor, row, input.shared),
    settings: {
      filters: input.filters ?? row.settings.filters,
      sort: input.sort ?? row.settings.sort,
      columns: input.columns === undefined ? row.settings.columns : input.columns,
      group_by: input.group_by ?? row.settings.group_by,
    },
  };
  if (isSame(row, changed)) return toView(row);
  const saved = { ...changed, updated_at: new Date(ctx.clock.now()) };
  await save(
    ctx,
    saved,
    others.filter((one) => one !== row),
  );
  const { before, after } = changedFields(toLog(row), toLog(saved));
  await audit(ctx, { action: "view.update", target: { type: "view", id }, before, after });
  return toView(saved);
}

export async function removeView(ctx: AuditContext, id: string): Promise<void> {
  const row = (await lockedRows(ctx)).find((one) => one.id === id) ?? throwNotFound();
  if (row.membership_id === null) assertMayShare(ctx.actor);
  await rows.deleteView(ctx.db, ctx.orgId, id);
  await audit(ctx, { action: "view.delete", target: { type: "view", id }, before: toLog(row) });
}

/** A shared view that is no longer shared belongs to the member who changed it. */
function membershipAfter(
  actor: Actor,
  { membership_id: before }: rows.ViewRow,
  shared: boolean | undefined,
): MembershipId | null {
  if (shared === undefined) return before;
  return shared ? null : (before ?? ownMembership(actor));
}

async function getRow({ db, orgId, actor }: ReadContext, id: string): Promise<rows.ViewRow> {
  const found = await rows.listViews(db, orgId, membershipOf(actor));
  return found.find((row) => row.id === id) ?? throwNotFound();
}

/** The views that the caller sees, which stay the same until the transaction ends. */
async function lockedRows({ db, orgId, actor }: AuditContext): Promise<rows.ViewRow[]> {
  await rows.lockViews(db, orgId);
  return rows.listViews(db, orgId, membershipOf(actor));
}

async function save(ctx: AuditContext, row: rows.ViewRow, others: readonly rows.ViewRow[]): Promise<void> {
  const isTaken = others.some(
    ({ list, name, membership_id: id }) =>
      id === row.membership_id && list === row.list && name.toLowerCase() === row.name.toLowerCase(),
  );
  if (isTaken)
    throw badFields([{ path: "name", message: `'${row.name}' is the name of another view of this list` }]);
  await rows.saveView(ctx.db, row);
}

function membershipOf(actor: Actor): MembershipId | null {
  return actor.kind === "member" ? actor.membershipId : null;
}

function ownMembership(actor: Actor): MembershipId {
  const id = membershipOf(actor);
  if (id === null)
    throw badFields([{ path: "shared", message: "must be true: an API key has no private views" }]);
  return id;
}

function assertMayShare(actor: Actor): void {
  if (actor.kind === "key" || actor.role !== "viewer") return;
  throw new AppError("FORBIDDEN", "Shared views require the role 'member'. Save a private view instead.");
}

function toView({ id, org_id, list, name, membership_id, settings, ...times }: rows.ViewRow): View {
  return {
    ...{ id, org_id, list, name, shared: membership_id === null },
    ...settings,
    created_at: times.created_at.toISOString(),
    updated_at: times.updated_at.toISOString(),
  };
}

function toLog({ list, name, membership_id, settings }: rows.ViewRow) {
  return { list, name, shared: membership_id === null, ...settings };
}

function throwNotFound(): never {
  throw notFound("view");
}
