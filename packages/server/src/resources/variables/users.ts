import type { ErrorDetail } from "@vedette/contract/errors.ts";
import { monitorFaults } from "@vedette/contract/monitor-rules.ts";
import { namesIn, resolveTexts } from "@vedette/contract/templated-texts.ts";
import { loadValues, type VariableValue } from "../../secrets/variable-values.ts";
import { countUsers, listUsers, type UserRow, type VariableRow } from "./queries.ts";
import type { VariableContext } from "./service.ts";

/** What monitors make of a change of a variable that they name. */

const NAMED_MAX = 5;
/** Definitions that are looked at together; one holds some 300 kB at most. */
const BATCH = 100;

type UserContext = Pick<VariableContext, "db" | "orgId" | "vault">;

/** Which monitors name a variable, as the beginning of a sentence; null where none does. */
export async function describeUsers({ db, orgId }: UserContext, id: string): Promise<string | null> {
  const users = await countUsers(db, orgId, id);
  if (users === 0) return null;
  const named = await listUsers(db, orgId, { id, after: null, limit: NAMED_MAX });
  const names = named.map(({ name }) => `'${name}'`).join(", ");
  const others = users > named.length ? ` and ${users - named.length} more` : "";
  return users === 1 ? `the monitor ${names} names` : `the monitors ${names}${others} name`;
}

/** What is wrong with a new value, as the monitors that name the variable see it; one entry a monitor. */
export async function misfits(
  ctx: UserContext,
  variable: VariableRow,
  value: VariableValue,
): Promise<ErrorDetail[]> {
  const { db, orgId } = ctx;
  const faults: ErrorDetail[] = [];
  let after: string | null = null;
  while (faults.length < NAMED_MAX) {
    const users: UserRow[] = await listUsers(db, orgId, { id: variable.id, after, limit: BATCH });
    const values = await valuesFor(ctx, users);
    values.set(variable.name, value.value);
    faults.push(...users.flatMap((user) => misfit(user, values)));
    after = users.at(-1)?.id ?? null;
    if (users.length < BATCH) break;
  }
  return faults.slice(0, NAMED_MAX);
}

async function valuesFor(
  { db, vault, orgId }: UserContext,
  users: readonly UserRow[],
): Promise<Map<string, string>> {
  const names = [...new Set(users.flatMap((user) => [...namesIn(user).keys()]))];
  const values = await loadValues(db, vault, { orgId, names });
  return new Map([...values].map(([name, { value }]) => [name, value]));
}

function misfit(user: UserRow, values: ReadonlyMap<string, string>): ErrorDetail[] {
  const { texts, faults } = resolveTexts(user, values);
  const [first] = [...faults, ...monitorFaults(texts)];
  return first
    ? [
        {
          path: "value",
          message: `does not fit the monitor '${user.name}', whose ${first.path} ${first.message}`,
        },
      ]
    : [];
}
