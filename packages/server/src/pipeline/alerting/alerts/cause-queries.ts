import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

/** A cause whose last target is older is over: what fails now has another one. */
const CAUSE_ACTIVE_MINUTES = 15;

/** The incidents with a common cause that explains failures of these targets. */
export const listCausesOf = (db: Db, targetIds: readonly string[], now: Date) =>
  db.rows<{ target_id: string; incident_id: string }>(sql`
    select distinct on (t.id) t.id as target_id, c.incident_id
    from stored_target t
    join common_cause c on c.org_id = t.org_id and t.id = any(c.member_ids)
      and c.updated_at > ${now}::timestamptz - ${CAUSE_ACTIVE_MINUTES} * interval '1 minute'
    join incident i on i.id = c.incident_id and i.resolved_at is null
    where t.id = any(${textArray(targetIds)}::uuid[])
    order by t.id, c.updated_at desc`);
