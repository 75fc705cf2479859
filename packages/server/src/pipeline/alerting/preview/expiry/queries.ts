import type { OrgId } from "@vedette/contract/common/ids.ts";
import { textArray } from "../../../../platform/storage/array-literal.ts";
import type { Db } from "../../../../platform/storage/database.ts";
import { sql } from "../../../../platform/storage/sql.ts";

/** The domains of these monitors whose end is known. */
export const listDomainEnds = (db: Db, orgId: OrgId, monitorIds: readonly string[]) =>
  db.rows<{ id: string; domain: string; expires_at: Date }>(sql`
    select m.id, m.domain, d.expires_at
    from target t join monitor m on m.id = t.id join domain_registration d on d.domain = m.domain
    where t.org_id = ${orgId} and t.id = any(${textArray(monitorIds)}::uuid[]) and d.expires_at is not null`);
