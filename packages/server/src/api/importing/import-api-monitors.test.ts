import { readFileSync } from "node:fs";
import { join } from "node:path";
import { IMPORT_FORMATS, type ImportSelection } from "@vedette/contract/api-monitors/api-monitor-import.ts";
import { apiMonitorCreate } from "@vedette/contract/api-monitors/api-monitors.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError } from "../../platform/kernel/errors.ts";
import { importApiMonitors } from "./import-api-monitors.ts";

const FIXTURES = {
  "commands.sh.txt": "curl",
  "commands.cmd.txt": "curl",
  "shop-login.har": "har",
  "notes.postman_collection.json": "postman",
  "petstore-3.1.yaml": "openapi",
  "orders-3.0.json": "openapi",
} as const;
const names = Object.keys(FIXTURES) as (keyof typeof FIXTURES)[];

function fixture(name: keyof typeof FIXTURES): string {
  return readFileSync(join(import.meta.dirname, "fixtures", name), "utf8");
}

function imported(content: string) {
  return importApiMonitors({ content, format: undefined, name: undefined });
}

function stepsOf(content: string, order: Partial<Parameters<typeof importApiMonitors>[0]> = {}) {
  const { api_monitors } = importApiMonitors({ content, format: undefined, name: undefined, ...order });
  return api_monitors.flatMap(({ steps }) => steps);
}

function openapi(paths: Record<string, unknown>, more: Record<string, unknown> = {}): string {
  const servers = [{ url: "https://api.example.com" }];
  return JSON.stringify({ openapi: "3.0.0", info: { title: "T", version: "1" }, servers, paths, ...more });
}

function refusal(content: string, format?: (typeof IMPORT_FORMATS)[number]): string {
  try {
    importApiMonitors({ content, format, name: undefined });
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
  throw new Error("it was imported");
}

describe("every format", () => {
  test.each(names)("%s is detected by its content, and each draft can be created unchanged", (name) => {
    const { format, api_monitors } = imported(fixture(name));
    expect(format).toBe(FIXTURES[name]);
    expect(api_monitors.length).toBeGreaterThan(0);
    for (const draft of api_monitors) expect(apiMonitorCreate.parse(draft)).toMatchObject(draft);
  });

  test.each(names)("no secret of %s is in the result", (name) => {
    expect(JSON.stringify(imported(fixture(name)))).not.toContain("canary-");
  });

  test.each(names)(
    "every name in a step of %s has a value, an earlier extraction or a variable to create",
    (name) => {
      const { api_monitors, variables } = imported(fixture(name));
      for (const { steps, variables: own } of api_monitors) {
        const known = new Set([...Object.keys(own), ...variables.map((variable) => variable.name)]);
        for (const { extract, assertions: _assertions, name: _name, ...request } of steps) {
          for (const [, used] of JSON.stringify(request).matchAll(/\{\{(\w+)\}\}/g))
            expect(known).toContain(used);
          for (const extraction of extract) known.add(extraction.name);
        }
      }
    },
  );

  test("a requested name is used", () => {
    const content = "curl https://example.com";
    expect(importApiMonitors({ content, format: "curl", name: "Mine" }).api_monitors[0]?.name).toBe("Mine");
  });

  test("more steps than one API monitor may have become several monitors, with a note", () => {
    const content = Array.from({ length: 120 }, (_, index) => `curl https://example.com/${index}`).join("\n");
    const { api_monitors, not_imported } = imported(content);
    expect(api_monitors.map(({ name, steps }) => [name, steps.length])).toEqual([
      ["example.com (1 of 3)", 50],
      ["example.com (2 of 3)", 50],
      ["example.com (3 of 3)", 20],
    ]);
    expect(not_imported[0]?.what).toBe("120 steps in one API monitor");
  });

  test("a document with more requests than the maximum of one import is rejected", () => {
    expect(refusal("curl https://example.com\n".repeat(1_001))).toContain("import it in parts");
  });

  test("repeated names of steps and of API monitors are numbered", () => {
    const list = { get: { summary: "List" } };
    expect(
      stepsOf(openapi({ "/a": list, "/b": list, "/c": { get: { summary: "List (2)" } } })),
    ).toMatchObject([{ name: "List" }, { name: "List (3)" }, { name: "List (2)" }]);
    const request = { name: "Send", request: { method: "GET", url: "https://a.example/x" } };
    const info = {
      name: "c",
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    };
    const names = stepsOf(JSON.stringify({ info, item: [request, request] })).map(({ name }) => name);
    expect(names).toEqual(["Send", "Send (2)"]);
    const paths = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `/${index}`,
        { get: { summary: "x".repeat(300), tags: [`${"t".repeat(250)}${index % 2}`] } },
      ]),
    );
    const { api_monitors } = imported(openapi(paths));
    expect(new Set(api_monitors.map(({ name }) => name)).size).toBe(2);
    for (const draft of api_monitors) expect(apiMonitorCreate.parse(draft)).toMatchObject(draft);
  });

  test("only monitors without writes are enabled by default, and the steps that write are listed", () => {
    const content =
      "curl https://a.example/1\ncurl -I https://a.example/2\ncurl -X DELETE https://a.example/3";
    expect(imported(content)).toMatchObject({ writes: [2], api_monitors: [{ enabled: false }] });
    const order = { content, format: undefined, name: undefined };
    expect(importApiMonitors({ ...order, enabled: true }).api_monitors[0]?.enabled).toBe(true);
    const reading = "curl https://a.example/1\ncurl -I https://a.example/2";
    expect(imported(reading)).toMatchObject({ writes: [], api_monitors: [{ enabled: true }] });
    expect(importApiMonitors({ ...order, content: reading, enabled: false }).api_monitors[0]?.enabled).toBe(
      false,
    );
  });

  test("indexes of writing steps continue from one API monitor to the next", () => {
    const lines = Array.from(
      { length: 60 },
      (_, at) => `curl ${at === 55 ? "-X PUT " : ""}https://a.example/${at}`,
    );
    expect(imported(lines.join("\n")).writes).toEqual([55]);
  });

  test("operations are listed, and selected by index, tag, method and path", () => {
    const content = openapi({
      "/pets": { get: { summary: "Pets", tags: ["pets"] }, post: { tags: ["pets"] } },
      "/pets/{id}": { get: { tags: ["pets"] } },
      "/shops": { get: { deprecated: true }, head: {} },
    });
    expect(imported(content)).toMatchObject({
      operations_total: 5,
      operations: [
        { index: 0, method: "GET", path: "/pets", tag: "pets", name: "Pets" },
        { index: 1, method: "POST", path: "/pets", tag: "pets", name: "" },
        { index: 2, method: "GET", path: "/pets/{id}" },
        { index: 3, method: "GET", path: "/shops", tag: "Other" },
        { index: 4, method: "HEAD" },
      ],
    });
    const chosen = (select: ImportSelection) =>
      stepsOf(content, { select }).map(({ method, url }) => `${method} ${url.replace(/^\{\{\w+\}\}/, "")}`);
    expect(chosen({ operations: [1, 4] })).toEqual(["POST /pets", "HEAD /shops"]);
    expect(chosen({ tags: ["pets"], methods: ["GET"] })).toEqual(["GET /pets", "GET /pets/{{id}}"]);
    expect(chosen({ paths: ["/pets/*"] })).toEqual(["GET /pets/{{id}}"]);
    expect(() => chosen({ paths: ["/pet"] })).toThrow("holds 5 requests, and `select` chooses none");
    expect(
      importApiMonitors({ content, format: "openapi", name: undefined, select: { tags: ["pets"] } }),
    ).toMatchObject({ not_imported: [] });
  });

  test("requests of HAR, Postman and cURL can be selected too, without their secrets", () => {
    const har = JSON.parse(fixture("shop-login.har")) as { log: { entries: unknown[] } };
    const { operations } = imported(JSON.stringify(har));
    expect(operations.length).toBeGreaterThan(1);
    for (const [index] of operations.entries()) {
      expect(stepsOf(JSON.stringify(har), { select: { operations: [index] } })).toHaveLength(1);
    }
    expect(imported(fixture("notes.postman_collection.json")).operations.length).toBeGreaterThan(1);
    expect(imported("curl 'https://a.example/x?token=canary-1'").operations).toEqual([
      { index: 0, method: "GET", path: "/x", tag: "a.example", name: "" },
    ]);
  });

  test("a dry run lists more requests than one import accepts, with a remedy", () => {
    const content = "curl https://example.com\n".repeat(1_001);
    const order = { content, format: undefined, name: undefined, dry_run: true };
    const { api_monitors, operations, operations_total, not_imported } = importApiMonitors(order);
    expect([api_monitors.length, operations.length, operations_total]).toEqual([0, 1_001, 1_001]);
    expect(not_imported[0]?.why).toContain("choose some with `select`");
    expect(stepsOf(content, { select: { operations: [1_000] } })).toHaveLength(1);
  });

  test("an operation in another file becomes no step, with a note", () => {
    const content = openapi(
      {
        "/a": { get: { $ref: "resources/a.yml" } },
        "/b": { $ref: "b.yml" },
        "/c": { get: { $ref: "#/components/x-operations/c" } },
      },
      { components: { "x-operations": { c: { summary: "Local" } } } },
    );
    const { api_monitors, not_imported } = imported(content);
    expect(api_monitors[0]?.steps.map(({ name }) => name)).toEqual(["Local"]);
    expect(not_imported).toMatchObject([
      { where: "paths./a.get", what: "A reference to another document" },
      { where: "paths./b", what: "A reference to another document" },
    ]);
    expect(refusal(openapi({ "/a": { get: { $ref: "resources/a.yml" } } }))).toContain(
      "paths./a.get, A reference to another document",
    );
  });

  test("Swagger 2.0 is imported like the equivalent OpenAPI document", () => {
    const swagger = JSON.stringify({
      swagger: "2.0",
      info: { title: "Old", version: "1" },
      host: "api.example.com",
      basePath: "/v1",
      schemes: ["https"],
      consumes: ["application/json"],
      securityDefinitions: { key: { type: "apiKey", name: "X-Key", in: "header" } },
      security: [{ key: [] }],
      paths: {
        "/pets/{id}": {
          get: { summary: "Pet", parameters: [{ name: "id", in: "path", required: true, type: "integer" }] },
          put: {
            summary: "Change",
            parameters: [
              { name: "id", in: "path", required: true, type: "integer" },
              { name: "body", in: "body", schema: { $ref: "#/definitions/Pet" } },
            ],
            responses: { 204: { description: "ok" } },
          },
        },
      },
      definitions: { Pet: { type: "object", properties: { name: { type: "string", example: "Rex" } } } },
    });
    const { format, api_monitors } = imported(swagger);
    expect(format).toBe("openapi");
    expect(api_monitors[0]).toMatchObject({
      variables: { BASE_URL: "https://api.example.com/v1" },
      steps: [
        {
          method: "GET",
          url: "{{BASE_URL}}/pets/{{id}}",
          headers: { "X-Key": expect.stringMatching(/^\{\{/) },
        },
        { method: "PUT", body: { name: "Rex" }, assertions: [{ type: "status_code", value: 204 }] },
      ],
    });
  });

  test("an API monitor that needs variables is not enabled, and any other is", () => {
    expect(imported("curl https://example.com").api_monitors[0]?.enabled).toBe(true);
    expect(imported("curl https://example.com -u me:hunter2").api_monitors[0]?.enabled).toBe(false);
  });
});

describe("an unreadable document", () => {
  test.each([
    ['{"log": {"entries": [}', "line 1, column"],
    ["openapi: 3.1.0\npaths:\n  /a: [\n", "line"],
    ["hello", "a command line that begins with curl"],
    ['{"swagger": "1.2", "paths": {}}', "content is an OpenAPI document of a version that cannot be read"],
    ['{"swagger": "2.0", "paths": {}}', "content holds no request"],
    [
      '{"openapi": "3.1.0", "webhooks": {"a": {}}}',
      "content is an OpenAPI document with webhooks and no paths",
    ],
    ['{"asyncapi": "3.0.0"}', "content is an AsyncAPI document"],
    ['{"log": {"version": "1.2"}}', "content is a HAR file without log.entries"],
    ['{"name": "a", "_postman_variable_scope": "environment"}', "content is a Postman environment"],
    ['{"id": "a", "requests": []}', "content is a Postman collection in format v1"],
    ["openapi: 3.1.0\npaths: {}\npaths: {}", "(duplicated mapping key)"],
    ["[1]", "must hold an object"],
    ["curl", "no request that could become a step: line 1, The command, It names no URL"],
    ["curl ftp://example.com/a", "must start with http:// or https://"],
  ])("%j is rejected with a remedy", (content, message) => {
    expect(refusal(content)).toContain(message);
  });

  test.each(IMPORT_FORMATS)("a document of another format is rejected as %s", (format) => {
    expect(refusal('{"a": 1}', format)).toMatch(/content must/);
  });

  test("the text around an error is not repeated", () => {
    expect(refusal('{"openapi": "3.1.0", "password": canary-value }}')).not.toContain("canary");
  });

  test("YAML with multiplying aliases is rejected", () => {
    const levels = Array.from(
      { length: 12 },
      (_, n) => `l${n + 1}: &l${n + 1} [${Array(9).fill(`*l${n}`).join(", ")}]`,
    );
    expect(refusal(`openapi: 3.1.0\nl0: &l0 [x]\n${levels.join("\n")}\npaths: {}`)).toContain("aliases");
  });

  test.each([
    ["JSON", `{"openapi": "3.1.0", "paths": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
    ["YAML", `openapi: 3.1.0\npaths: ${"[".repeat(20_000)}`],
  ])("%s without an end is rejected", (_kind, content) => {
    expect(refusal(content)).toMatch(/nested|neither/);
  });

  test("no text crashes the import", () => {
    const pieces = fc.constantFrom(
      "curl ",
      "'",
      '"',
      "$'",
      "\\",
      "\n",
      "^",
      "-d",
      "-H",
      "@",
      "{{a}}",
      "$(",
      "http://a",
      ":",
      "?",
      "#",
      "&",
      "%",
      "\uD800",
    );
    const content = fc.array(fc.oneof(pieces, fc.string({ unit: "binary" })), { maxLength: 30 });
    fc.assert(
      fc.property(content, fc.constantFrom(undefined, ...IMPORT_FORMATS), (parts, format) => {
        expectResultOrRefusal(parts.join(""), format);
      }),
    );
  });

  test.each(names.filter((name) => !name.endsWith(".txt")))(
    "no change to a value of %s crashes the import",
    (name) => {
      const source = name.endsWith(".yaml") ? null : JSON.parse(fixture(name));
      if (source === null)
        return expectResultOrRefusal(fixture(name).replaceAll("type: object", "type: []"), "openapi");
      const format = FIXTURES[name];
      fc.assert(
        fc.property(fc.nat(), fc.jsonValue({ maxDepth: 2 }), (seed, value) => {
          let place = seed % 2_000;
          const changed = JSON.stringify(source, (_key, inner) => (place-- === 0 ? value : inner));
          if (changed !== undefined) expectResultOrRefusal(changed, format);
        }),
        { numRuns: 200 },
      );
    },
  );
});

function expectResultOrRefusal(content: string, format: (typeof IMPORT_FORMATS)[number] | undefined): void {
  try {
    const { api_monitors } = importApiMonitors({ content, format, name: undefined });
    for (const draft of api_monitors) expect(apiMonitorCreate.safeParse(draft).success).toBe(true);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

test("a secret equal to a keyword of the contract does not break the steps", () => {
  const [step] = stepsOf(
    openapi({
      "/a": {
        post: {
          requestBody: {
            content: { "application/json": { example: { token: "status_code", note: "status_code" } } },
          },
          responses: { 201: {} },
        },
      },
    }),
  );
  expect(step).toMatchObject({
    body: { token: "{{TOKEN}}", note: "{{TOKEN}}" },
    assertions: [{ type: "status_code", operator: "equals", value: 201 }],
  });
});

test("characters that PostgreSQL cannot store are removed from names, texts and notes", () => {
  const content = `{"openapi": "3.0.0", "servers": [{"url": "https://a.example"}], "paths": {"/a": {"post": {
    "summary": "a\\u0000b", "tags": ["\\ud800"],
    "requestBody": {"content": {"application/json": {"example": {"k\\u0000": "v\\u0000"}}}}
  }}}}`;
  const result = imported(content);
  expect(JSON.stringify(result)).not.toMatch(/\\u0000|\\ud800/);
  expect(result.api_monitors[0]?.steps[0]).toMatchObject({ name: "ab", body: { k: "v" } });
});

test("more than a response can contain is only listed", () => {
  const data = JSON.stringify({ a: "x".repeat(200_000) });
  const content = `curl https://a.example/1 --json '${data}'\n`.repeat(30);
  const { api_monitors, operations, not_imported } = importApiMonitors({
    content,
    format: undefined,
    name: undefined,
    dry_run: true,
  });
  expect([api_monitors.length, operations.length]).toEqual([0, 30]);
  expect(not_imported.at(-1)?.why ?? "").toContain("more than 4 MiB");
  expect(refusal(content)).toContain("more than 4 MiB");
});

describe("braces that are not a variable", () => {
  test("are escaped if the format has no variables", () => {
    const content = openapi({
      "/a": {
        post: {
          parameters: [{ name: "q", in: "query", required: true, example: "{{q}}" }],
          requestBody: { content: { "application/json": { example: { input: "{{item.input}} {{name}}" } } } },
        },
      },
    });
    const { api_monitors, variables } = imported(content);
    expect(api_monitors[0]?.steps[0]).toMatchObject({
      url: "{{BASE_URL}}/a",
      query: { q: "\\{{q}}" },
      body: { input: "\\{{item.input}} \\{{name}}" },
    });
    expect(variables).toEqual([]);
    const request = {
      method: "POST",
      url: "https://a.example/?t=%7B%7Bx%7D%7D",
      headers: [{ name: "Content-Type", value: "application/json" }],
      postData: { mimeType: "application/json", text: '{"a":"{{x}} \\\\{{y}}"}' },
    };
    const entries = [{ request, response: { status: 200 } }];
    expect(stepsOf(JSON.stringify({ log: { entries } }))[0]).toMatchObject({
      url: "https://a.example/?t=%7B%7Bx%7D%7D",
      body: { a: "\\{{x}} \\\\\\{{y}}" },
    });
  });

  test("are escaped in a command line, which keeps its names", () => {
    const [step] = stepsOf(
      `curl https://a.example/{{id}} --json '{"input": "{{item.input}}", "key": "{{name}}"}'`,
    );
    expect(step).toMatchObject({
      url: "https://a.example/{{id}}",
      body: { input: "\\{{item.input}}", key: "{{name}}" },
    });
  });

  test("a secret after a backslash is still a variable", () => {
    const [step] = stepsOf(`curl https://a.example -H 'X-Token: s3cret-value' --data-raw 'C:\\s3cret-value'`);
    expect(step).toMatchObject({ headers: { "X-Token": "{{X_TOKEN}}" }, body: "C:\\\\{{X_TOKEN}}" });
  });
});

describe("secrets", () => {
  const CANARY = "kV7-canary/+Zq=93x";
  const PLACES: Record<string, string> = {
    "a bearer token": `curl https://a.test -H 'Authorization: Bearer ${CANARY}'`,
    "another scheme": `curl https://a.test -H 'Authorization: ApiKey ${CANARY}'`,
    "basic authentication": `curl https://a.test -H 'Authorization: Basic ${btoa(`me:${CANARY}`)}'`,
    "the address": `curl 'https://me:${encodeURIComponent(CANARY)}@a.test/x'`,
    "a parameter": `curl 'https://a.test/?api_key=${encodeURIComponent(CANARY)}'`,
    "a repeated parameter": `curl 'https://a.test/?a=1&a=2&token=${encodeURIComponent(CANARY)}'`,
    "a cookie": `curl https://a.test -b 'sid=${CANARY}'`,
    "a JSON body": `curl https://a.test --json '{"a":[{"password":"${CANARY}"}]}'`,
    "JSON with references": `curl https://a.test --json '{"id":{{id}},"password":"${CANARY}"}'`,
    "a GraphQL text": `curl https://a.test --json '{"query":"mutation { login(password: \\"${CANARY}\\") }"}'`,
    XML: `curl https://a.test -H 'content-type: text/xml' -d '<a><password>${CANARY}</password></a>'`,
    "a part of a form": `curl https://a.test -F 'password=${CANARY}'`,
    "two places, one without a revealing name": `curl https://a.test -H 'X-Api-Key: ${CANARY}' --json '{"note":"${CANARY}"}'`,
  };

  test.each(Object.entries(PLACES))("one in %s is replaced by a variable", (_place, content) => {
    const result = imported(content);
    expect(result.variables.filter((variable) => variable.is_secret)).toHaveLength(1);
    for (const form of [CANARY, encodeURIComponent(CANARY), btoa(`me:${CANARY}`)]) {
      expect(JSON.stringify(result)).not.toContain(form);
    }
  });

  test("the same value is one variable in all places", () => {
    const { api_monitors, variables } = imported(
      "curl https://a.test -H 'Authorization: Bearer s3cret-value'\ncurl https://a.test -H 'X-Token: s3cret-value'",
    );
    expect(variables.map(({ name }) => name)).toEqual(["TOKEN"]);
    expect(api_monitors[0]?.steps[1]?.headers).toEqual({ "X-Token": "{{TOKEN}}" });
  });
});
