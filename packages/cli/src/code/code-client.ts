import type { CodePlan, CodePlanRequestInput } from "@vedette/contract/code/code-plan.ts";
import type {
  CodeApplied,
  CodeExport,
  CodeOwnedResource,
  CodeProject,
  CodeUndeleteRequest,
} from "@vedette/contract/code/code-projects.ts";
import { type ApiRequest, Connection, type ConnectionSettings } from "../connection.ts";
import type { SuiteTestRequest, SuiteTestResult } from "./test-requests.ts";

/** 5 MiB over 10 Mbit/s, previews of rules over 7 days, and 5,000 resources in one transaction. */
const PLAN_TIMEOUT_MS = 120_000;
/** The longest test run, and its time in the queue. */
const TEST_TIMEOUT_MS = 240_000;

/** The API of monitoring as code. */
export class CodeClient {
  readonly #connection: Connection;

  constructor(settings: ConnectionSettings) {
    this.#connection = new Connection(settings);
  }

  getProject(project: string): Promise<CodeProject> {
    return this.#send({ method: "GET", path: projectPath(project) });
  }

  plan(project: string, body: CodePlanRequestInput): Promise<CodePlan> {
    return this.#post(`${projectPath(project)}/plan`, body);
  }

  apply(
    project: string,
    body: { plan_id: string; credentials: Record<string, string> },
  ): Promise<CodeApplied> {
    return this.#post(`${projectPath(project)}/apply`, body);
  }

  exportProject(project: string): Promise<CodeExport> {
    const path = `${projectPath(project)}/export`;
    return this.#send({ method: "GET", path, timeoutMs: PLAN_TIMEOUT_MS });
  }

  /** Exports what is in no project. */
  exportUnmanaged(body: { selector?: unknown; project?: string }): Promise<CodeExport> {
    return this.#post("code/export", body);
  }

  undelete(
    project: string,
    body: Pick<CodeUndeleteRequest, "kind"> & { key: string },
  ): Promise<CodeOwnedResource> {
    return this.#post(`${projectPath(project)}/undelete`, body);
  }

  /** Runs a target that is not stored. */
  test({ path, body }: SuiteTestRequest): Promise<SuiteTestResult> {
    return this.#send({ method: "POST", path, body, timeoutMs: TEST_TIMEOUT_MS });
  }

  #post<T>(path: string, body: object): Promise<T> {
    return this.#send<T>({ method: "POST", path, body, timeoutMs: PLAN_TIMEOUT_MS });
  }

  async #send<T>(request: ApiRequest): Promise<T> {
    return (await this.#connection.send<T>(request)).data;
  }
}

function projectPath(project: string): string {
  return `code/projects/${encodeURIComponent(project)}`;
}
