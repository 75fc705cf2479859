import type { CodePlan, CodePlanRequest } from "@vedette/contract/code/code-plan.ts";
import { AppError } from "../../platform/kernel/errors.ts";
import type { CodeContext } from "../code/code-context.ts";
import type { Kinds } from "../code/kinds/kinds.ts";
import { makePlan } from "../code/plan/make-plan.ts";
import { excludeResources } from "../importing/building/exclude-resources.ts";
import { renameSlugs } from "../importing/building/rename-slugs.ts";
import { renameVariables } from "../importing/building/rename-variables.ts";
import type { ImportedFile } from "../importing/imported-file.ts";

/**
 * What is no longer in the file stays, because a file may be one of several. A monitor whose type has changed in the
 * other tool is another monitor.
 */
const OPTIONS: CodePlanRequest["options"] = {
  prune: "keep",
  allow_empty: true,
  allow_replace: true,
  adopt_by_name: false,
  effects: false,
};

/** Each round leaves out what the previous one could not make; what depends on that fails in the next. */
const ROUNDS_MAX = 5;

/** A plan without errors, and the part of the file that it makes. */
export type PlannedImport = { imported: ImportedFile; plan: CodePlan };

/**
 * Plans an import as it would be applied now. Slugs and names of variables that are taken are replaced. What the organization cannot have,
 * such as monitors above a quota, moves to `not_made`.
 */
export async function planImport(
  ctx: CodeContext,
  kinds: Kinds,
  imported: ImportedFile,
): Promise<PlannedImport> {
  let left = imported;
  for (let round = 1; ; round++) {
    const { project, document, credentials } = left;
    const request = { document, credentials, options: OPTIONS };
    const plan = await makePlan(ctx, kinds, { project, request });
    if (plan.errors.length === 0) return { imported: left, plan };
    const general = plan.errors.find(({ path }) => path.length < 2);
    if (general || round === ROUNDS_MAX) {
      const { path = [], message = "" } = general ?? plan.errors[0] ?? {};
      throw new AppError("BAD_REQUEST", `The import cannot be applied: ${[...path, message].join(" ")}.`);
    }
    const slugs = renameSlugs(left, plan.errors);
    const variables = renameVariables(slugs.imported, slugs.left);
    left = excludeResources(variables.imported, variables.left);
  }
}
