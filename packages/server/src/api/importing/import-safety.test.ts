import { IMPORT_FORMATS } from "@vedette/contract/api-monitors/api-monitor-import.ts";
import { apiMonitorCreate } from "@vedette/contract/api-monitors/api-monitors.ts";
import fc from "fast-check";
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
import { AppError } from "../../platform/kernel/errors.ts";
import { importApiMonitors } from "./import-api-monitors.ts";

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
