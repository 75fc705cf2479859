import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { EvidenceReason } from "@vedette/contract/evidence/evidence-bundles.ts";
import type { Verdict } from "@vedette/contract/evidence/verdict.ts";
import type { CursorPosition } from "../../platform/kernel/keyset.ts";
import { textArray } from "../../platform/storage/array-literal.ts";
import type { Db } from "../../platform/storage/database.ts";
import { keyset } from "../../platform/storage/keyset.ts";
import { type Sql, sql } from "../../platform/storage/sql.ts";

export type BundleRow = Verdict & {
  id: string;
  target_id: TargetId;
  org_id: OrgId;
  at: Date;
  reason: EvidenceReason;
  changed_at: Date | null;
  requested_by: string | null;
  /** See bundle-content.ts. */
  facts: Buffer;
};

const COLUMNS = sql`b.id, b.target_id, b.org_id, b.at, b.reason, b.changed_at, b.requested_by, b.layer, b.scope,
  b.certainty, b.summary, b.facts`;

/** A target that was deleted meanwhile gets no bundle. */
export const insertBundle = (db: Db, row: BundleRow) =>
  db.run(sql`
    insert into evidence_bundle (id, target_id, org_id, at, reason, changed_at, requested_by, layer, scope, certainty,
      summary, facts)
    values (${row.id}, ${row.target_id}, ${row.org_id}, ${row.at}, ${row.reason}, ${row.changed_at},
      ${row.requested_by}, ${row.layer}, ${row.scope}, ${row.certainty}, ${row.summary}, ${row.facts})`);

/** An alert, as far as it decides which evidence is about it. */
export type AlertedFailure = { triggeredAt: Date; resolvedAt: Date | null };

export type BundleList = {
  targetId: TargetId;
  /** Only evidence about the failure of this alert; null for all. */
  failure: AlertedFailure | null;
  position: CursorPosition | null;
  limit: number;
};

/** Newest first. */
export const listBundles = (db: Db, orgId: OrgId, { targetId, failure, position, limit }: BundleList) => {
  const columns = { at: sql`b.at`, name: sql`b.id`, id: sql`b.id` };
  const { after, order } = keyset("-created_at", columns, position);
  return db.rows<BundleRow>(sql`
    select ${COLUMNS} from evidence_bundle b join target t on t.id = b.target_id
    where b.org_id = ${orgId} and b.target_id = ${targetId}${about(failure)}${after}${order} limit ${limit}`);
};

export const findBundle = (db: Db, orgId: OrgId, { targetId, id }: { targetId: TargetId; id: string }) =>
  db.find<BundleRow>(sql`
    select ${COLUMNS} from evidence_bundle b join target t on t.id = b.target_id
    where b.org_id = ${orgId} and b.target_id = ${targetId} and b.id = ${id}`);

/** The newest verdict about the failure of an alert. */
export const findVerdictAbout = (
  db: Db,
  orgId: OrgId,
  { targetId, failure }: { targetId: TargetId; failure: AlertedFailure },
) =>
  db.find<VerdictRow>(sql`
    select b.id, b.at, b.layer, b.scope, b.certainty, b.summary from evidence_bundle b
    where b.org_id = ${orgId} and b.target_id = ${targetId}${about(failure)}
    order by b.at desc, b.id desc limit 1`);

export type VerdictRow = Verdict & { id: string; at: Date };

export type AlertVerdictRow = Verdict & { alert_id: string; target_id: TargetId };

/**
 * The newest verdict about the failure of each of these alerts, one for each target and at most `limit`, those of the
 * oldest alerts first. Without verdicts that name no layer.
 */
export const listVerdictsAbout = (
  db: Db,
  orgId: OrgId,
  { alertIds, limit }: { alertIds: readonly string[]; limit: number },
) => {
  const failure = { triggeredAt: sql`a.triggered_at`, resolvedAt: sql`a.resolved_at` };
  return db.rows<AlertVerdictRow>(sql`
    select alert_id, target_id, layer, scope, certainty, summary
    from (
      select distinct on (a.target_id) a.id as alert_id, a.target_id, a.triggered_at, v.layer, v.scope, v.certainty,
        v.summary
      from alert a
      cross join lateral (
        select b.layer, b.scope, b.certainty, b.summary from evidence_bundle b
        where b.org_id = a.org_id and b.target_id = a.target_id${about(failure)}
        order by b.at desc, b.id desc limit 1
      ) v
      where a.org_id = ${orgId} and a.id = any(${textArray(alertIds)}::uuid[])
        and v.layer <> 'none'
      order by a.target_id, a.triggered_at
    ) found
    order by triggered_at, alert_id limit ${limit}`);
};

/**
 * A failure that began before the alert counts if the target has not recovered in between: an alert may open several
 * failed checks after its target went down.
 */
function about(failure: AlertedFailure | { triggeredAt: Sql; resolvedAt: Sql } | null): Sql {
  if (failure === null) return sql``;
  const { triggeredAt, resolvedAt } = failure;
  return sql` and b.changed_at <= coalesce(${resolvedAt}::timestamptz, b.changed_at)
    and not exists (
      select 1 from status_change s
      where s.target_id = b.target_id and s.at > b.changed_at and s.at <= ${triggeredAt}
        and s.status in ('up', 'degraded'))`;
}

export const deleteBundlesBefore = (db: Db, before: Date, limit: number) =>
  db.run(sql`
    delete from evidence_bundle
    where id = any (array(select id from evidence_bundle where at < ${before} limit ${limit}))`);
