import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import {
  hasTemplates,
  namesIn,
  resolveTexts,
  type TemplatedTexts,
} from "@vedette/contract/variables/templated-texts.ts";
import type { Db } from "../storage/database.ts";
import {
  addUses,
  beginNewName,
  dropOtherUses,
  findVariables,
  keepNewNamesOut,
  lockVariables,
} from "./queries.ts";
import { loadValues } from "./variable-values.ts";
import type { Vault } from "./vault.ts";

/** The variables that a target references: resolving them, and recording which target references which. */

/**
 * Locks the variables that a request references until its transaction ends. Missing ones cannot be created concurrently.
 * Must be called before the target is locked, because a change of a variable locks in this order too.
 */
export async function lockNamedOrMissing(db: Db, orgId: OrgId, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const found = await lockVariables(db, orgId, names);
  if (found.length < names.length) await keepNewNamesOut(db, orgId);
}

/** Must be called before a variable gets a new name, which a concurrent request may have reported as missing. */
export async function lockNewName(db: Db, orgId: OrgId): Promise<void> {
  await beginNewName(db, orgId);
}

/** Resolves the variables of a definition before validation; variables that do not exist are errors. */
export async function withVariables<T extends TemplatedTexts>(
  db: Db,
  vault: Vault,
  { orgId, given }: { orgId: OrgId; given: T },
): Promise<{ texts: T; errors: ErrorDetail[] }> {
  if (!hasTemplates(given)) return { texts: given, errors: [] };
  const named = namesIn(given);
  const values = await loadValues(db, vault, { orgId, names: [...named.keys()] });
  const unknown = [...named].filter(([name]) => !values.has(name));
  if (unknown.length > 0) {
    return {
      texts: given,
      errors: unknown.map(([name, path]) => ({
        path,
        message: `references the variable '${name}', which does not exist in this organization; create it first`,
      })),
    };
  }
  return resolveTexts(given, new Map([...values].map(([name, { value }]) => [name, value])));
}

/** Returns whether the organization has a secret variable of this name. */
export async function isSecretVariable(db: Db, orgId: OrgId, name: string): Promise<boolean> {
  const found = await findVariables(db, [orgId], [name]);
  return found.some(({ encrypted_value }) => encrypted_value !== null);
}

/**
 * Records which variables a target references, so that they cannot be deleted and the target follows their changes.
 * `before` contains the previous references.
 */
export async function rememberNamed(
  db: Db,
  orgId: OrgId,
  { id, before, after }: { id: TargetId; before: readonly string[]; after: readonly string[] },
): Promise<void> {
  if (before.length > 0) await dropOtherUses(db, orgId, { id, names: after });
  if (after.length > 0) await addUses(db, orgId, { id, names: after });
}
