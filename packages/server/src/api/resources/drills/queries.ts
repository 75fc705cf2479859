import type { OrgId, PersonId } from "@vedette/contract/common/ids.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

export type DrillAcknowledgementRow = { escalation_id: string; person_id: string; name: string; at: Date };

export const listAcknowledgements = (db: Db, orgId: OrgId, drillIds: readonly string[]) =>
  db.rows<DrillAcknowledgementRow>(sql`
    select a.escalation_id, a.person_id, p.name, a.at from drill_acknowledgement a join person p on p.id = a.person_id
    where a.org_id = ${orgId} and a.escalation_id = any(${textArray(drillIds)}::uuid[]) order by a.at, a.person_id`);

/** Who was paged in a drill. The first acknowledgement counts. */
export const acknowledgeDrillPage = (
  db: Db,
  orgId: OrgId,
  { drillId, personId, now }: { drillId: string; personId: PersonId; now: Date },
) =>
  db.run(sql`
    insert into drill_acknowledgement (escalation_id, org_id, person_id, at)
    select ${drillId}, ${orgId}, ${personId}, ${now}
    where exists (select from page where org_id = ${orgId} and escalation_id = ${drillId} and person_id = ${personId})
    on conflict do nothing`);
