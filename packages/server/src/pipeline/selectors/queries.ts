import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import { type GroupId, type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { textArray } from "../../platform/storage/array-literal.ts";
import type { Db } from "../../platform/storage/database.ts";
import { type Sql, sql } from "../../platform/storage/sql.ts";
import { hasFilter } from "./selects.ts";

/** Selectors in SQL. */

/** These groups and all that are nested in them. */
const nested = (ids: readonly string[]): Sql => sql`
  with recursive nested (id) as (
    select id from target_group where id = any(${textArray(wellFormed(ids))}::uuid[])
    union
    select g.id from nested n join target_group g on g.parent_id = n.id
  ) select id from nested`;

const listSelectedGroups = (db: Db, ids: readonly string[]) => db.rows<{ id: GroupId }>(sql`${nested(ids)}`);

/** Replaces the groups of each row's selector by those groups and all that are nested in them. */
export async function withNestedGroups<Row extends { selector: Selector | null }>(
  db: Db,
  rows: readonly Row[],
): Promise<Row[]> {
  const result: Row[] = [];
  for (const row of rows) {
    const groups = row.selector?.groups;
    const found = groups ? await listSelectedGroups(db, groups) : [];
    result.push(groups ? { ...row, selector: { ...row.selector, groups: found.map(({ id }) => id) } } : row);
  }
  return result;
}

/** The SQL condition that a selector selects the target `t`. Does not compare its organization. */
export function selectorCondition(selector: Selector): Sql {
  const { targets, groups, tags, kinds, types } = selector;
  const listed = sql`t.id = any(${textArray(wellFormed(targets ?? []))}::uuid[])`;
  if (!hasFilter(selector)) return targets === undefined ? sql`true` : listed;
  const filters = [
    groups && sql`t.group_id in (${nested(groups)})`,
    kinds && sql`t.kind = any(${textArray(kinds)}::text[])`,
    types &&
      sql`exists (select from monitor s where s.id = t.id and s.type = any(${textArray(types)}::text[]))`,
    tags?.any && sql`t.tags && ${textArray(tags.any)}::text[]`,
    tags?.all && sql`t.tags @> ${textArray(tags.all)}::text[]`,
    tags?.none && sql`not t.tags && ${textArray(tags.none)}::text[]`,
  ].filter((each) => each !== undefined);
  const all = filters.reduce((sum, each) => sql`${sum} and ${each}`);
  return targets === undefined ? sql`(${all})` : sql`(${listed} or (${all}))`;
}

/** Returns the errors of targets and groups that do not exist. `before` is the stored selector: what it names may be gone. */
export async function findSelectorErrors(
  db: Db,
  orgId: OrgId,
  { before, after }: { before: Selector | null; after: Selector | null },
): Promise<ErrorDetail[]> {
  const added = (field: "targets" | "groups") =>
    (after?.[field] ?? []).filter((id) => !before?.[field]?.includes(id));
  const [targets, groups] = [added("targets"), added("groups")];
  if (targets.length + groups.length === 0) return [];
  const known = await db.rows<{ id: string }>(sql`
    select id from target where org_id = ${orgId} and id = any(${textArray(wellFormed(targets))}::uuid[])
    union all
    select id from target_group where org_id = ${orgId} and id = any(${textArray(wellFormed(groups))}::uuid[])`);
  const isKnown = new Set(known.map(({ id }) => id));
  const errorsOf = (field: string, noun: string, ids: readonly string[]) =>
    ids
      .filter((id) => !isKnown.has(id))
      .map((id) => ({
        path: `selector.${field}`,
        message: `contains '${id}', which is not an existing ${noun}`,
      }));
  return [...errorsOf("targets", "target", targets), ...errorsOf("groups", "group", groups)];
}

/** Those of these targets that are composite monitors. */
export const listComposites = (db: Db, orgId: OrgId, ids: readonly string[]) =>
  db.rows<{ id: string }>(sql`
    select t.id from target t join monitor m on m.id = t.id
    where t.org_id = ${orgId} and m.type = 'composite' and t.id = any(${textArray(wellFormed(ids))}::uuid[])`);

function wellFormed(ids: readonly string[]): string[] {
  return ids.filter((id) => UUID_PATTERN.test(id));
}
