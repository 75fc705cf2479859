import type { OrgId } from "@vedette/contract/ids.ts";
import { newId } from "../../kernel/ids.ts";
import type { Db } from "../../storage/database.ts";
import { findOldestOrganization, insertOnlyOrganization } from "./queries.ts";

/** Organizations: who owns what. Knows nothing of what they own. */

export type Organization = { id: OrgId; name: string; slug: string };

const FIRST_NAME = "My organization";
/** One fixed name, so that of two first starts at once the unique index lets one win. */
const FIRST_SLUG = "default";

/** The first organization, made where there is none yet: then `isNew`. */
export async function ensureFirstOrganization(
  db: Db,
  nowMs: number,
): Promise<{ organization: Organization; isNew: boolean }> {
  const created = { id: newId(nowMs), name: FIRST_NAME, slug: FIRST_SLUG };
  const inserted = await insertOnlyOrganization(db, { ...created, createdAt: new Date(nowMs) });
  if (inserted === 1) return { organization: created, isNew: true };
  const organization = await findOldestOrganization(db);
  if (!organization) throw new Error("there is neither an organization nor room for the first");
  return { organization, isNew: false };
}
