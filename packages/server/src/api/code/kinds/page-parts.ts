import { isDeepStrictEqual } from "node:util";
import type { CodeRequest } from "@vedette/contract/code/to-create-request.ts";
import {
  pageComponentCreate,
  pageComponentUpdate,
  pageGroupCreate,
} from "@vedette/contract/status-pages/page-components.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import {
  listComponents,
  listPageGroups,
} from "../../../pipeline/status-pages/components/component-queries.ts";
import {
  createPageComponent,
  deletePageComponent,
  updatePageComponent,
} from "../../resources/status-pages/service-components.ts";
import {
  createPageGroup,
  deletePageGroup,
  updatePageGroup,
} from "../../resources/status-pages/service-groups.ts";
import type { CodeContext } from "../code-context.ts";
import type { Fields } from "./kind.ts";
import { sorted } from "./selector-form.ts";

/** Groups and components of a status page. Those of the same name stay the same; their order is that of the lists. */

type Parts = CodeRequest["page"];
type Component = Fields & { name: string; group: string | null };
type Normal = { groups: (Fields & { name: string })[]; components: Component[] };

export function normalParts(parts: Parts): Normal {
  return {
    groups: (parts?.groups ?? []).map((given) => {
      const { name, description } = pageGroupCreate.parse(given);
      return { name, description: description ?? "" };
    }),
    components: (parts?.components ?? []).map(({ group, ...given }) => {
      const input = pageComponentCreate.parse(given);
      const { name, internal_name, description, targets, selector, rollup, only_when_bad, status } = input;
      return {
        ...{ name, rollup, only_when_bad, status },
        internal_name: internal_name ?? null,
        description: description ?? "",
        group: typeof group === "string" ? group : null,
        selector: toSelector(selector ?? (targets?.length ? { targets } : null)),
      };
    }),
  };
}

function toSelector(selector: Selector | null): Selector | null {
  return selector && sorted(selector);
}

export async function listParts(ctx: CodeContext, pageId: string): Promise<Normal> {
  const groups = await listPageGroups(ctx.db, ctx.orgId, pageId);
  const components = await listComponents(ctx.db, ctx.orgId, pageId);
  const resourceName = new Map(groups.map(({ id, name }) => [id, name]));
  return {
    groups: groups.map(({ name, description }) => ({ name, description })),
    components: components.map((row) => {
      const { name, internal_name, description, rollup, only_when_bad, status, group_id } = row;
      return {
        ...{ name, internal_name, description, rollup, only_when_bad, status },
        group: group_id === null ? null : (resourceName.get(group_id) ?? null),
        selector: toSelector(row.selector),
      };
    }),
  };
}

export async function createParts(ctx: CodeContext, pageId: string, parts: Parts): Promise<void> {
  await changeParts(ctx, pageId, parts);
}

/** Makes the groups and components of a page those of the request. */
export async function changeParts(ctx: CodeContext, pageId: string, parts: Parts): Promise<void> {
  const wanted = normalParts(parts);
  const groupIds = await changeGroups(ctx, pageId, wanted);
  const rows = await listComponents(ctx.db, ctx.orgId, pageId);
  const left = new Set(rows);
  for (const [position, { group, ...fields }] of wanted.components.entries()) {
    const group_id = group === null ? null : (groupIds.get(group) ?? null);
    const input = { ...fields, group_id, position };
    const row = [...left].find(({ name }) => name === fields.name);
    if (row === undefined) {
      await createPageComponent(ctx, pageId, pageComponentCreate.parse(input));
      continue;
    }
    left.delete(row);
    const changed = Object.entries(input).filter(
      ([name, value]) => !isDeepStrictEqual(row[name as keyof typeof row], value),
    );
    if (changed.length > 0)
      await updatePageComponent(
        ctx,
        { pageId, id: row.id },
        pageComponentUpdate.parse(Object.fromEntries(changed)),
      );
  }
  for (const { id } of left) await deletePageComponent(ctx, { pageId, id });
}

/** Returns the IDs of the groups by name. Groups are deleted first of all, so that components leave them. */
async function changeGroups(
  ctx: CodeContext,
  pageId: string,
  { groups }: Normal,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  const rows = await listPageGroups(ctx.db, ctx.orgId, pageId);
  const names = new Set(groups.map(({ name }) => name));
  const known = new Map<string, string>();
  for (const { id, name } of rows) {
    if (names.has(name) && !known.has(name)) known.set(name, id);
    else await deletePageGroup(ctx, { pageId, id });
  }
  for (const [position, group] of groups.entries()) {
    const id = known.get(group.name);
    const input = pageGroupCreate.parse({ ...group, position });
    const saved =
      id === undefined
        ? await createPageGroup(ctx, pageId, input)
        : await updatePageGroup(ctx, { pageId, id }, input);
    ids.set(group.name, saved.id);
  }
  return ids;
}
