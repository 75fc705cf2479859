import type { CheckType } from "@vedette/contract/checks/check-types.ts";
import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { AlertedFailure } from "../../../pipeline/evidence/bundle-queries.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

export type ExaminedTargetRow = {
  id: TargetId;
  kind: TargetKind;
  /** Of a monitor; null for other kinds. */
  type: CheckType | null;
  status: MonitorStatus;
  status_since: Date;
  locations: string[];
};

export const findExaminedTarget = (db: Db, orgId: OrgId, id: TargetId) =>
  db.find<ExaminedTargetRow>(sql`
    select t.id, t.kind, m.type, t.status, t.status_since,
      array(select location from series s where s.target_id = t.id and s.active and s.step is null) as locations
    from target t left join monitor m on m.id = t.id
    where t.org_id = ${orgId} and t.id = ${id}`);

/** Returns an alert of a target, or null if there is none. */
export const findAlertedFailure = (
  db: Db,
  orgId: OrgId,
  { alertId, targetId }: { alertId: string; targetId: TargetId },
) =>
  db.find<AlertedFailure>(sql`
    select triggered_at as "triggeredAt", resolved_at as "resolvedAt" from alert
    where org_id = ${orgId} and id = ${alertId} and target_id = ${targetId}`);
