import type { CheckType } from "@vedette/contract/checks/check-types.ts";
import type { GroupId, OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";
import { spansOf } from "../../results/history/daily-queries.ts";
import { selectorCondition } from "../../selectors/queries.ts";
import type { SloDefinition } from "../../slos/slo-definition.ts";

export type SloTargetRow = {
  targetId: TargetId;
  orgId: OrgId;
  kind: TargetKind;
  type: CheckType | null;
  name: string;
  tags: string[];
  groupId: GroupId | null;
};

const TARGET = sql`t.id as "targetId", t.org_id as "orgId", t.kind, m.type, t.name, t.tags, t.group_id as "groupId"`;

/**
 * For each rule, the target that stands for the SLO in an alert that is open, waits for its confirmation, or was open within
 * the cooldown: an enabled one.
 */
export const listStandingTargets = (db: Db, { ruleIds, now }: { ruleIds: readonly string[]; now: Date }) =>
  db.rows<SloTargetRow & { rule_id: string }>(sql`
    select distinct on (c.rule_id) c.rule_id, ${TARGET}
    from alert_condition c
    join target t on t.id = c.target_id and t.enabled
    left join monitor m on m.id = t.id
    where c.rule_id = any(${textArray(ruleIds)}::uuid[])
      and (c.holds or c.pending_since is not null or c.cooldown_until > ${now})
    order by c.rule_id, c.holds desc, c.pending_since, c.cooldown_until desc, c.target_id`);

type WorstRequest = { from: Date; to: Date; limit: number };

/**
 * The enabled targets of an SLO that used up the most of its budget in a time, the worst first. Results are kept longer than
 * the time of any pair. Other targets of the SLO follow, by name.
 */
export const listWorstTargets = (db: Db, slo: SloDefinition, { from, to, limit }: WorstRequest) => {
  const condition = selectorCondition(slo.selector);
  return db.rows<SloTargetRow & { bad: number }>(sql`
    select ${TARGET}, coalesce(worst.bad, 0)::float8 as bad
    from target t
    left join monitor m on m.id = t.id
    left join (${slo.sli === "time" ? downTimes(slo, { condition, from, to }) : badChecks(slo, { condition, from, to })}) worst
      on worst.target_id = t.id
    where t.org_id = ${slo.orgId} and t.enabled and ${condition}
    order by worst.bad desc nulls last, t.name, t.id
    limit ${limit}`);
};

type Range = { condition: Sql; from: Date; to: Date };

function downTimes({ orgId, excludeMaintenance }: SloDefinition, { condition, from, to }: Range): Sql {
  const day = { date: "", fromMs: from.getTime(), toMs: to.getTime() };
  return sql`
    select target_id, sum(extract(epoch from to_at - from_at)) as bad
    from (${spansOf(orgId, { condition, days: [day], now: to })}) span
    where to_at > from_at and ${excludeMaintenance ? sql`status = 'down'` : sql`status in ('down', 'maintenance')`}
    group by target_id`;
}

function badChecks({ orgId, latencyMs }: SloDefinition, { condition, from, to }: Range): Sql {
  const isBad = latencyMs === null ? sql`r.status = 'd'` : sql`r.response_us > ${latencyMs * 1_000}::float8`;
  return sql`
    select t.id as target_id, count(*) as bad
    from target t
    join series s on s.target_id = t.id and s.step is null
    join check_result r on r.series_key = s.series_key
    where t.org_id = ${orgId} and ${condition} and r.slot >= ${from} and r.slot < ${to} and ${isBad}
    group by t.id`;
}
