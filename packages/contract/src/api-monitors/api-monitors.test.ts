import { describe, expect, test } from "vitest";
import { apiMonitorCreate } from "./api-monitors.ts";
import { variablesNamed } from "./api-step-texts.ts";
import { apiStepInput, STEP_BODY_INPUT_MAX } from "./api-steps.ts";

const step = { url: "https://example.com/a" };

function faultsOf(payload: unknown, schema: typeof apiStepInput | typeof apiMonitorCreate = apiStepInput) {
  const parsed = schema.safeParse(payload);
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join("."));
}
const namesOf = (steps: object[]) =>
  apiMonitorCreate.parse({ name: "a", steps }).steps.map(({ name }) => name);

describe("a step", () => {
  test.each([
    "http://localhost",
    "https://example.com:8443/a?b=c#d",
    "{{BASE_URL}}/users",
    "https://{{HOST}}:{{ PORT }}/{{$uuid}}",
    "https://{{USER}}:{{PASSWORD}}@example.com/",
  ])("may have the address %s", (url) => {
    expect(faultsOf({ url })).toEqual([]);
  });

  test.each([
    "",
    "example.com",
    "ftp://example.com/",
    "https:///a",
    "https://user:password@example.com/",
    "https://example.com/{{base-url}}",
    "https://example.com/{{$unknown}}",
    "https://example.com/{{a.b}}",
  ])("may not have the address '%s'", (url) => {
    expect(faultsOf({ url })).toEqual(["url"]);
  });

  test("rejects malformed variable references in every field", () => {
    const wrong = "{{1}}";
    expect(
      faultsOf({
        ...step,
        method: "POST",
        headers: { "X-A": wrong },
        query: { q: wrong },
        body: { deep: [{ text: wrong }] },
        auth: { type: "basic", username: wrong, password: "p" },
      }),
    ).toEqual(["headers.X-A", "query.q", "body", "auth.username"]);
  });

  test("reports all errors at once", () => {
    const errors = faultsOf({
      url: "nowhere",
      method: "HEAD",
      headers: { "Bad Name": "1", "Content-Length": "1", "X-A": "a\r\nEvil: 1" },
      body: "x",
      timeout: 0,
      assertions: [{ type: "status_code", operator: "contains", value: 1 }],
      extract: [{ name: "1", source: "json_path", expression: "$[" }],
    });
    expect(errors).toEqual(
      expect.arrayContaining([
        "url",
        "headers.Bad Name",
        "headers.Content-Length",
        "headers.X-A",
        "timeout",
        "body",
        "assertions.0.operator",
        "extract.0.name",
      ]),
    );
  });

  test("rejects a non-empty body with HEAD and accepts one with GET", () => {
    const given = { ...step, method: "HEAD" };
    expect(faultsOf({ ...given, body: "x" })).toEqual(["body"]);
    expect(faultsOf({ ...given, body: { a: 1 } })).toEqual(["body"]);
    for (const body of [undefined, null, ""]) expect(faultsOf({ ...given, body })).toEqual([]);
    for (const method of ["GET", undefined]) expect(faultsOf({ ...step, method, body: "x" })).toEqual([]);
  });

  test.each([
    ["text", "x".repeat(STEP_BODY_INPUT_MAX), "x".repeat(STEP_BODY_INPUT_MAX + 1)],
    ["JSON", ["x".repeat(STEP_BODY_INPUT_MAX - 4)], ["x".repeat(STEP_BODY_INPUT_MAX)]],
  ])("has a body of bounded length: %s", (_kind, fits, tooLong) => {
    expect(faultsOf({ ...step, method: "POST", body: fits })).toEqual([]);
    expect(faultsOf({ ...step, method: "POST", body: tooLong })).toEqual(["body"]);
  });

  test("rejects a body beyond the depth limit at any depth", () => {
    const nested = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));
    expect(faultsOf({ ...step, method: "POST", body: nested(100) })).toEqual([]);
    expect(faultsOf({ ...step, method: "POST", body: nested(200_000) })).toEqual(["body"]);
  });

  test.each([
    ["json_path", "$.a[0]", "$["],
    ["header", "location", "a b"],
    ["body_regex", "id=(\\d+)", "("],
    ["status_code", "", "x"],
  ])("extracts by %s with an expression that fits", (source, fits, other) => {
    const extracting = (expression: string) => ({ ...step, extract: [{ name: "a", source, expression }] });
    expect(faultsOf(extracting(fits))).toEqual([]);
    expect(faultsOf(extracting(other))).toEqual(["extract.0.expression"]);
  });
});

describe("the names of steps", () => {
  test("numbers repeated default names and keeps them when they are sent back", () => {
    const names = namesOf([step, step, { ...step, method: "POST" }, step]);
    expect(names).toEqual(["GET /a", "GET /a (2)", "POST /a", "GET /a (3)"]);
    expect(
      namesOf(names.map((name, index) => ({ ...step, ...(index === 2 && { method: "POST" }), name }))),
    ).toEqual(names);
    expect(namesOf([step, { ...step, name: "GET /a (2)" }, step])).toEqual([
      "GET /a",
      "GET /a (2)",
      "GET /a (3)",
    ]);
  });

  test("keeps numbered names within the length limit", () => {
    const long = { url: `https://example.com/${"a".repeat(300)}` };
    const names = namesOf([long, long]);
    expect(new Set(names).size).toBe(2);
    expect(names.map((name) => name.length)).toEqual([200, 200]);
  });

  test("rejects a duplicate explicit name at its second occurrence", () => {
    const twice = [step, { ...step, name: "x" }, { ...step, name: "x" }];
    expect(faultsOf({ name: "a", steps: twice }, apiMonitorCreate)).toEqual(["steps.2.name"]);
  });
});

test("lists the variables in steps that the API monitor has no value for", () => {
  const steps = [
    apiStepInput.parse({
      url: "https://{{HOST}}/{{own}}/{{$uuid}}",
      method: "POST",
      headers: { "X-A": "{{HEADER}}" },
      query: { q: "{{QUERY}}" },
      body: { list: ["{{BODY}}", { "{{KEY_IS_SENT_AS_IT_IS}}": 1 }] },
      auth: { type: "bearer", token: "{{TOKEN}}" },
    }),
    apiStepInput.parse({ url: "{{HOST}}", auth: { type: "basic", username: "{{USER}}", password: "" } }),
  ];
  const named = variablesNamed({ steps, variables: { own: "1", constructor: "2" } });
  expect(named.toSorted()).toEqual(["BODY", "HEADER", "HOST", "QUERY", "TOKEN", "USER"]);
});
