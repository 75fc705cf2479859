import type { ImportChanges } from "@vedette/contract/imports/import-requests.ts";
import { applyPlan } from "../code/apply/apply-plan.ts";
import type { CodeContext } from "../code/code-context.ts";
import type { Kinds } from "../code/kinds/kinds.ts";
import type { RequestContext } from "../routing/define-route.ts";
import type { PlannedImport } from "./plan-import.ts";

type Applying = { kinds: Kinds; contextOf(ctx: RequestContext): CodeContext };

/** Makes everything that the plan of an import says, in one transaction. */
export async function applyImport(
  ctx: RequestContext,
  { imported, plan }: PlannedImport,
  { kinds, contextOf }: Applying,
): Promise<ImportChanges> {
  const { project, credentials } = imported;
  // A plan without errors has an ID.
  const request = { plan_id: plan.plan_id ?? "", credentials };
  return ctx.inTransaction(async (within) => {
    const { revision, summary, resources } = await applyPlan(contextOf(within), kinds, { project, request });
    return {
      revision,
      created: summary.create + summary.replace,
      updated: summary.update,
      unchanged: summary.unchanged,
      resources: resources.map(({ kind, key, id }) => ({ kind, key, id })),
    };
  });
}
