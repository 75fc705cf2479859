import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../storage/database.ts";
import { findVariables, type VariableValueRow } from "./queries.ts";
import type { BoxContext, Vault } from "./vault.ts";

/** The value of a variable for substitution. */
export type VariableValue = { value: string; isSecret: boolean };

/** Returns the context that the box of a variable is bound to. */
export function variableBoxContext(orgId: OrgId, id: string, version: number): BoxContext {
  return { purpose: "variable", orgId, id, version };
}

/** Returns the values of an organization's variables by name; missing names do not exist. */
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
  if (row.encrypted_value === null) return { value: row.value ?? "", isSecret: false };
  const value = await vault.open(
    db,
    variableBoxContext(row.org_id, row.id, row.version),
    row.encrypted_value,
  );
  return { value, isSecret: true };
}
