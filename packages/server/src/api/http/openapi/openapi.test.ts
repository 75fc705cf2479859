import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../../test/app.ts";
import type { Route } from "../../routing/define-route.ts";

type Schema = Record<string, unknown>;
type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: unknown[];
  parameters?: { name: string; in: string; schema: Schema; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
};
type Document = {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  tags: { name: string }[];
  components: {
    schemas: Record<string, Schema>;
    requestBodies: Record<string, NonNullable<Operation["requestBody"]>>;
    securitySchemes: Record<string, unknown>;
  };
};

let running: TestApp;
let document: Document;
let text = "";
beforeAll(async () => {
  running = await startTestApp();
  const answer = await running.call(null, { method: "GET", url: "/api/v1/openapi.json" });
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([
    200,
    "application/json; charset=utf-8",
  ]);
  text = answer.body;
  document = answer.json();
});
afterAll(() => running.stop());

function operations(): [string, Operation][] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
}

function schemaOf(response: Operation["responses"][string] | undefined): Schema | undefined {
  return resolved(response?.content?.["application/json"]?.schema);
}

function propertyOf(schema: Schema | undefined, name: string): Schema | undefined {
  const properties = schema?.properties as Record<string, Schema> | undefined;
  return resolved(properties?.[name]);
}

function resolved(schema: Schema | undefined): Schema | undefined {
  const reference = schema?.$ref;
  if (typeof reference !== "string") return schema;
  return document.components.schemas[reference.slice("#/components/schemas/".length)];
}

/** Routes that accept a key also accept a session; personal routes accept no key. */
function securityOf({ access }: Route): Record<string, string[]>[] {
  if (access === "public") return [];
  return access.scope === null ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }];
}

describe("the OpenAPI document", () => {
  test("is 3.1 and contains exactly the routes of the table", () => {
    expect(document.openapi).toBe("3.1.0");
    const expected = running.app.routes.map(
      ({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, "{$1}")}`,
    );
    const outside = ["GET /api/v1/openapi.json", "GET /api/v1/code/schema.json", "GET /metrics"];
    expect(
      operations()
        .map(([name]) => name)
        .sort(),
    ).toEqual([...expected, ...outside].sort());
  });

  test("gives each operation a unique name, a summary and its errors", () => {
    const all = operations().map(([, operation]) => operation);
    expect(new Set(all.map((operation) => operation.operationId)).size).toBe(all.length);
    for (const operation of all) expect(operation.summary).not.toBe("");
    for (const route of running.app.routes) {
      const operation = document.paths[route.url.replaceAll(/:(\w+)/g, "{$1}")]?.[route.method.toLowerCase()];
      const statuses = Object.keys(operation?.responses ?? {});
      expect(statuses).toEqual(expect.arrayContaining(["400", "429", "500"]));
      if (route.access !== "public") expect(statuses).toEqual(expect.arrayContaining(["401", "403"]));
      expect(operation?.security).toEqual(securityOf(route));
    }
  });

  test("contains exactly the schemas that it references", () => {
    const referred = new Set(
      [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name),
    );
    expect([...referred].sort()).toEqual(Object.keys(document.components.schemas).sort());
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(["Monitor", "CheckResult", "MonitorStats", "Failure"]),
    );
  });

  test("documents numbers in queries as numbers", () => {
    const limits = operations().flatMap(([, { parameters = [] }]) =>
      parameters.filter(({ name }) => name === "limit" || name === "wait" || name === "attempt"),
    );
    expect(limits.length).toBeGreaterThan(15);
    for (const { schema } of limits) {
      expect(schema).toMatchObject({
        type: "integer",
        minimum: expect.any(Number),
        maximum: expect.any(Number),
      });
      expect(schema).not.toHaveProperty("pattern");
    }
  });

  test("declares its tags, and documents an error and a description of every operation", () => {
    const used = new Set(operations().flatMap(([, { tags }]) => tags));
    expect(document.tags.map(({ name }) => name).sort()).toEqual([...used].sort());
    for (const [name, operation] of operations()) {
      const hasFailure = Object.keys(operation.responses).some((status) => status.startsWith("4"));
      expect([name, hasFailure, operation.description]).toEqual([name, true, expect.stringMatching(/./)]);
    }
  });

  test("gives every list its `meta`", () => {
    const lists = operations().filter(
      ([, operation]) => propertyOf(schemaOf(operation.responses["200"]), "data")?.type === "array",
    );
    expect(lists.length).toBeGreaterThan(20);
    for (const [name, operation] of lists) {
      const meta = propertyOf(schemaOf(operation.responses["200"]), "meta");
      expect([name, meta?.required]).toEqual([name, ["next_cursor", "has_more"]]);
    }
  });

  test("declares every path parameter", () => {
    for (const [name, operation] of operations()) {
      const inPath = [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === "path");
      expect(declared.map((parameter) => [parameter.name, parameter.required])).toEqual(
        inPath.map((parameter) => [parameter, true]),
      );
    }
  });

  test("documents the limits, defaults and required fields of a create", () => {
    const body = document.components.requestBodies.MonitorCreate;
    const schema = body?.content["application/json"]?.schema as {
      required: string[];
      properties: Record<string, Schema>;
    };
    expect(schema.required).toEqual(["name", "type"]);
    expect(schema.properties.interval).toMatchObject({
      type: "number",
      minimum: 1,
      maximum: 86_400,
      default: 60,
    });
    const create = document.paths["/api/v1/monitors"]?.post;
    expect(create?.parameters?.map((parameter) => parameter.name)).toContain("idempotency-key");
  });
});

test("the reference page loads nothing from other origins", async () => {
  const pages = ["/docs", "/docs/static/swagger-initializer.js"];
  for (const url of pages) {
    const answer = await running.call(null, { method: "GET", url });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).not.toMatch(/(?:src|href)="https?:/);
    const policy = String(answer.headers["content-security-policy"]);
    expect(policy).not.toMatch(/https?:|unsafe-eval|\*/);
  }
  const bundle = await running.call(null, { method: "GET", url: "/docs/static/swagger-ui-bundle.js" });
  expect(bundle.statusCode).toBe(200);
});
