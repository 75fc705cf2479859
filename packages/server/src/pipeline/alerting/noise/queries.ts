import {
  NOISE_BRIEF_SECONDS,
  NOISE_NIGHT,
  NOISE_REPEAT_SECONDS,
} from "@vedette/contract/alerts/rule-noise.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import { lowestId } from "../../../platform/kernel/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";
import type { NoiseCounts } from "./noise-score.ts";

export type NoiseMonth = { month: string; time_zone: string; from_at: Date; to_at: Date };

/** A month in the time zone of the organization: `2026-11`, or the one of `now`. */
export const findNoiseMonth = (db: Db, orgId: OrgId, { month, now }: { month: string | null; now: Date }) =>
  db.find<NoiseMonth>(sql`
    select to_char(m.first, 'YYYY-MM') as month, o.time_zone, m.first at time zone o.time_zone as from_at,
      (m.first + interval '1 month') at time zone o.time_zone as to_at
    from (select settings ->> 'timezone' as time_zone from organization where id = ${orgId}) o
    cross join lateral (
      select coalesce(
        (${month}::text || '-01')::timestamp,
        date_trunc('month', ${now}::timestamptz at time zone o.time_zone)
      ) as first
    ) m`);

export type NoiseRow = NoiseCounts & { rule_id: string; name: string };

/** Alerts that opened earlier can be the ones that those of the first hours repeat. */
const EARLIER_MS = 86_400_000;

/** A time whose nights are those of a time zone. */
export type NoiseRange = Pick<NoiseMonth, "time_zone" | "from_at" | "to_at">;

/**
 * Counts the alerts of each rule that exists. Alerts that notified no one do not count. `condition` limits them to the
 * targets `t` that fulfill it.
 */
export const listNoise = (
  db: Db,
  orgId: OrgId,
  { time_zone, from_at, to_at }: NoiseRange,
  condition: Sql | null = null,
) =>
  db.rows<NoiseRow>(sql`
    with opened as (
      select rule_id, triggered_at, acknowledged_at, resolved_at, resolved_by,
        (triggered_at at time zone ${time_zone})::time as clock,
        lag(resolved_at) over (partition by rule_id, target_id order by triggered_at, id) as last_resolved_at
      from alert
      where org_id = ${orgId} and suppressed_by is null${condition === null ? sql`` : ofTargets(condition)}
        and id >= ${lowestId(from_at.getTime() - EARLIER_MS)}::uuid and id < ${lowestId(to_at.getTime())}::uuid
    )
    select r.id as rule_id, r.name, count(*)::int4 as alerts, count(o.acknowledged_at)::int4 as acknowledged,
      (count(*) filter (where o.resolved_by = 'auto' and o.acknowledged_at is null
        and o.resolved_at < o.triggered_at + make_interval(secs => ${NOISE_BRIEF_SECONDS})))::int4 as brief,
      (count(*) filter (
        where o.triggered_at < o.last_resolved_at + make_interval(secs => ${NOISE_REPEAT_SECONDS})
      ))::int4 as repeated,
      (count(*) filter (
        where o.clock >= ${NOISE_NIGHT.from}::time or o.clock < ${NOISE_NIGHT.to}::time
      ))::int4 as at_night
    from opened o join alert_rule r on r.id = o.rule_id
    where o.triggered_at >= ${from_at} and r.org_id = ${orgId}
      and (r.target_id is null or exists (select from target t where t.id = r.target_id))
    group by r.id, r.name`);

const ofTargets = (condition: Sql): Sql =>
  sql` and exists (select from target t where t.id = alert.target_id and t.org_id = alert.org_id and ${condition})`;
