import type { ImportSelection } from "@vedette/contract/api-monitors/api-monitor-import.ts";
import { apiMonitorCreate } from "@vedette/contract/api-monitors/api-monitors.ts";
import { describe, expect, test } from "vitest";
import {
  FIXTURES,
  fixture,
  imported,
  names,
  openapi,
  refusal,
  stepsOf,
} from "../../../test/labs/imported-documents.ts";
import { importApiMonitors } from "./import-api-monitors.ts";

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
