import { CODE_DOCUMENT_BYTES_MAX } from "@vedette/contract/code/code-keys.ts";
import { codeApplyRequest, codePlanRequest, codePlanResponse } from "@vedette/contract/code/code-plan.ts";
import {
  codeAppliedSchema,
  codeExportRequest,
  codeExportSchema,
  codeOwnedResourceSchema,
  codeProjectListQuery,
  codeProjectSchema,
  codeProjectSummarySchema,
  codeUndeleteRequest,
  projectParams,
} from "@vedette/contract/code/code-projects.ts";
import { page, success } from "@vedette/contract/common/envelope.ts";
import type { TargetOperations } from "../../pipeline/targets/operations.ts";
import { defineRoute, type Route } from "../routing/define-route.ts";
import { ok } from "../routing/ok.ts";
import { applyPlan } from "./apply/apply-plan.ts";
import { type CodeDeps, createCodeContextOf } from "./code-context.ts";
import { exportProject } from "./export/export-project.ts";
import { exportUnmanaged } from "./export/export-unmanaged.ts";
import { createKinds } from "./kinds/kinds.ts";
import { assertMayUseProject } from "./may-use-project.ts";
import { makePlan } from "./plan/make-plan.ts";
import { getProject, listAllProjects } from "./projects.ts";
import { undelete } from "./undelete.ts";

const tag = "Monitoring as code";
const reading = { scope: "read", role: "viewer" } as const;
const planning = { ...reading, admitsCode: true, isRead: true } as const;
const writing = { scope: "code", role: "member" } as const;
const URL = "/api/v1/code/projects";

/** A plan of 5,000 new resources, on a busy machine. */
const TIMEOUT_MS = 120_000;
/** The document in JSON, with its sources and credentials. */
const BODY_BYTES_MAX = CODE_DOCUMENT_BYTES_MAX + 1_048_576;

export function codeRoutes(deps: CodeDeps & { operations: TargetOperations }): Route[] {
  const contextOf = createCodeContextOf(deps);
  const kinds = createKinds(deps.vault);
  return [
    defineRoute({
      id: "listCodeProjects",
      tag,
      method: "GET",
      url: URL,
      summary: "List projects of monitoring as code",
      access: reading,
      request: { query: codeProjectListQuery },
      response: page(codeProjectSummarySchema),
      status: 200,
      handler: async (ctx) => ({
        success: true as const,
        data: await listAllProjects(ctx),
        meta: { next_cursor: null, has_more: false },
      }),
    }),
    defineRoute({
      id: "getCodeProject",
      tag,
      method: "GET",
      url: `${URL}/:project`,
      summary: "Get a project and what it owns",
      access: { ...reading, admitsCode: true },
      request: { params: projectParams },
      response: success(codeProjectSchema),
      status: 200,
      async handler(ctx, { params: { project } }) {
        assertMayUseProject(ctx, project);
        return ok(await getProject(ctx, project));
      },
    }),
    defineRoute({
      id: "planCodeProject",
      tag,
      method: "POST",
      url: `${URL}/:project/plan`,
      summary: "Plan the changes of a document",
      description:
        "Compares the document with what was applied last and with what exists now, and stores the result for an hour. Changes " +
        "nothing. All faults are in `errors`, with their places in the document; such a plan cannot be applied.",
      access: planning,
      request: { params: projectParams, body: codePlanRequest },
      response: codePlanResponse,
      status: 200,
      handlerTimeoutMs: TIMEOUT_MS,
      compressedBodyBytesMax: BODY_BYTES_MAX,
      async handler(ctx, { params: { project }, body: request }) {
        assertMayUseProject(ctx, project);
        return ok(await makePlan(contextOf(ctx), kinds, { project, request }));
      },
    }),
    defineRoute({
      id: "applyCodeProject",
      tag,
      method: "POST",
      url: `${URL}/:project/apply`,
      summary: "Apply a plan",
      description:
        "Does exactly what the plan says, in one transaction: all of it or nothing. `PLAN_STALE`: the project or a resource was " +
        "changed since. `APPLY_RUNNING`: another apply of the project is in progress. Deleted targets go to the trash.",
      access: writing,
      request: { params: projectParams, body: codeApplyRequest },
      response: success(codeAppliedSchema),
      status: 200,
      transaction: true,
      idempotent: true,
      conflicts: true,
      handlerTimeoutMs: TIMEOUT_MS,
      async handler(ctx, { params: { project }, body: request }) {
        assertMayUseProject(ctx, project);
        return ok(await applyPlan(contextOf(ctx), kinds, { project, request }));
      },
    }),
    defineRoute({
      id: "exportCodeProject",
      tag,
      method: "GET",
      url: `${URL}/:project/export`,
      summary: "Export a project as a document",
      description: "What the project owns, as it is now. Credentials are names of environment variables.",
      access: { ...reading, admitsCode: true },
      request: { params: projectParams },
      response: success(codeExportSchema),
      status: 200,
      handlerTimeoutMs: TIMEOUT_MS,
      async handler(ctx, { params: { project } }) {
        assertMayUseProject(ctx, project);
        return ok(await exportProject(contextOf(ctx), kinds, project));
      },
    }),
    defineRoute({
      id: "undeleteCodeResource",
      tag,
      method: "POST",
      url: `${URL}/:project/undelete`,
      summary: "Restore a target that an apply deleted",
      description: "It comes out of the trash with its results, and belongs to the project again.",
      access: writing,
      request: { params: projectParams, body: codeUndeleteRequest },
      response: success(codeOwnedResourceSchema),
      status: 200,
      transaction: true,
      async handler(ctx, { params: { project }, body: request }) {
        assertMayUseProject(ctx, project);
        return ok(await undelete(ctx, deps.operations, { project, request }));
      },
    }),
    defineRoute({
      id: "exportCode",
      tag,
      method: "POST",
      url: "/api/v1/code/export",
      summary: "Export what is in no project as a document",
      description: "The document has `imports`: applying it takes the resources over.",
      access: { ...reading, isRead: true },
      request: { body: codeExportRequest },
      response: success(codeExportSchema),
      status: 200,
      handlerTimeoutMs: TIMEOUT_MS,
      handler: async (ctx, { body }) => ok(await exportUnmanaged(contextOf(ctx), kinds, body)),
    }),
  ];
}
