import type { ErrorDetail } from "@vedette/contract/errors.ts";
import type { MonitorId, OrgId } from "@vedette/contract/ids.ts";
import {
  hasTemplates,
  namesIn,
  resolveTexts,
  type TemplatedTexts,
} from "@vedette/contract/templated-texts.ts";
import type { Db } from "../storage/database.ts";
import { addUses, dropOtherUses, lockVariables } from "./queries.ts";
import { loadValues } from "./variable-values.ts";
import type { Vault } from "./vault.ts";

/** Variables that a monitor names: what they make of it, and who names which. */

const NONE: TemplatedTexts = { url: null, headers: {}, body: null };

/**
 * Keeps the variables named by a request as they are until its transaction ends. Comes before the monitor
 * is locked, for a change of a variable locks in this order too.
 */
export async function lockNamed(db: Db, orgId: OrgId, input: Partial<NullishTexts>): Promise<void> {
  const texts = { url: input.url ?? null, headers: input.headers ?? {}, body: input.body ?? null };
  const names = [...namesIn(texts).keys()];
  if (names.length > 0) await lockVariables(db, orgId, names);
}

type NullishTexts = { [Field in keyof TemplatedTexts]: TemplatedTexts[Field] | null | undefined };

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

/** Writes down which variables a monitor names, so that they are not deleted and it follows their changes. */
export async function rememberNamed(
  db: Db,
  orgId: OrgId,
  { id, before = NONE, after }: { id: MonitorId; before?: TemplatedTexts; after: TemplatedTexts },
): Promise<void> {
  if (!hasTemplates(before) && !hasTemplates(after)) return;
  const names = [...namesIn(after).keys()];
  await dropOtherUses(db, orgId, { id, names });
  await addUses(db, orgId, { id, names });
}
