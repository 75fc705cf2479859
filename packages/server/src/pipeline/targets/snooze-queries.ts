import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { Snooze } from "@vedette/contract/targets/snooze.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";
import { timestampOf } from "../../platform/storage/values/timestamp-of.ts";

const CURRENT = sql`from target_snooze z where z.target_id = t.id and (z.until is null or z.until > now())`;

/** The snooze of a target `t`, as the API represents it; null without one. */
export const SNOOZE = sql`(
    select jsonb_build_object('until', ${timestampOf(sql`z.until`)}, 'until_recovery', z.until is null,
      'reason', z.reason, 'by', z.created_by, 'at', ${timestampOf(sql`z.created_at`)})
    ${CURRENT}
  )`;

/** The SQL condition that a target `t` is snoozed. */
export const IS_SNOOZED = sql`exists (select ${CURRENT})`;

export type SnoozableRow = { id: TargetId; kind: TargetKind; name: string; snooze: Snooze | null };

export const findSnoozable = (db: Db, orgId: OrgId, id: string) =>
  db.find<SnoozableRow>(sql`
    select t.id, t.kind, t.name, ${SNOOZE} as snooze from target t where t.org_id = ${orgId} and t.id = ${id}`);

export type NewSnooze = { id: TargetId; until: Date | null; reason: string | null; by: string; now: Date };

/** Replaces the snooze of a target. */
export const setSnooze = (db: Db, orgId: OrgId, { id, until, reason, by, now }: NewSnooze) =>
  db.run(sql`
    insert into target_snooze (target_id, org_id, until, reason, created_by, created_at)
    values (${id}, ${orgId}, ${until}, ${reason}, ${by}, ${now})
    on conflict (target_id) do update set until = excluded.until, reason = excluded.reason,
      created_by = excluded.created_by, created_at = excluded.created_at`);

export const deleteSnooze = (db: Db, orgId: OrgId, id: TargetId) =>
  db.run(sql`delete from target_snooze where org_id = ${orgId} and target_id = ${id}`);
