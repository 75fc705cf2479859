import { PROJECT_ERROR, PROJECT_PATTERN } from "@vedette/contract/code/code-keys.ts";
import { assertProject } from "../../pipeline/code/may-use-project.ts";
import { badFields } from "../../platform/kernel/errors.ts";
import type { RequestContext } from "../routing/define-route.ts";

/** Keys of scope `code` use some projects only. Rejects a name that no project can have, too. */
export function assertMayUseProject({ actor }: Pick<RequestContext, "actor">, project: string): void {
  assertProject(actor, project);
  if (!PROJECT_PATTERN.test(project)) throw badFields([{ path: "project", message: PROJECT_ERROR }]);
}
