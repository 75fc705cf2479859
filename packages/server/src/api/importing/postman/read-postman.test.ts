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

test("variables get valid names, with nested references resolved", () => {
  expect(api_monitors[0]?.variables).toEqual({ base_url: "https://notes.example.com/api" });
  expect(steps[2]?.url).toBe("{{base_url}}/users/7/notes/{{note}}");
  expect(variables.map(({ name }) => name)).toContain("clientSecret");
});

test("authorization comes from the nearest level that defines it", () => {
  expect(steps[0]?.auth).toBeNull();
  expect(steps[1]?.headers["X-Notes-Key"]).toBe("{{X_NOTES_KEY}}");
  expect(steps[2]?.auth).toEqual({ type: "basic", username: "reader", password: "{{PASSWORD_2}}" });
  expect(not_imported.map(({ what }) => what)).toContain("Authorization of type digest");
});

test("disabled items and files are listed", () => {
  const whats = not_imported.map(({ what }) => what);
  expect(whats).toContain("Headers: X-Old");
  expect(whats).toContain("Parameters: debug");
  expect(whats).toContain("Files in forms: file");
});

function requested(request: object, collection: object = {}) {
  const content = JSON.stringify({ info: { name: "c" }, item: [{ name: "r", request }], ...collection });
  const result = importApiMonitors({ content, format: "postman", name: undefined });
  const step = result.api_monitors[0]?.steps[0];
  return { step, notes: result.not_imported.map(({ what }) => what) };
}

const url = "https://a.test";

test("the authorization replaces a header and a parameter of the same name", () => {
  const apikey = [
    { key: "key", value: "apikey" },
    { key: "value", value: "{{SUPABASE_KEY}}" },
  ];
  const header = [{ key: "ApiKey", value: "{{SUPABASE_KEY}}" }];
  const auth = { type: "apikey", apikey };
  expect(requested({ url, header }, { auth }).step?.headers).toEqual({ apikey: "{{SUPABASE_KEY}}" });
  const inQuery = { type: "apikey", apikey: [...apikey, { key: "in", value: "query" }] };
  const parameters = { raw: `${url}?apikey=old`, query: [{ key: "apikey", value: "old" }] };
  expect(requested({ url: parameters }, { auth: inQuery }).step?.query).toEqual({
    apikey: "{{SUPABASE_KEY}}",
  });
});

test("the authorization replaces the request's own Authorization header", () => {
  const auth = { type: "bearer", bearer: [{ key: "token", value: "{{token}}" }] };
  const { step } = requested({ url, auth, header: [{ key: "Authorization", value: "Token {{old}}" }] });
  expect(step).toMatchObject({ headers: {}, auth: { type: "bearer", token: "{{token}}" } });
});

test("cookies keep their names", () => {
  const header = [{ key: "Cookie", value: "token={{access_token}}; theme=dark" }];
  expect(requested({ url, header }).step?.headers.Cookie).toBe("token={{access_token}}; theme={{THEME}}");
});

test("a dynamic variable becomes a value of the same form, new in each run", () => {
  const body = { mode: "raw", raw: '{"mail": "{{$randomEmail}}", "phone": "{{$randomBankAccount}}"}' };
  const { step, notes } = requested({ url, method: "POST", body });
  expect(step?.body).toBe('{"mail": "{{$uuid}}@example.com", "phone": "{{randomBankAccount}}"}');
  expect(notes).toEqual(["Dynamic variables: $randomEmail", "Dynamic variables: $randomBankAccount"]);
});

test("a form with a file keeps its text fields", () => {
  const formdata = [
    { key: "title", value: "Cat", type: "text" },
    { key: "photo", src: "cat.png", type: "file" },
  ];
  const { step, notes } = requested({ url, method: "POST", body: { mode: "formdata", formdata } });
  expect(step?.body).toContain('name="title"');
  expect(notes).toEqual(["Files in forms: photo"]);
});

test("a body with GET and methods of WebDAV are kept", () => {
  const body = { mode: "raw", raw: "{}", options: { raw: { language: "json" } } };
  expect(requested({ url, method: "GET", body }).step).toMatchObject({ method: "GET", body: {} });
  expect(requested({ url, method: "PROPFIND" }).step?.method).toBe("PROPFIND");
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
    ['tests["has it"] = responseBody.has("ok");', "body", null, "contains", "ok"],
    ['tests["typed"] = postman.getResponseHeader("Content-Type");', "header", "Content-Type", "exists", null],
    ['tests["typed"] = responseHeaders.hasOwnProperty("ETag");', "header", "ETag", "exists", null],
    ['tests["200"] = 200 === responseCode.code;', "status_code", null, "equals", 200],
    ['tests["200"] = 200 < responseCode.code;', "status_code", null, "greater_than", 200],
    [
      'var j = JSON.parse(responseBody); tests["id"] = j.data[0].id !== undefined;',
      "json_path",
      "$.data[0].id",
      "exists",
      null,
    ],
    [
      'var j = JSON.parse(responseBody); tests["id"] = j.hasOwnProperty("id");',
      "json_path",
      "$['id']",
      "exists",
      null,
    ],
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
    [
      "pm.globals.set('id', pm.response.json().data.user.id.toString());",
      "id",
      "json_path",
      "$.data.user.id",
    ],
    ["pm.globals.set('id', pm.response.json()?.data?.[0].id);", "id", "json_path", "$.data[0].id"],
    ["const { data } = pm.response.json(); pm.globals.set('id', data.id);", "id", "json_path", "$.data.id"],
    [`let j; j = pm.response.json(); pm.globals.set('id', \`\${j.a.id}\`);`, "id", "json_path", "$.a.id"],
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
    'tests["either"] = responseCode.code === 200 || responseCode.code === 201;',
    'tests["truthy"] = JSON.parse(responseBody).ok;',
    "this is no script",
    "(".repeat(50_000),
  ])("%.60s is listed and not converted", (line) => {
    expect(read(line)).toEqual({ assertions: [], extract: [], unread: 1 });
  });

  test("is not run", () => {
    expect(read("process.exit(1);", "throw new Error('run');").unread).toBe(2);
  });
});
