import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type {
  PageGroup,
  PageGroupCreate,
  PageGroupUpdate,
} from "@vedette/contract/status-pages/page-components.ts";
import { PAGE_GROUPS_MAX } from "@vedette/contract/status-pages/page-limits.ts";
import { audit, changedFields } from "../../../pipeline/audit/audit.ts";
import {
  deletePageGroupRow,
  findPageGroup,
  listPageGroups,
  savePageGroup,
} from "../../../pipeline/status-pages/components/component-queries.ts";
import type { PageGroupRow } from "../../../pipeline/status-pages/page-row.ts";
import { notifyPageChanged } from "../../../pipeline/status-pages/queries.ts";
import { given } from "../../../pipeline/targets/target-row.ts";
import { AppError, notFound } from "../../../platform/kernel/errors.ts";
import { newId, newPublicId } from "../../../platform/kernel/ids.ts";
import { isSame } from "../../../platform/kernel/is-same.ts";
import { getPage, lockPage, type PageReadContext, type PageWriteContext } from "./page-context.ts";

/** Groups of components of a status page. */

export async function listGroupsOfPage(ctx: PageReadContext, pageId: string): Promise<PageGroup[]> {
  const page = await getPage(ctx, pageId);
  return (await listPageGroups(ctx.db, ctx.orgId, page.id)).map(toPageGroup);
}

export async function getPageGroup(ctx: PageReadContext, place: Place): Promise<PageGroup> {
  return toPageGroup(await getRow(ctx, place));
}

export async function createPageGroup(
  ctx: PageWriteContext,
  pageId: string,
  input: PageGroupCreate,
): Promise<PageGroup> {
  const page = await lockPage(ctx, pageId);
  if ((await listPageGroups(ctx.db, ctx.orgId, page.id)).length >= PAGE_GROUPS_MAX)
    throw new AppError(
      "BAD_REQUEST",
      `A status page has at most ${PAGE_GROUPS_MAX} groups. Delete one first.`,
    );
  const now = new Date(ctx.clock.now());
  const row: PageGroupRow = {
    id: newId(now.getTime()),
    org_id: ctx.orgId,
    page_id: page.id,
    public_id: newPublicId(),
    name: input.name,
    description: input.description ?? "",
    position: input.position,
    created_at: now,
    updated_at: now,
  };
  await save(ctx, row);
  await audit(ctx, { action: "page_group.create", target: targetOf(row.id), after: toLog(row) });
  return toPageGroup(row);
}

/** Updates the given fields. Writes nothing if no field changes. */
export async function updatePageGroup(
  ctx: PageWriteContext,
  place: Place,
  input: PageGroupUpdate,
): Promise<PageGroup> {
  await lockPage(ctx, place.pageId);
  const row = await getRow(ctx, place);
  const changed = {
    ...row,
    name: input.name ?? row.name,
    description: given(input.description, row.description, ""),
    position: input.position ?? row.position,
  };
  if (isSame(row, changed)) return toPageGroup(row);
  changed.updated_at = new Date(Math.max(ctx.clock.now(), row.updated_at.getTime() + 1));
  await save(ctx, changed);
  const { before, after } = changedFields(toLog(row), toLog(changed));
  await audit(ctx, { action: "page_group.update", target: targetOf(row.id), before, after });
  return toPageGroup(changed);
}

/** Its components stay on the page, without a group. */
export async function deletePageGroup(ctx: PageWriteContext, place: Place): Promise<void> {
  await lockPage(ctx, place.pageId);
  const row = await getRow(ctx, place);
  await deletePageGroupRow(ctx.db, ctx.orgId, place);
  await notifyPageChanged(ctx.db, row.page_id);
  await audit(ctx, { action: "page_group.delete", target: targetOf(row.id), before: toLog(row) });
}

type Place = { pageId: string; id: string };

async function getRow({ db, orgId }: Pick<PageReadContext, "db" | "orgId">, { pageId, id }: Place) {
  const isWellFormed = UUID_PATTERN.test(pageId) && UUID_PATTERN.test(id);
  const row = isWellFormed ? await findPageGroup(db, orgId, { pageId, id }) : null;
  if (!row) throw notFound("group of components");
  return row;
}

async function save({ db }: PageWriteContext, row: PageGroupRow): Promise<void> {
  await savePageGroup(db, row);
  await notifyPageChanged(db, row.page_id);
}

function toPageGroup(row: PageGroupRow): PageGroup {
  return { ...row, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() };
}

function targetOf(id: string) {
  return { type: "page_group", id } as const;
}

function toLog({ page_id, name, description, position }: PageGroupRow) {
  return { page_id, name, description, position };
}
