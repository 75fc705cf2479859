import type { CodeProject, CodeProjectSummary } from "@vedette/contract/code/code-projects.ts";
import type { RequestContext } from "../routing/define-route.ts";
import { findProject, listProjects, listResources, type ProjectRow } from "./queries.ts";

type ReadContext = Pick<RequestContext, "db" | "orgId">;

export async function listAllProjects({ db, orgId }: ReadContext): Promise<CodeProjectSummary[]> {
  const rows = await listProjects(db, orgId);
  return rows.map((row) => ({ ...toProject(row.project, row), resource_count: row.resource_count }));
}

/** A project that was never applied has no resources. */
export async function getProject({ db, orgId }: ReadContext, project: string): Promise<CodeProject> {
  const row = await findProject(db, orgId, project);
  const resources = await listResources(db, orgId, project);
  return {
    ...toProject(project, row),
    resources: resources.map(({ kind, key, resource_id: id, source }) => ({ kind, key, id, source })),
  };
}

function toProject(project: string, row: ProjectRow | null) {
  return {
    project,
    revision: row?.revision ?? 0,
    applied_at: row?.applied_at.toISOString() ?? null,
    applied_by: row?.applied_by ?? null,
  };
}
