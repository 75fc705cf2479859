import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";

/** For all organizations, because lookups cover all of them. Includes revoked keys. */
export const listPrivateLocations = (db: Db) =>
  db.rows<{ org_id: OrgId; location: string }>(sql`
    select distinct org_id, location from api_key where location is not null`);

/** The private locations of one organization. */
export const listPrivateLocationsOf = (db: Db, orgId: OrgId) =>
  db.rows<{ location: string }>(sql`
    select distinct location from api_key where org_id = ${orgId} and location is not null`);

export const notify = (db: Db, channel: string) => db.run(sql`select pg_notify(${channel}, '')`);
