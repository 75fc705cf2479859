import type { OrgId } from "@vedette/contract/ids.ts";
import type { Db } from "../../storage/database.ts";
import { sql } from "../../storage/sql.ts";

/** Every location that a monitor of the organization names. */
export const listLocationsInUse = (db: Db, orgId: OrgId) =>
  db.rows<{ location: string }>(sql`
    select distinct unnest(locations) as location from monitor where org_id = ${orgId}`);
