import { variablesNamed } from "@vedette/contract/api-monitors/api-step-texts.ts";
import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import type { ApiMonitorId, JourneyId, TargetId } from "@vedette/contract/common/ids.ts";
import { journeyVariables } from "@vedette/contract/journeys/journey-names.ts";
import { findMonitorErrors } from "@vedette/contract/targets/monitors.ts";
import { namesIn, resolveTexts } from "@vedette/contract/variables/templated-texts.ts";
import { loadValues, type VariableValue } from "../../../platform/secrets/variable-values.ts";
import {
  addUsers,
  countUsers,
  listApiMonitorsWith,
  listJourneysWith,
  listMonitorUsers,
  listUsers,
  type MonitorUserRow,
  type UserRow,
  type VariableRow,
} from "./queries.ts";
import type { VariableContext } from "./variable-context.ts";

/**
 * Finds the users of a variable and validates new values against monitors. Other users validate at run time.
 */

const NAMED_MAX = 5;
/** The batch size; one definition has at most about 300 kB. */
const BATCH = 100;

type UserContext = Pick<VariableContext, "db" | "orgId" | "vault">;

/** Describes the users of a variable as the start of a sentence; null if there are none. */
export async function describeUsers({ db, orgId }: UserContext, id: string): Promise<string | null> {
  const users = await countUsers(db, orgId, id);
  if (users === 0) return null;
  const named = await listUsers(db, orgId, { id, limit: NAMED_MAX });
  const kinds = [...Map.groupBy(named, ({ kind }) => kind)].map(
    ([kind, some]) =>
      `the ${KIND_LABELS[kind]}${some.length === 1 ? "" : "s"} ${some.map(({ name }) => `'${name}'`).join(", ")}`,
  );
  const others = users > named.length ? [`${users - named.length} more`] : [];
  return `${[...kinds, ...others].join(" and ")} ${users === 1 ? "uses" : "use"}`;
}

const KIND_LABELS: Record<UserRow["kind"], string> = {
  monitor: "monitor",
  api_monitor: "API monitor",
  journey: "journey",
  heartbeat: "heartbeat",
};

/**
 * Records the existing users of a variable that did not exist before, because API monitors and journeys may
 * reference missing variables. Must run after the name is locked.
 */
export async function adoptUsers(
  { db, orgId }: UserContext,
  { id, name }: Pick<VariableRow, "id" | "name">,
): Promise<void> {
  const adopt = (targetIds: readonly TargetId[]) => addUsers(db, orgId, { id, targetIds });
  await inBatches(
    (after: ApiMonitorId | null) => listApiMonitorsWith(db, orgId, { name, after, limit: BATCH }),
    (found) => adopt(found.filter((texts) => variablesNamed(texts).includes(name)).map((row) => row.id)),
  );
  await inBatches(
    (after: JourneyId | null) => listJourneysWith(db, orgId, { name, after, limit: BATCH }),
    (found) => adopt(found.filter((texts) => journeyVariables(texts).includes(name)).map((row) => row.id)),
  );
}

async function inBatches<Row extends { id: string }>(
  list: (after: Row["id"] | null) => Promise<Row[]>,
  work: (found: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let after: Row["id"] | null = null; ; ) {
    const found: Row[] = await list(after);
    if (found.length > 0) await work(found);
    after = found.at(-1)?.id ?? null;
    if (found.length < BATCH) return;
  }
}

/** Validates a new value against the monitors that use the variable; one error per monitor. */
export async function misfits(
  ctx: UserContext,
  variable: VariableRow,
  value: VariableValue,
): Promise<ErrorDetail[]> {
  const { db, orgId } = ctx;
  const errors: ErrorDetail[] = [];
  let after: string | null = null;
  while (errors.length < NAMED_MAX) {
    const users: MonitorUserRow[] = await listMonitorUsers(db, orgId, {
      id: variable.id,
      after,
      limit: BATCH,
    });
    const values = await valuesFor(ctx, users);
    values.set(variable.name, value.value);
    errors.push(...users.flatMap((user) => misfit(user, values)));
    after = users.at(-1)?.id ?? null;
    if (users.length < BATCH) break;
  }
  return errors.slice(0, NAMED_MAX);
}

async function valuesFor(
  { db, vault, orgId }: UserContext,
  users: readonly MonitorUserRow[],
): Promise<Map<string, string>> {
  const names = [...new Set(users.flatMap(({ config }) => [...namesIn(config).keys()]))];
  const values = await loadValues(db, vault, { orgId, names });
  return new Map([...values].map(([name, { value }]) => [name, value]));
}

function misfit(user: MonitorUserRow, values: ReadonlyMap<string, string>): ErrorDetail[] {
  const { texts: config, errors } = resolveTexts(user.config, values);
  const [first] = [...errors, ...findMonitorErrors({ ...user, config })];
  return first
    ? [
        {
          path: "value",
          message: `is not valid for the monitor '${user.name}': ${first.path} ${first.message}`,
        },
      ]
    : [];
}
