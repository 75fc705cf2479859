import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

/** All locations that a monitor, an API monitor, a journey or a runner key of the organization references. */
export const listLocationsInUse = (db: Db, orgId: OrgId) =>
  db.rows<{ location: string }>(sql`
    select unnest(locations) as location from target where org_id = ${orgId}
    union
    select location from api_key where org_id = ${orgId} and location is not null and revoked_at is null`);
