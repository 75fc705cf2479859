import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { importApiMonitors } from "../import-api-monitors.ts";

function imported(content: string) {
  const result = importApiMonitors({ content, format: "openapi", name: undefined });
  return { ...result, steps: result.api_monitors.flatMap(({ steps }) => steps) };
}

function fixture(name: string): string {
  return readFileSync(join(import.meta.dirname, "..", "fixtures", name), "utf8");
}

describe("OpenAPI 3.1 in YAML", () => {
  const { api_monitors, steps, not_imported, variables } = imported(fixture("petstore-3.1.yaml"));
  const notes = not_imported.map(({ where, what }) => `${where}: ${what}`);

  test("each operation is a step that expects its lowest success status", () => {
    expect(steps.map(({ name, assertions }) => [name, assertions[0]?.value])).toEqual([
      ["List pets", 200],
      ["Create a pet", 201],
      ["getPet", 200],
      ["POST /session", 200],
      ["POST /photos", 303],
      ["GET /shared", 200],
      ["DELETE /pets/{petId}", 204],
    ]);
  });

  test("the server and path parameters are variables of the API monitor", () => {
    expect(api_monitors[0]?.variables).toEqual({
      BASE_URL: "https://eu.petstore.example.com/v1",
      petId: "pet-7",
      petId_2: "1",
    });
  });

  test("examples fill parameters and bodies, and a recursive schema ends", () => {
    expect(steps[0]?.url).toBe("{{BASE_URL}}/pets?limit=10&tag=cat&tag=dog");
    expect(steps[0]?.headers["X-Tenant"]).toBe("acme");
    expect(steps[1]?.body).toEqual({ name: "Rex", kind: "dog", parent: null });
  });

  test("security schemes become credentials with variables", () => {
    expect(steps[0]?.auth).toEqual({ type: "bearer", token: "{{TOKEN}}" });
    expect(steps[6]?.headers["X-Api-Key"]).toBe("{{API_KEY_AUTH}}");
    expect(steps[3]?.auth).toBeNull();
    expect(steps[4]?.auth).toEqual({ type: "basic", username: "{{USERNAME}}", password: "{{PASSWORD}}" });
    expect(variables.find(({ name }) => name === "USERNAME")?.is_secret).toBe(false);
  });

  test.each([
    "paths./pets.post: Its callbacks",
    "paths./legacy.get: The operation",
    "paths./shared.get: A reference to another document",
    "paths./photos.post.requestBody: A body of type multipart/form-data",
    "paths./pets/{petId}.delete: A value for the parameter petId",
    "servers: Servers: Staging",
    "webhooks: What it describes",
  ])("%s is listed", (note) => {
    expect(notes).toContain(note);
  });
});

test("a document without an absolute server URL requires one", () => {
  const { steps, variables } = imported(fixture("orders-3.0.json"));
  expect(steps[1]).toMatchObject({
    url: "{{BASE_URL}}/api/v2/orders",
    body: { sku: "A-1", quantity: 2, giftWrap: false },
  });
  expect(variables.map(({ name }) => name)).toEqual(["BASE_URL"]);
});

test("more than 50 operations are grouped by their tags", () => {
  const operation = (tag: string) => ({ tags: [tag], responses: { 200: {} } });
  const paths = Object.fromEntries(
    Array.from({ length: 70 }, (_, index) => [
      `/${index}`,
      { get: operation(index % 2 === 0 ? "even" : "odd") },
    ]),
  );
  const { api_monitors } = imported(JSON.stringify({ openapi: "3.0.0", info: { title: "Big" }, paths }));
  expect(api_monitors.map(({ name, steps }) => [name, steps.length])).toEqual([
    ["Big: even", 35],
    ["Big: odd", 35],
  ]);
});

test("circular references and multiplying schemas end", () => {
  const levels = Object.fromEntries(
    Array.from({ length: 30 }, (_, level) => {
      const next = { $ref: `#/components/schemas/l${level + 1}` };
      const properties = Object.fromEntries(Array.from({ length: 10 }, (_unused, n) => [`p${n}`, next]));
      return [`l${level}`, { type: "object", required: Object.keys(properties), properties }];
    }),
  );
  const body = (ref: string) => ({
    requestBody: { content: { "application/json": { schema: { $ref: ref } } } },
    responses: {},
  });
  const paths = {
    "/a": { post: body("#/components/schemas/l0") },
    "/b": { post: body("#/components/schemas/me") },
  };
  const schemas = { ...levels, me: { $ref: "#/components/schemas/me" } };
  const { not_imported } = imported(JSON.stringify({ openapi: "3.1.0", paths, components: { schemas } }));
  expect(not_imported.map(({ what }) => what)).toContain("A reference that leads in a circle");
});

function operations(paths: object, components: object = {}) {
  return imported(
    JSON.stringify({ openapi: "3.1.0", servers: [{ url: "https://a.test" }], paths, components }),
  );
}

test("an operation that documents only an error expects it", () => {
  const { steps } = operations({
    "/invalid": { get: { responses: { 401: {} } } },
    "/either": { get: { responses: { 401: {}, default: {} } } },
  });
  expect(steps.map(({ assertions }) => assertions)).toMatchObject([
    [{ type: "status_code", operator: "equals", value: 401 }],
    [{ type: "status_code", operator: "less_than", value: 400 }],
  ]);
});

test("JSON is accepted if it is offered second", () => {
  const content = { "application/xml": {}, "application/json": {} };
  const { steps } = operations({ "/pets": { get: { responses: { 200: { content } } } } });
  expect(steps[0]?.headers.Accept).toBe("application/json");
});

test("DELETE operations come last, the innermost resource first", () => {
  const any = { responses: { 200: {} } };
  const { steps } = operations({
    "/users/{id}": { delete: any, get: any },
    "/users/{id}/posts": { delete: any, post: any },
    "/teams": { get: any },
  });
  expect(steps.map(({ name }) => name)).toEqual([
    "GET /users/{id}",
    "POST /users/{id}/posts",
    "GET /teams",
    "DELETE /users/{id}/posts",
    "DELETE /users/{id}",
  ]);
});

test("the cookie of a security scheme keeps its name", () => {
  const securitySchemes = { cookieKey: { type: "apiKey", in: "cookie", name: "api_key" } };
  const get = { security: [{ cookieKey: [] }], responses: { 200: {} } };
  const { steps, variables } = operations({ "/me": { get } }, { securitySchemes });
  expect(steps[0]?.headers.Cookie).toBe("api_key={{COOKIE_KEY}}");
  expect(variables.map(({ name }) => name)).toEqual(["COOKIE_KEY"]);
});

test("a body with GET is kept", () => {
  const requestBody = { content: { "application/json": { example: { query: { match_all: {} } } } } };
  const { steps } = operations({ "/_search": { get: { requestBody, responses: { 200: {} } } } });
  expect(steps[0]).toMatchObject({ method: "GET", body: { query: { match_all: {} } } });
});
