import type { ListOf, Success } from "../common/endpoint.ts";
import type { CodePlan, codeApplyRequest, codePlanRequest } from "./code-plan.ts";
import type {
  CodeApplied,
  CodeExport,
  CodeOwnedResource,
  CodeProject,
  CodeProjectSummary,
  codeExportRequest,
  codeProjectListQuery,
  codeUndeleteRequest,
} from "./code-projects.ts";

/** Monitoring as code. */
export type CodeEndpoints = {
  "GET /api/v1/code/projects": { query: typeof codeProjectListQuery; response: ListOf<CodeProjectSummary> };
  "GET /api/v1/code/projects/{project}": { response: Success<CodeProject> };
  "POST /api/v1/code/projects/{project}/plan": { body: typeof codePlanRequest; response: Success<CodePlan> };
  "POST /api/v1/code/projects/{project}/apply": {
    body: typeof codeApplyRequest;
    response: Success<CodeApplied>;
  };
  "GET /api/v1/code/projects/{project}/export": { response: Success<CodeExport> };
  "POST /api/v1/code/projects/{project}/undelete": {
    body: typeof codeUndeleteRequest;
    response: Success<CodeOwnedResource>;
  };
  "POST /api/v1/code/export": { body: typeof codeExportRequest; response: Success<CodeExport> };
};
