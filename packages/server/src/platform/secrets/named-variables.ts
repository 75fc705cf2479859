import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import {
  hasTemplates,
  namesIn,
  resolveTexts,
  type TemplatedTexts,
} from "@vedette/contract/variables/templated-texts.ts";
import type { Db } from "../storage/database.ts";
import { addUses, beginNewName, dropOtherUses, keepNewNamesOut, lockVariables } from "./queries.ts";
import { loadValues } from "./variable-values.ts";
import type { Vault } from "./vault.ts";

/** Variables that something watched names: what they make of it, and who names which. */

/**
 * Keeps the variables that a request names as they are until its transaction ends; those that there are.
 * Comes before the target is locked, for a change of a variable locks in this order too.
 */
export async function lockNamed(db: Db, orgId: OrgId, names: readonly string[]): Promise<void> {
  if (names.length > 0) await lockVariables(db, orgId, names);
}

/** The same where some of them may be missing: they are not made meanwhile. */
export async function lockNamedOrMissing(db: Db, orgId: OrgId, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const found = await lockVariables(db, orgId, names);
  if (found.length < names.length) await keepNewNamesOut(db, orgId);
}

/** Before a variable gets a name of which somebody may have said that it is missing. */
export async function lockNewName(db: Db, orgId: OrgId): Promise<void> {
  await beginNewName(db, orgId);
}

/** A definition with its variables in place, as the rules for it must see it; what does not exist is a fault. */
export async function withVariables<T extends TemplatedTexts>(
  db: Db,
  vault: Vault,
  { orgId, given }: { orgId: OrgId; given: T },
): Promise<{ texts: T; faults: ErrorDetail[] }> {
  if (!hasTemplates(given)) return { texts: given, faults: [] };
  const named = namesIn(given);
  const values = await loadValues(db, vault, { orgId, names: [...named.keys()] });
  const unknown = [...named].filter(([name]) => !values.has(name));
  if (unknown.length > 0) {
    return {
      texts: given,
      faults: unknown.map(([name, path]) => ({
        path,
        message: `names the variable '${name}', which this organization does not have; create it first`,
      })),
    };
  }
  return resolveTexts(given, new Map([...values].map(([name, { value }]) => [name, value])));
}

/**
 * Writes down which variables a target names, so that they are not deleted and it follows their changes.
 * `before` are those that it named so far.
 */
export async function rememberNamed(
  db: Db,
  orgId: OrgId,
  { id, before, after }: { id: TargetId; before: readonly string[]; after: readonly string[] },
): Promise<void> {
  if (before.length > 0) await dropOtherUses(db, orgId, { id, names: after });
  if (after.length > 0) await addUses(db, orgId, { id, names: after });
}
