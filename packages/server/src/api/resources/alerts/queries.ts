import type { AlertListQuery } from "@vedette/contract/alerts/alerts.ts";
import type { DeliveryKind } from "@vedette/contract/alerts/delivery-kinds.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import { ALERT_COLUMNS, type AlertRow } from "../../../pipeline/alerting/alerts/queries.ts";
import { lowestId } from "../../../platform/kernel/ids.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

/** Lists alerts by id. The ids start with the time at which the alert opened. */
export const listAlerts = (
  db: Db,
  orgId: OrgId,
  { query, afterId }: { query: AlertListQuery; afterId: string | null },
) => {
  const { status, rule_id, target_id, slo_id, from, to, sort, limit } = query;
  const isNewest = sort === "-created_at";
  const follows = isNewest ? sql`a.id < ${afterId}::uuid` : sql`a.id > ${afterId}::uuid`;
  return db.rows<AlertRow>(sql`
    select ${ALERT_COLUMNS} from alert a
    where a.org_id = ${orgId}
      ${status ? sql`and a.status = any (${status})` : NOTHING}
      ${rule_id ? sql`and a.rule_id = ${rule_id}::uuid` : NOTHING}
      ${target_id ? sql`and a.target_id = ${target_id}::uuid` : NOTHING}
      ${slo_id ? sql`and a.rule_type = 'burn_rate' and a.evidence #>> '{slo,id}' = ${slo_id}` : NOTHING}
      ${from ? sql`and a.id >= ${lowestId(from.getTime())}::uuid` : NOTHING}
      ${to ? sql`and a.id < ${lowestId(to.getTime())}::uuid` : NOTHING}
      ${afterId === null ? NOTHING : sql`and ${follows}`}
    order by a.id ${isNewest ? sql`desc` : sql`asc`} limit ${limit + 1}`);
};

const NOTHING = sql``;

/**
 * Returns these alerts, with the other open alerts of their targets if asked for. Locks them until the transaction ends,
 * in the order of their ids, as other transactions do.
 */
export const lockAlerts = (
  db: Db,
  orgId: OrgId,
  { ids, withSameTarget }: { ids: readonly string[]; withSameTarget: boolean },
) =>
  db.rows<{ id: string }>(sql`
    with named as (
      select id, target_id from alert where org_id = ${orgId} and id = any(${textArray(ids)}::uuid[])
    )
    select a.id from alert a
    where a.org_id = ${orgId} and (
      a.id in (select id from named)
      or ${withSameTarget} and a.resolved_at is null and a.target_id in (select target_id from named)
    )
    order by a.id for update`);

export type DeliveryRow = {
  alert_id: string;
  channel_id: string;
  kind: DeliveryKind;
  attempt: number;
  at: Date;
  ok: boolean;
  status_code: number | null;
  error: string | null;
};

/** Lists all delivery attempts of these alerts, oldest first. */
export const listDeliveries = (db: Db, orgId: OrgId, alertIds: readonly string[]) =>
  db.rows<DeliveryRow>(sql`
    select d.alert_id, d.channel_id, d.kind, d.attempt, d.at, d.ok, d.status_code, d.error
    from alert a join alert_delivery d on d.alert_id = a.id
    where a.org_id = ${orgId} and a.id = any(${textArray(alertIds)}::uuid[])
    order by d.at, d.id`);
