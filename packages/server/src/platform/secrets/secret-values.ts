import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../storage/database.ts";
import { listSecrets } from "./queries.ts";
import { openValue } from "./variable-values.ts";
import type { Vault } from "./vault.ts";

/** Returns the values of all secrets of an organization, to mask them in texts. Throws a BoxError if one does not open. */
export async function loadSecretValues(db: Db, vault: Vault, orgId: OrgId): Promise<string[]> {
  const values: string[] = [];
  for (const row of await listSecrets(db, orgId)) values.push((await openValue(db, vault, row)).value);
  return values;
}
