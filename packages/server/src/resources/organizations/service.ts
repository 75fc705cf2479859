import type { OrgId } from "@vedette/contract/ids.ts";
import { newId } from "../../kernel/ids.ts";
import type { Db } from "../../storage/database.ts";
import { findOldestOrganization, findOrganizationById, insertOnlyOrganization } from "./queries.ts";

/** Organizations: who owns what. Knows nothing of what they own. */

export type Organization = { id: OrgId; name: string; slug: string };

const FIRST_NAME = "My organization";
/** One fixed name, so that the unique index lets only one of two first starts win. */
const FIRST_SLUG = "default";

/** Makes the first organization; null when there is one. */
export async function createFirstOrganization(db: Db, nowMs: number): Promise<Organization | null> {
  const organization = { id: newId(nowMs), name: FIRST_NAME, slug: FIRST_SLUG };
  const inserted = await insertOnlyOrganization(db, { ...organization, createdAt: new Date(nowMs) });
  return inserted === 1 ? organization : null;
}

export async function findOrganization(db: Db, orgId: OrgId): Promise<Organization | null> {
  return findOrganizationById(db, orgId);
}

/** The organization that commands on the machine itself mean. */
export async function findFirstOrganization(db: Db): Promise<Organization | null> {
  return findOldestOrganization(db);
}
