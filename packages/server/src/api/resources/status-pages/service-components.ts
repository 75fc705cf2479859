import { isDeepStrictEqual } from "node:util";
import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type {
  PageComponent,
  PageComponentCreate,
  PageComponentUpdate,
} from "@vedette/contract/status-pages/page-components.ts";
import { PAGE_COMPONENTS_MAX } from "@vedette/contract/status-pages/page-limits.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { audit, changedFields } from "../../../pipeline/audit/audit.ts";
import { findSelectorErrors, withNestedGroups } from "../../../pipeline/selectors/queries.ts";
import { listSelectables } from "../../../pipeline/selectors/selectables.ts";
import { selects } from "../../../pipeline/selectors/selects.ts";
import {
  countComponents,
  deleteComponentRow,
  findComponent,
  findPageGroup,
  listComponents,
  saveComponent,
} from "../../../pipeline/status-pages/components/component-queries.ts";
import { readComponentStatuses } from "../../../pipeline/status-pages/components/component-statuses.ts";
import type { PageComponentRow, StatusPageRow } from "../../../pipeline/status-pages/page-row.ts";
import { notifyPageChanged } from "../../../pipeline/status-pages/queries.ts";
import { given } from "../../../pipeline/targets/target-row.ts";
import { AppError, notFound } from "../../../platform/kernel/errors.ts";
import { newId, newPublicId } from "../../../platform/kernel/ids.ts";
import { isSame } from "../../../platform/kernel/is-same.ts";
import {
  getPage,
  lockPage,
  type PageReadContext,
  type PageWriteContext,
  rejectFields,
} from "./page-context.ts";

/** Components of a status page. */

export async function listPageComponents(ctx: PageReadContext, pageId: string): Promise<PageComponent[]> {
  const page = await getPage(ctx, pageId);
  return toPageComponents(ctx, await listComponents(ctx.db, ctx.orgId, page.id));
}

export async function getPageComponent(ctx: PageReadContext, place: Place): Promise<PageComponent> {
  return toView(ctx, await getRow(ctx, place));
}

export async function createPageComponent(
  ctx: PageWriteContext,
  pageId: string,
  input: PageComponentCreate,
): Promise<PageComponent> {
  const page = await lockPage(ctx, pageId);
  if ((await countComponents(ctx.db, ctx.orgId, page.id)) >= PAGE_COMPONENTS_MAX)
    throw new AppError(
      "BAD_REQUEST",
      `A status page has at most ${PAGE_COMPONENTS_MAX} components. Delete one, or create another page.`,
    );
  return addComponent(ctx, { page, input });
}

/** Adds a component to a page that is locked. `path` leads to the component in the request. */
export async function addComponent(
  ctx: PageWriteContext,
  { page, input, path = "" }: { page: StatusPageRow; input: PageComponentCreate; path?: string },
): Promise<PageComponent> {
  const now = new Date(ctx.clock.now());
  const row: PageComponentRow = {
    id: newId(now.getTime()),
    org_id: ctx.orgId,
    page_id: page.id,
    public_id: newPublicId(),
    group_id: input.group_id ?? null,
    name: input.name,
    internal_name: input.internal_name ?? null,
    description: input.description ?? "",
    position: input.position,
    selector: mergeSelector(null, input),
    rollup: input.rollup,
    only_when_bad: input.only_when_bad,
    status: input.status,
    created_at: now,
    updated_at: now,
  };
  const errors = await findErrors(ctx, { row, before: null, input });
  rejectFields(errors.map((error) => ({ ...error, path: `${path}${error.path}` })));
  await save(ctx, row);
  await audit(ctx, { action: "page_component.create", target: targetOf(row.id), after: toLog(row) });
  return toView(ctx, row);
}

/** Updates the given fields. Writes nothing if no field changes. */
export async function updatePageComponent(
  ctx: PageWriteContext,
  place: Place,
  input: PageComponentUpdate,
): Promise<PageComponent> {
  await lockPage(ctx, place.pageId);
  const row = await getRow(ctx, place);
  const changed: PageComponentRow = {
    ...row,
    group_id: given<string | null>(input.group_id, row.group_id, null),
    name: input.name ?? row.name,
    internal_name: given<string | null>(input.internal_name, row.internal_name, null),
    description: given(input.description, row.description, ""),
    position: input.position ?? row.position,
    selector: mergeSelector(row.selector, input),
    rollup: input.rollup ?? row.rollup,
    only_when_bad: input.only_when_bad ?? row.only_when_bad,
    status: row.status,
  };
  if (input.status !== undefined) {
    // A client that sends back what it read does not mean to store the status that followed from the targets.
    const shown = (await toView(ctx, row)).status;
    if (input.status !== shown || row.selector === null) changed.status = input.status;
  }
  rejectFields(await findErrors(ctx, { row: changed, before: row, input }));
  if (isSame(row, changed)) return toView(ctx, row);
  changed.updated_at = new Date(Math.max(ctx.clock.now(), row.updated_at.getTime() + 1));
  await save(ctx, changed);
  const { before, after } = changedFields(toLog(row), toLog(changed));
  await audit(ctx, { action: "page_component.update", target: targetOf(row.id), before, after });
  return toView(ctx, changed);
}

export async function deletePageComponent(ctx: PageWriteContext, place: Place): Promise<void> {
  await lockPage(ctx, place.pageId);
  const row = await getRow(ctx, place);
  await deleteComponentRow(ctx.db, ctx.orgId, place);
  await notifyPageChanged(ctx.db, row.page_id);
  await audit(ctx, { action: "page_component.delete", target: targetOf(row.id), before: toLog(row) });
}

type Place = { pageId: string; id: string };
type Targets = Pick<PageComponentUpdate, "targets" | "selector">;

/** `targets` is a short form; an empty list and a selector of null mean: no targets. */
function mergeSelector(stored: Selector | null, { targets, selector }: Targets): Selector | null {
  if (selector !== undefined && selector !== null) return selector;
  if (targets !== undefined && targets !== null && targets.length > 0)
    return { targets: [...new Set(targets)] };
  return targets === undefined && selector === undefined ? stored : null;
}

async function findErrors(
  { db, orgId }: PageReadContext,
  { row, before, input }: { row: PageComponentRow; before: PageComponentRow | null; input: Targets },
): Promise<ErrorDetail[]> {
  const { targets, selector } = input;
  const isTwofold =
    targets != null && selector != null && !isDeepStrictEqual(targets, selector.targets ?? []);
  const errors: ErrorDetail[] = isTwofold
    ? [{ path: "targets", message: "differs from selector.targets; send only one of them" }]
    : [];
  if (row.group_id !== null && row.group_id !== before?.group_id) {
    const isKnown =
      UUID_PATTERN.test(row.group_id) &&
      (await findPageGroup(db, orgId, { pageId: row.page_id, id: row.group_id })) !== null;
    if (!isKnown) errors.push({ path: "group_id", message: "is not a group of this status page" });
  }
  const unknown = await findSelectorErrors(db, orgId, {
    before: before?.selector ?? null,
    after: row.selector,
  });
  const path = (name: string) => (selector == null && name === "selector.targets" ? "targets" : name);
  return [...errors, ...unknown.map((error) => ({ ...error, path: path(error.path) }))];
}

async function getRow({ db, orgId }: Pick<PageReadContext, "db" | "orgId">, { pageId, id }: Place) {
  const isWellFormed = UUID_PATTERN.test(pageId) && UUID_PATTERN.test(id);
  const row = isWellFormed ? await findComponent(db, orgId, { pageId, id }) : null;
  if (!row) throw notFound("component");
  return row;
}

async function save({ db }: PageWriteContext, row: PageComponentRow): Promise<void> {
  await saveComponent(db, row);
  await notifyPageChanged(db, row.page_id);
}

async function toView(ctx: PageReadContext, row: PageComponentRow): Promise<PageComponent> {
  const [view] = await toPageComponents(ctx, [row]);
  if (!view) throw new Error("a component was not shown");
  return view;
}

async function toPageComponents(
  { db, orgId, clock }: PageReadContext,
  rows: readonly PageComponentRow[],
): Promise<PageComponent[]> {
  const hasTargets = rows.some(({ selector }) => selector !== null);
  const statuses = await readComponentStatuses(db, orgId, { components: rows, nowMs: clock.now() });
  const selectables = hasTargets ? await listSelectables(db, orgId) : [];
  return (await withNestedGroups(db, rows)).map(({ selector: nested }, index) => {
    const row = rows[index];
    if (!row) throw new Error("withNestedGroups changed the number of rows");
    return {
      ...row,
      targets: row.selector?.targets ?? [],
      status: statuses.get(row.id)?.status ?? row.status,
      is_measured: statuses.get(row.id)?.isMeasured ?? false,
      target_count: nested === null ? 0 : selectables.filter((target) => selects(nested, target)).length,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    };
  });
}

function targetOf(id: string) {
  return { type: "page_component", id } as const;
}

/** The writable fields, for the audit log. */
function toLog(row: PageComponentRow): Record<string, unknown> {
  const {
    page_id,
    group_id,
    name,
    internal_name,
    description,
    position,
    selector,
    rollup,
    only_when_bad,
    status,
  } = row;
  return {
    page_id,
    group_id,
    name,
    internal_name,
    description,
    position,
    selector,
    rollup,
    only_when_bad,
    status,
  };
}
