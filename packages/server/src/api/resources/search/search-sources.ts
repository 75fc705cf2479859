import type { MembershipId, OrgId } from "@vedette/contract/common/ids.ts";
import type { SearchType } from "@vedette/contract/search/search.ts";
import { TARGET_KINDS, type TargetKind } from "@vedette/contract/targets/target-fields.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";

/** Where objects of one type are, and which of their columns the search shows and reads. */
export type SearchSource = {
  type: SearchType;
  id: Sql;
  name: Sql;
  detail: Sql;
  status: Sql;
  /** Texts besides the name, as arguments of `concat_ws`. */
  others: Sql;
  /** The tables, and the rows of the organization. */
  rows: Sql;
};

const ID = sql`id`;
const NAME = sql`name`;
const NONE = sql`null`;

/** Everything that can be found in an organization. `membershipId` is whose private views are found. */
export function searchSources(orgId: OrgId, membershipId: MembershipId | null): SearchSource[] {
  const own = (type: SearchType, table: Sql, more: Partial<SearchSource>): SearchSource => ({
    ...{ type, id: ID, name: NAME, detail: NONE, status: NONE, others: NONE },
    rows: sql`${table} where org_id = ${orgId}`,
    ...more,
  });
  return [
    ...TARGET_KINDS.map((kind) => targets(orgId, kind)),
    own("alert", sql`alert`, {
      ...{ name: sql`title`, detail: sql`target_name`, status: sql`severity`, others: sql`target_name` },
      rows: sql`alert where org_id = ${orgId} and resolved_at is null`,
    }),
    own("incident", sql`incident`, {
      ...{ name: sql`title`, detail: sql`'#' || number`, status: sql`state`, others: sql`'#' || number` },
    }),
    own("group", sql`target_group`, { others: sql`description` }),
    own("slo", sql`slo`, {
      ...{ others: sql`description`, detail: sql`trim_scale(objective::numeric) || ' %'` },
      status: sql`(select f.state from slo_figures f where f.slo_id = slo.id)`,
    }),
    own("alert_rule", sql`alert_rule`, {
      status: sql`case when enabled then 'enabled' else 'disabled' end`,
      others: sql`type`,
    }),
    own("alert_channel", sql`alert_channel`, {
      status: sql`case when disabled_at is null then 'enabled' else 'disabled' end`,
      others: sql`type`,
    }),
    own("maintenance_window", sql`maintenance_window`, { others: sql`array_to_string(tags, ' ')` }),
    own("variable", sql`variable`, {}),
    own("member", sql`membership`, {
      ...{ id: sql`m.id`, name: sql`p.name`, detail: sql`p.email`, others: sql`p.email` },
      rows: sql`membership m join person p on p.id = m.person_id where m.org_id = ${orgId}`,
    }),
    own("view", sql`saved_view`, {
      ...{ detail: sql`list`, others: sql`list` },
      rows: sql`saved_view
        where org_id = ${orgId} and (membership_id is null or membership_id = ${membershipId})`,
    }),
    own("status_page", sql`status_page`, {
      ...{ name: sql`title`, detail: sql`slug`, others: sql`slug` },
      status: sql`case when published then 'published' else 'draft' end`,
    }),
  ];
}

const targets = (orgId: OrgId, kind: TargetKind): SearchSource => ({
  ...{ type: kind, id: ID, name: NAME, detail: sql`address`, status: sql`status` },
  others: sql`address, owner, array_to_string(tags, ' ')`,
  rows: sql`target where org_id = ${orgId} and kind = ${kind}`,
});
