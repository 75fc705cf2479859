import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../storage/database.ts";
import { findVariables, type VariableValueRow } from "./queries.ts";
import type { BoxContext, Vault } from "./vault.ts";

/** A variable as it goes into a text. */
export type VariableValue = { value: string; isSecret: boolean };

/** Where the box of a variable belongs. */
export function variableBoxContext(orgId: OrgId, id: string, version: number): BoxContext {
  return { purpose: "variable", orgId, id, version };
}

/** The values of one organization's variables by name; a name that is not among them has none. */
export async function loadValues(
  db: Db,
  vault: Vault,
  { orgId, names }: { orgId: OrgId; names: readonly string[] },
): Promise<Map<string, VariableValue>> {
  const values = new Map<string, VariableValue>();
  if (names.length === 0) return values;
  const orgIds = names.map(() => orgId);
  for (const row of await findVariables(db, orgIds, names))
    values.set(row.name, await openValue(db, vault, row));
  return values;
}

export async function openValue(db: Db, vault: Vault, row: VariableValueRow): Promise<VariableValue> {
  if (row.sealed === null) return { value: row.value ?? "", isSecret: false };
  const value = await vault.open(db, variableBoxContext(row.org_id, row.id, row.version), row.sealed);
  return { value, isSecret: true };
}
