import { apiMonitorCreate } from "@vedette/contract/api-monitors/api-monitors.ts";
import { describe, expect, test } from "vitest";
import { newKey } from "../../../new-key.ts";
import { apiMonitorBody, newApiMonitorDraft, newStep } from "./draft.ts";
import { jsonLines } from "./json-lines.ts";
import { assertionOf, extractionOf, type Pick, withAssertion, withExtraction } from "./response-picks.ts";

const answer = {
  plan: 5,
  code: "5",
  name: "ann",
  ok: true,
  none: null,
  list: [],
  items: [{ id: "a" }],
  secret: "key ••••",
  template: "hello {{name}}",
  long: "x".repeat(201),
  "odd-name": 1,
};

function pickOf(path: string): Pick {
  const found = jsonLines(JSON.stringify(answer))?.find(({ value }) => value?.path === path)?.value;
  if (!found) throw new Error(`nothing is at ${path}`);
  return { source: "json_path", picked: found };
}

describe("an assertion made of an answer", () => {
  test.each([
    ["$.plan", "equals", 5],
    ["$.code", "equals", "5"],
    ["$.name", "equals", "ann"],
    ["$.ok", "equals", true],
    ["$.none", "equals", null],
    ["$.list", "is_empty", null],
    ["$.items", "is_not_empty", null],
    ["$.items[0].id", "equals", "a"],
    ["$.secret", "exists", null],
    ["$.template", "exists", null],
    ["$.long", "exists", null],
  ])("of %s says that it %s %j, and can be saved", (path, operator, value) => {
    const assertions = withAssertion([], assertionOf(pickOf(path)));
    const step = { ...newStep(), url: "a.example", assertions };
    const saved = apiMonitorCreate.parse(
      apiMonitorBody({ ...newApiMonitorDraft(), name: "n", steps: [step] }),
    );
    expect(saved.steps[0]?.assertions).toEqual([{ type: "json_path", property: path, operator, value }]);
  });

  test("of the time leaves room, and of a header compares what is not hidden", () => {
    expect(assertionOf({ source: "response_time", ms: 12 })).toMatchObject({
      operator: "less_than",
      value: "500",
    });
    expect(assertionOf({ source: "response_time", ms: 400 })).toMatchObject({ value: "1500" });
    const header = { source: "header", name: "content-type" } as const;
    expect(assertionOf({ ...header, text: "text/html" })).toMatchObject({ operator: "equals" });
    expect(assertionOf({ ...header, text: "sid=••••" })).toMatchObject({ operator: "exists" });
  });

  test("takes the place of one that would contradict it, and of no other", () => {
    const before = [
      { key: newKey(), type: "status_code", operator: "equals", property: "", value: "200" },
      { key: newKey(), type: "status_code", operator: "less_than", property: "", value: "300" },
    ] as const;
    const after = withAssertion(before, assertionOf({ source: "status_code", status: 201 }));
    expect(after.map(({ operator, value }) => [operator, value])).toEqual([
      ["equals", "201"],
      ["less_than", "300"],
    ]);
    expect(withAssertion(after, assertionOf({ source: "response_time", ms: 1 }))).toHaveLength(3);
  });
});

describe("a value made of an answer", () => {
  test.each([
    ["$.plan", "plan"],
    ["$.items[0]", "items_0"],
    ["$.items[0].id", "id"],
    ['$["odd-name"]', "odd_name"],
    ["$", "value"],
  ])("of %s is called %s", (path, name) => {
    expect(extractionOf(pickOf(path), [])).toEqual({ name, source: "json_path", expression: path });
  });

  test("has a name that no step uses, and is taken once", () => {
    const pick = { source: "header", name: "X-Request-Id", text: "1" } as const;
    const wanted = extractionOf(pick, []);
    expect(wanted).toMatchObject({ name: "X_Request_Id", source: "header" });
    if (!wanted) return;
    const extract = withExtraction([], wanted);
    expect(extractionOf(pick, [{ ...newStep(), extract }])?.name).toBe("X_Request_Id_2");
    expect(withExtraction(extract, { ...wanted, name: "other" })).toEqual(extract);
  });

  test("is not made of what has none", () => {
    expect(extractionOf(pickOf("$.none"), [])).toBeNull();
    expect(extractionOf({ source: "response_time", ms: 1 }, [])).toBeNull();
  });
});
