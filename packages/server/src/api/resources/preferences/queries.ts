import type { MembershipId, OrgId } from "@vedette/contract/common/ids.ts";
import type { Preferences } from "@vedette/contract/people/preferences.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

type Member = { orgId: OrgId; membershipId: MembershipId };

/** Keys that were never set are absent. */
export const findPreferences = (db: Db, { orgId, membershipId }: Member) =>
  db.find<{ preferences: Partial<Preferences> }>(sql`
    select preferences from membership where org_id = ${orgId} and id = ${membershipId}`);

/** Replaces the given keys and keeps the others. */
export const savePreferences = (db: Db, { orgId, membershipId }: Member, change: Partial<Preferences>) =>
  db.run(sql`
    update membership set preferences = preferences || ${JSON.stringify(change)}::jsonb
    where org_id = ${orgId} and id = ${membershipId}`);
