import type { CodeOwnedResource, CodeUndeleteRequest } from "@vedette/contract/code/code-projects.ts";
import { TARGETS } from "@vedette/contract/code/to-create-request.ts";
import { audit } from "../../pipeline/audit/audit.ts";
import type { TargetOperations } from "../../pipeline/targets/operations.ts";
import { badFields, notFound } from "../../platform/kernel/errors.ts";
import type { RequestContext } from "../routing/define-route.ts";
import { findProject, insertResource, ownsKey, takeRemoved } from "./queries.ts";

/** Takes a target that an apply deleted out of the trash, with its results, back into the project. */
export async function undelete(
  ctx: RequestContext,
  operations: TargetOperations,
  { project, request }: { project: string; request: CodeUndeleteRequest },
): Promise<CodeOwnedResource> {
  const { db, orgId } = ctx;
  const { kind: name, key } = request;
  const kind = TARGETS.find((each) => each === name);
  if (kind === undefined)
    throw badFields([
      { path: "kind", message: `must be one of ${TARGETS.join(", ")}: only targets go to the trash` },
    ]);
  if (await ownsKey(db, orgId, { project, kind, key }))
    throw badFields([
      { path: "key", message: `'${key}' exists in the project; move it to another key first` },
    ]);
  const row = await takeRemoved(db, orgId, { project, kind, key });
  const owner = await findProject(db, orgId, project);
  if (row === null || owner === null) throw notFound("deleted resource");
  await operations[kind].restore(ctx, row.resource_id);
  await insertResource(db, orgId, { project, row });
  await audit(ctx, {
    action: "code_project.undelete",
    target: { type: "code_project", id: owner.id },
    after: { project, kind, key, id: row.resource_id },
  });
  return { kind, key, id: row.resource_id, source: null };
}
