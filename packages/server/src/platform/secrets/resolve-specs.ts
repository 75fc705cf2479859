import type { CheckSpec } from "@vedette/contract/checks/check-run.ts";
import { credentialsOf } from "@vedette/contract/checks/credentials.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import {
  hasTemplates,
  headersReferencing,
  namesIn,
  resolveTexts,
  type TemplatedTexts,
} from "@vedette/contract/variables/templated-texts.ts";
import { errorFacts, type Logger } from "../kernel/logger.ts";
import { BoxError } from "../kernel/secret-box.ts";
import type { Db } from "../storage/database.ts";
import { findVariables, type VariableValueRow } from "./queries.ts";
import { openValue, type VariableValue } from "./variable-values.ts";
import type { Vault } from "./vault.ts";

export type WantedSpec = { orgId: OrgId; spec: CheckSpec };
/** Returns the specs in order with variables resolved, as a runner receives them. */
export type SpecResolver = (wanted: readonly WantedSpec[]) => Promise<CheckSpec[]>;

/** Null for a secret that does not open. */
type Values = Map<string, VariableValue | null>;
type Templated = WantedSpec & {
  spec: CheckSpec & TemplatedTexts & Parameters<typeof credentialsOf>[0];
};

/** Resolves variables in check specs. A spec without variables is returned as the same object. */
export function createSpecResolver({ db, vault, log }: { db: Db; vault: Vault; log: Logger }): SpecResolver {
  async function valuesOf(templated: readonly Templated[]): Promise<Map<OrgId, Values>> {
    const byOrg = new Map<OrgId, Values>();
    const wanted = [...Map.groupBy(templated, ({ orgId }) => orgId)].flatMap(([orgId, specs]) =>
      [...new Set(specs.flatMap(({ spec }) => [...namesIn(spec).keys()]))].map((name) => ({ orgId, name })),
    );
    if (wanted.length === 0) return byOrg;
    const [orgIds, names] = [wanted.map(({ orgId }) => orgId), wanted.map(({ name }) => name)];
    for (const row of await findVariables(db, orgIds, names)) {
      const values: Values = byOrg.get(row.org_id) ?? new Map();
      byOrg.set(row.org_id, values.set(row.name, await opened(row)));
    }
    return byOrg;
  }

  async function opened(row: VariableValueRow): Promise<VariableValue | null> {
    try {
      return await openValue(db, vault, row);
    } catch (error) {
      if (!(error instanceof BoxError)) throw error;
      log.error("secrets.decrypt_failed", { variable_id: row.id, ...errorFacts(error) });
      return null;
    }
  }

  return async (wanted) => {
    const templated = wanted.filter(isTemplated);
    if (templated.length === 0) return wanted.map(({ spec }) => spec);
    const byOrg = await valuesOf(templated);
    return wanted.map((each) =>
      isTemplated(each) ? resolveSpec(each.spec, byOrg.get(each.orgId) ?? new Map()) : each.spec,
    );
  };
}

function isTemplated(wanted: WantedSpec): wanted is Templated {
  return hasTemplates(wanted.spec as TemplatedTexts);
}

/** Marks a spec that cannot be resolved as unready: its check is not made, because the target is not at fault. */
function resolveSpec(spec: Templated["spec"], values: Values): CheckSpec {
  const plain = new Map<string, string>();
  const secrets = new Map<string, string>();
  for (const name of namesIn(spec).keys()) {
    const known = values.get(name);
    if (known === null) return { ...spec, isUnready: true };
    if (known) plain.set(name, known.value);
    if (known?.isSecret) secrets.set(name, known.value);
  }
  const { texts, errors } = resolveTexts(spec, plain);
  if (errors.length > 0) return { ...spec, isUnready: true };
  const credentials = credentialsOf(texts);
  if (secrets.size + credentials.length === 0) return texts;
  const mask = [...new Set([...secrets.values(), ...credentials])];
  const { headers } = spec;
  const secretHeaders = headers && headersReferencing(headers, new Set(secrets.keys()));
  return { ...texts, mask, ...(secretHeaders && { secretHeaders }) };
}
