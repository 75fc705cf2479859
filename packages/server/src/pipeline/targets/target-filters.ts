import type { CheckType } from "@vedette/contract/checks/check-types.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import { andOneOf } from "../../platform/storage/one-of.ts";
import { type Sql, sql } from "../../platform/storage/sql.ts";
import { selectorCondition } from "../selectors/queries.ts";
import { IS_SNOOZED } from "./snooze-queries.ts";
import { TARGET_COLUMNS, type TargetRow } from "./target-row.ts";

/** Targets of all kinds, and the conditions that lists of them filter by. */

export type ListedTargetRow = TargetRow & { type: CheckType | null; domain_expires_at: Date | null };

/** The type and the domain are those of a monitor. */
export const LISTED_TARGETS = sql`
    select ${TARGET_COLUMNS}, m.type, d.expires_at as domain_expires_at from target t
    left join monitor m on m.id = t.id left join domain_registration d on d.domain = m.domain`;

export type TargetFilters = {
  kind?: readonly TargetKind[] | undefined;
  type?: string | undefined;
  tag?: string | undefined;
  status?: readonly MonitorStatus[] | undefined;
  snoozed?: boolean | undefined;
  /** A text in the name, the description or the address. */
  q?: string | undefined;
  ids?: readonly string[] | undefined;
  /** All of them must select the target. */
  selectors?: readonly Selector[] | undefined;
  /** Only targets for which all selectors of one of the lists select it, or only the others. */
  covered?: { by: readonly (readonly Selector[])[]; is: boolean } | undefined;
};

const NOTHING = sql``;

/** The SQL condition that a target `t` belongs to the organization and matches all filters. */
export function matches(orgId: OrgId, filters: TargetFilters): Sql {
  const { kind, type, tag, status, snoozed, q, ids, selectors = [], covered } = filters;
  // A single kind is compared by equality, which the index of that kind needs.
  const byKind = kind?.length === 1 ? sql` and t.kind = ${kind[0]}` : andOneOf(sql`t.kind`, kind);
  const byType = type ? sql` and t.id in (select id from monitor where type = ${type})` : NOTHING;
  const byTag = tag ? sql` and ${tag} = any(t.tags)` : NOTHING;
  const pattern = `%${(q ?? "").replaceAll(/[\\%_]/g, "\\$&")}%`;
  const byText = q
    ? sql` and (t.name ilike ${pattern} or t.address ilike ${pattern} or t.description ilike ${pattern})`
    : NOTHING;
  const byIds = ids ? sql` and t.id = any (${ids}::uuid[])` : NOTHING;
  const bySnooze = snoozed === undefined ? NOTHING : sql` and ${IS_SNOOZED} = ${snoozed}`;
  const bySelectors = allOf(selectors);
  const byCoverage = covered ? sql` and ${anyOf(covered.by)} = ${covered.is}` : NOTHING;
  return sql`t.org_id = ${orgId}${byKind}${byType}${andOneOf(sql`t.status`, status)}${byTag}${bySnooze}${byText}${byIds}${bySelectors}${byCoverage}`;
}

const allOf = (selectors: readonly Selector[]): Sql =>
  selectors.reduce((all, each) => sql`${all} and ${selectorCondition(each)}`, NOTHING);

const anyOf = (lists: readonly (readonly Selector[])[]): Sql =>
  sql`(false${lists.reduce((any, each) => sql`${any} or (true${allOf(each)})`, NOTHING)})`;
