import { type ApiMonitor, apiMonitorCreate } from "@vedette/contract/api-monitors/api-monitors.ts";
import { expect, test } from "vitest";
import { ApiError } from "../../../api/api-error.ts";
import { apiMonitorBody, apiMonitorDraft, copyOfStep, newApiMonitorDraft, newStep } from "./draft.ts";

const step: ApiMonitor["steps"][number] = {
  name: "sign in",
  method: "POST",
  url: "https://api.example/login",
  headers: { Accept: "application/json" },
  query: { v: "2" },
  body: { user: "ann", tries: [1, 2] },
  auth: { type: "bearer", token: "{{TOKEN}}" },
  timeout: 12.5,
  follow_redirects: false,
  verify_tls: true,
  assertions: [
    { type: "status_code", operator: "equals", property: null, value: 201 },
    { type: "json_path", operator: "equals", property: "$.n", value: 5 },
    { type: "json_path", operator: "equals", property: "$.text", value: "5" },
    { type: "json_path", operator: "equals", property: "$.flag", value: true },
    { type: "json_path", operator: "equals", property: "$.word", value: "red" },
    { type: "header", operator: "exists", property: "etag", value: null },
  ],
  extract: [{ name: "token", source: "json_path", expression: "$.token" }],
  continue_on_failure: true,
  always_run: true,
};

const wanted = {
  name: "Shop",
  description: "",
  tags: ["api"],
  parents: ["01900000-0000-7000-8000-000000000001"],
  variables: { colour: "red" },
  locations: ["default"],
  interval: 60,
  timeout: 60,
  max_retries: 1,
  steps: [
    step,
    { ...step, name: "text", body: "a=1", auth: null },
    { ...step, name: "none", body: null, method: "GET" as const },
  ],
};

test("what is opened and saved unchanged stays as it was", () => {
  const parsed = apiMonitorCreate.parse(apiMonitorBody(apiMonitorDraft(wanted as unknown as ApiMonitor)));
  expect(parsed).toMatchObject(wanted);
});

test("a new one needs a name and an address only", () => {
  const draft = {
    ...newApiMonitorDraft(),
    name: "Shop",
    steps: [{ ...newStep(), url: "shop.example/health" }],
  };
  expect(apiMonitorCreate.parse(apiMonitorBody(draft)).steps[0]).toMatchObject({
    url: "https://shop.example/health",
    name: "GET /health",
  });
});

test("an address may begin with a variable", () => {
  const draft = { ...newApiMonitorDraft(), name: "Shop", steps: [{ ...newStep(), url: "{{BASE}}/health" }] };
  expect(apiMonitorBody(draft).steps[0]?.url).toBe("{{BASE}}/health");
});

test("everything that cannot be sent is named at its field, at once", () => {
  const broken = { ...newStep(), url: "a.example", bodyKind: "json" as const, body: "{", timeout: "soon" };
  try {
    apiMonitorBody({ ...newApiMonitorDraft(), interval: "", steps: [newStep(), broken] });
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).details.map(({ path }) => path)).toEqual([
      "interval",
      "steps.1.body",
      "steps.1.timeout",
    ]);
  }
});

test("a copied step has a name and keys of its own", () => {
  const [first] = apiMonitorDraft(wanted as unknown as ApiMonitor).steps;
  if (!first) throw new Error("there is a step");
  const copy = copyOfStep(first);
  expect(copy.name).toBe("sign in (copy)");
  expect([copy.key, copy.assertions[0]?.key]).not.toEqual([first.key, first.assertions[0]?.key]);
});
