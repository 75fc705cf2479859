import type { RuleType } from "@vedette/contract/alerts/rule-conditions.ts";
import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import { type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { withNestedGroups } from "../../../pipeline/selectors/queries.ts";
import { type Selectable, selects } from "../../../pipeline/selectors/selects.ts";
import type { SloDefinitionRow } from "../../../pipeline/slos/queries.ts";
import { notFound } from "../../../platform/kernel/errors.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { findSlo, listAllSlos, lockSlos } from "./queries.ts";

/** SLOs as rules of the type `burn_rate` use them. */

type SloOfRule = {
  type: RuleType;
  /** The target that the rule names, and the field that names it. */
  target: { field: string } | null;
  selector?: Selector | null | undefined;
  slo_id?: string | null | undefined;
  /** The SLO before an update, which exists. */
  before: string | null;
};

/** Checks that a rule of the type `burn_rate` names an SLO and nothing else, and that others name none. */
export async function findSloErrors(
  db: Db,
  orgId: OrgId,
  { type, target, selector, slo_id: id, before }: SloOfRule,
): Promise<ErrorDetail[]> {
  if (type !== "burn_rate")
    return id == null ? [] : [{ path: "slo_id", message: `does not apply to rules of type '${type}'` }];
  const instead = "cannot be given to a rule of type 'burn_rate'; the SLO has targets of its own";
  const extra = [
    ...(target === null ? [] : [{ path: target.field, message: instead }]),
    ...(selector == null ? [] : [{ path: "selector", message: instead }]),
  ];
  if (id == null) return [...extra, { path: "slo_id", message: "is required for rules of type 'burn_rate'" }];
  if (id === before) return extra;
  // An SLO is not deleted at the same time.
  await lockSlos(db, orgId);
  const slo = UUID_PATTERN.test(id) ? await findSlo(db, orgId, id) : null;
  return slo === null ? [...extra, { path: "slo_id", message: "is not the ID of a known SLO" }] : extra;
}

/** Returns how many targets each SLO has that one of the rules is about. */
export async function countSloTargets(
  { db, orgId }: { db: Db; orgId: OrgId },
  rules: readonly { slo_id: string | null }[],
  targets: readonly Selectable[],
): Promise<ReadonlyMap<string, number>> {
  if (rules.every(({ slo_id: id }) => id === null)) return new Map();
  const slos = await withNestedGroups(db, await listAllSlos(db, orgId));
  return new Map(
    slos.map(({ id, selector }) => [id, targets.filter((target) => selects(selector, target)).length]),
  );
}

/** Returns the SLO of a rule; throws not-found if the organization has no such SLO. */
export async function getRuleSlo(
  db: Db,
  orgId: OrgId,
  { slo_id: id }: Pick<SloOfRule, "slo_id">,
): Promise<SloDefinitionRow> {
  const slo = typeof id === "string" && UUID_PATTERN.test(id) ? await findSlo(db, orgId, id) : null;
  return slo ?? Promise.reject(notFound("SLO"));
}
