import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { importApiMonitors } from "../import-api-monitors.ts";

const content = readFileSync(
  join(import.meta.dirname, "..", "fixtures", "notes.postman_collection.json"),
  "utf8",
);
const { api_monitors, not_imported, variables } = importApiMonitors({
  content,
  format: "postman",
  name: undefined,
});
const steps = api_monitors[0]?.steps ?? [];

test("folders are flattened in order, with their names before the request's", () => {
  expect(steps.map(({ name }) => name)).toEqual([
    "Session / Log in",
    "Notes / Create",
    "Notes / Read",
    "Notes / Search",
    "Notes / Attach",
  ]);
});

test("variables get names that ours may have, with those that they name in place", () => {
  expect(api_monitors[0]?.variables).toEqual({ base_url: "https://notes.example.com/api" });
  expect(steps[2]?.url).toBe("{{base_url}}/users/7/notes/{{note}}");
  expect(variables.map(({ name }) => name)).toContain("clientSecret");
});

test("authorization comes from the nearest that says something", () => {
  expect(steps[0]?.auth).toBeNull();
  expect(steps[1]?.headers["X-Notes-Key"]).toBe("{{X_NOTES_KEY}}");
  expect(steps[2]?.auth).toEqual({ type: "basic", username: "reader", password: "{{PASSWORD_2}}" });
  expect(not_imported.map(({ what }) => what)).toContain("Authorization of type digest");
});

test("what is switched off or holds files is listed", () => {
  const whats = not_imported.map(({ what }) => what);
  expect(whats).toContain("Headers: X-Old");
  expect(whats).toContain("Parameters: debug");
  expect(whats).toContain("A body with files");
});

describe("a test script", () => {
  function read(...exec: string[]) {
    const collection = {
      info: { name: "c" },
      item: [{ name: "r", request: "https://a.test", event: [{ listen: "test", script: { exec } }] }],
    };
    const result = importApiMonitors({
      content: JSON.stringify(collection),
      format: "postman",
      name: undefined,
    });
    const step = result.api_monitors[0]?.steps[0];
    return { assertions: step?.assertions, extract: step?.extract, unread: result.not_imported.length };
  }

  test.each([
    ["pm.response.to.have.status(204);", "status_code", null, "equals", 204],
    ["pm.expect(pm.response.code).to.equal(200);", "status_code", null, "equals", 200],
    [
      "pm.expect(pm.response.json().a['b c'][0]).to.not.eql('x');",
      "json_path",
      "$.a['b c'][0]",
      "not_equals",
      "x",
    ],
    ["pm.expect(pm.response.json()).to.have.property('id');", "json_path", "$['id']", "exists", null],
    ["pm.expect(pm.response.text()).to.include('ok');", "body", null, "contains", "ok"],
    ["pm.response.to.have.header('ETag');", "header", "ETag", "exists", null],
    ["pm.response.to.be.json;", "header", "content-type", "contains", "json"],
    ["tests['quick'] = responseTime < 500;", "response_time", null, "less_than", 500],
  ])("%s becomes an assertion", (line, type, property, operator, value) => {
    expect(read(line)).toEqual({ assertions: [{ type, property, operator, value }], extract: [], unread: 0 });
  });

  test.each([
    ["pm.environment.set('a-b', pm.response.json().id);", "a_b", "json_path", "$.id"],
    [
      "const { x } = {}; pm.globals.set('h', pm.response.headers.get('Location'));",
      "h",
      "header",
      "Location",
    ],
    ["const j = await pm.response.json(); const t = j.t; pm.variables.set('t', t);", "t", "json_path", "$.t"],
  ])("%s becomes an extraction", (line, name, source, expression) => {
    expect(read(line).extract).toEqual([{ name, source, expression }]);
  });

  test.each([
    "if (true) { pm.response.to.have.status(200); }",
    "pm.expect(pm.response.json().items.length).to.be.above(0);",
    "pm.expect(pm.response.code).to.be.oneOf([200, 404]);",
    "pm.sendRequest('https://b.test', () => {});",
    "pm.environment.set('a', Math.random());",
    "this is no script",
    "(".repeat(50_000),
  ])("%.60s is listed and nothing is made of it", (line) => {
    expect(read(line)).toEqual({ assertions: [], extract: [], unread: 1 });
  });

  test("is not run", () => {
    expect(read("process.exit(1);", "throw new Error('run');").unread).toBe(2);
  });
});
