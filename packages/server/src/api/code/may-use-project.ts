import { PROJECT_ERROR, PROJECT_PATTERN } from "@vedette/contract/code/code-keys.ts";
import { badFields } from "../../platform/kernel/errors.ts";
import type { RequestContext } from "../routing/define-route.ts";

/** Throws if the caller may not use the project. Scopes and roles are declared by the routes. */
export function assertMayUseProject(_ctx: Pick<RequestContext, "actor">, project: string): void {
  if (!PROJECT_PATTERN.test(project)) throw badFields([{ path: "project", message: PROJECT_ERROR }]);
}
