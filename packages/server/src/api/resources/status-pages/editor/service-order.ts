import { isDeepStrictEqual } from "node:util";
import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import type { PageOrder, PageOrderUpdate } from "@vedette/contract/status-pages/page-order.ts";
import { audit } from "../../../../pipeline/audit/audit.ts";
import {
  type ComponentPlace,
  type GroupPlace,
  listComponents,
  listPageGroups,
  saveComponentOrder,
  saveGroupOrder,
} from "../../../../pipeline/status-pages/components/component-queries.ts";
import type { PageComponentRow, PageGroupRow } from "../../../../pipeline/status-pages/page-row.ts";
import { notifyPageChanged } from "../../../../pipeline/status-pages/queries.ts";
import {
  getPage,
  lockPage,
  type PageReadContext,
  type PageWriteContext,
  rejectFields,
} from "../page-context.ts";

type Content = { groups: readonly PageGroupRow[]; components: readonly PageComponentRow[] };

export async function getPageOrder(ctx: PageReadContext, pageId: string): Promise<PageOrder> {
  return { items: orderOf(await readContent(ctx, await getPage(ctx, pageId))) };
}

/** Stores the order of a page, and which group each component is in. */
export async function orderPage(
  ctx: PageWriteContext,
  pageId: string,
  { items }: PageOrderUpdate,
): Promise<PageOrder> {
  const { db, orgId, clock } = ctx;
  const page = await lockPage(ctx, pageId);
  const content = await readContent(ctx, page);
  rejectFields(orderErrors(items, content));
  const before = orderOf(content);
  const groupIds = new Set(content.groups.map(({ id }) => id));
  const groups: GroupPlace[] = [];
  const components: ComponentPlace[] = [];
  for (const [position, item] of items.entries()) {
    if (!groupIds.has(item.id)) components.push({ id: item.id, position, group_id: null });
    else {
      groups.push({ id: item.id, position });
      for (const [place, id] of (item.components ?? []).entries())
        components.push({ id, position: place, group_id: item.id });
    }
  }
  const after: PageOrder["items"] = items.map(({ id, components: own = [] }) =>
    groupIds.has(id) ? { id, components: own } : { id },
  );
  if (isDeepStrictEqual(before, after)) return { items: after };
  const at = new Date(clock.now());
  await saveGroupOrder(db, orgId, { pageId: page.id, places: groups, at });
  await saveComponentOrder(db, orgId, { pageId: page.id, places: components, at });
  await notifyPageChanged(db, page.id);
  const target = { type: "status_page", id: page.id } as const;
  await audit(ctx, {
    ...{ action: "status_page.update_order", target },
    ...{ before: { order: before }, after: { order: after } },
  });
  return { items: after };
}

async function readContent(
  { db, orgId }: Pick<PageReadContext, "db" | "orgId">,
  { id }: { id: string },
): Promise<Content> {
  return {
    groups: await listPageGroups(db, orgId, id),
    components: await listComponents(db, orgId, id),
  };
}

/** Each group and component must be named once: otherwise its place would be a guess. */
function orderErrors(items: PageOrderUpdate["items"], { groups, components }: Content): ErrorDetail[] {
  const groupIds = new Set(groups.map(({ id }) => id));
  const left = new Set([...groupIds, ...components.map(({ id }) => id)]);
  const errors: ErrorDetail[] = [];
  const take = (id: string, path: string, isGroupAllowed: boolean) => {
    const isKnown = isGroupAllowed || !groupIds.has(id);
    if (!isKnown || !left.delete(id))
      errors.push({ path, message: `'${id}' is not on this page, or is named twice, or cannot be here` });
  };
  for (const [index, { id, components: own }] of items.entries()) {
    take(id, `items.${index}.id`, true);
    if (own !== undefined && !groupIds.has(id))
      errors.push({ path: `items.${index}.components`, message: "is for groups only" });
    else
      for (const [place, one] of (own ?? []).entries())
        take(one, `items.${index}.components.${place}`, false);
  }
  if (errors.length === 0 && left.size > 0)
    errors.push({
      path: "items",
      message: `must contain everything on the page; '${[...left][0]}' is missing`,
    });
  return errors;
}

/** The present order, as the page shows it. */
function orderOf({ groups, components }: Content): PageOrder["items"] {
  const known = new Set(groups.map(({ id }) => id));
  const isGrouped = ({ group_id }: PageComponentRow) => group_id !== null && known.has(group_id);
  return [
    ...groups.map(({ id, name, position }) => {
      const own = components.filter(({ group_id }) => group_id === id).map((one) => one.id);
      return { name, position, item: { id, components: own } };
    }),
    ...components
      .filter((component) => !isGrouped(component))
      .map(({ id, name, position }) => ({ name, position, item: { id } })),
  ]
    .sort((one, other) => one.position - other.position)
    .map(({ item }) => item);
}
