import type { CodePlan } from "@vedette/contract/code/code-plan.ts";
import type { CodeApplied, CodeExport } from "@vedette/contract/code/code-projects.ts";
import { expect } from "vitest";
import type { TestApp, TestOrg } from "../app.ts";

/** Calls the API of monitoring as code as an organization. */

export type Document = { version: 1; project: string } & Record<string, unknown>;
type Extra = { credentials?: Record<string, string>; sources?: Record<string, string>; options?: object };

export function codeClient(app: TestApp, org: () => TestOrg) {
  const send = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object) =>
    app.call(org().keys.admin, { method, url: `/api/v1${path}`, ...(payload && { payload }) });

  async function get<T>(path: string): Promise<T> {
    const response = await send("GET", path);
    expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
    return response.json().data;
  }

  async function plan(document: Document, extra: Extra = {}): Promise<CodePlan> {
    const response = await send("POST", `/code/projects/${document.project}/plan`, { document, ...extra });
    expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
    return response.json().data;
  }

  const applyPlan = (project: string, plan_id: string | null, credentials?: Record<string, string>) =>
    send("POST", `/code/projects/${project}/apply`, { plan_id, ...(credentials && { credentials }) });

  async function apply(document: Document, extra: Extra = {}): Promise<CodeApplied & { plan: CodePlan }> {
    const planned = await plan(document, extra);
    expect(planned.errors).toEqual([]);
    const response = await applyPlan(document.project, planned.plan_id, extra.credentials);
    expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
    return { ...response.json().data, plan: planned };
  }

  const exported = (project: string) => get<CodeExport>(`/code/projects/${project}/export`);
  return { send, get, plan, apply, applyPlan, exported };
}

/** The values for the credentials of an export, by their places. */
export function credentialsOf({ credentials }: CodeExport, values: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    credentials.map(({ path, name }) => [`/${path.join("/")}`, values[name] ?? `value of ${name}`]),
  );
}
