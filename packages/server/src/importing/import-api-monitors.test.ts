import { readFileSync } from "node:fs";
import { join } from "node:path";
import { IMPORT_FORMATS } from "@vedette/contract/api-monitor-import.ts";
import { apiMonitorCreate } from "@vedette/contract/api-monitors.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError } from "../kernel/errors.ts";
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
  test.each(names)("%s is told by its content, and each draft can be created as it is", (name) => {
    const { format, api_monitors } = imported(fixture(name));
    expect(format).toBe(FIXTURES[name]);
    expect(api_monitors.length).toBeGreaterThan(0);
    for (const draft of api_monitors) expect(apiMonitorCreate.parse(draft)).toMatchObject(draft);
  });

  test.each(names)("no secret of %s is anywhere in the answer", (name) => {
    expect(JSON.stringify(imported(fixture(name)))).not.toContain("canary-");
  });

  test.each(names)(
    "every name in a step of %s has a value, an earlier extraction or a variable to make",
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

  test("the name that is asked for is given", () => {
    const content = "curl https://example.com";
    expect(importApiMonitors({ content, format: "curl", name: "Mine" }).api_monitors[0]?.name).toBe("Mine");
  });

  test("more steps than one API monitor may have become several, and that is said", () => {
    const content = Array.from({ length: 120 }, (_, index) => `curl https://example.com/${index}`).join("\n");
    const { api_monitors, not_imported } = imported(content);
    expect(api_monitors.map(({ name, steps }) => [name, steps.length])).toEqual([
      ["example.com (1 of 3)", 50],
      ["example.com (2 of 3)", 50],
      ["example.com (3 of 3)", 20],
    ]);
    expect(not_imported[0]?.what).toBe("120 steps in one API monitor");
  });

  test("a document with more requests than one import may make is refused", () => {
    expect(refusal("curl https://example.com\n".repeat(1_001))).toContain("import it in parts");
  });

  test("an API monitor that needs variables is not enabled, and any other is", () => {
    expect(imported("curl https://example.com").api_monitors[0]?.enabled).toBe(true);
    expect(imported("curl https://example.com -u me:hunter2").api_monitors[0]?.enabled).toBe(false);
  });
});

describe("a document that cannot be read", () => {
  test.each([
    ['{"log": {"entries": [}', "line 1, column"],
    ["openapi: 3.1.0\npaths:\n  /a: [\n", "line"],
    ["hello", "a command line that begins with curl"],
    ['{"swagger": "2.0", "paths": {}}', "convert Swagger 2.0 first"],
    ["[1]", "must hold an object"],
    ["curl", "no request that could become a step: line 1, The command, It names no URL"],
    ["curl ftp://example.com/a", "must begin with http:// or https://"],
  ])("%j is refused with what to do", (content, message) => {
    expect(refusal(content)).toContain(message);
  });

  test.each(IMPORT_FORMATS)("a document of another format is refused as %s", (format) => {
    expect(refusal('{"a": 1}', format)).toMatch(/content must/);
  });

  test("the text around a fault is not repeated", () => {
    expect(refusal('{"openapi": "3.1.0", "password": canary-value }}')).not.toContain("canary");
  });

  test("YAML whose aliases multiply is refused", () => {
    const levels = Array.from(
      { length: 12 },
      (_, n) => `l${n + 1}: &l${n + 1} [${Array(9).fill(`*l${n}`).join(", ")}]`,
    );
    expect(refusal(`openapi: 3.1.0\nl0: &l0 [x]\n${levels.join("\n")}\npaths: {}`)).toContain("aliases");
  });

  test.each([
    ["JSON", `{"openapi": "3.1.0", "paths": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
    ["YAML", `openapi: 3.1.0\npaths: ${"[".repeat(20_000)}`],
  ])("%s without end is refused", (_kind, content) => {
    expect(refusal(content)).toMatch(/nested|neither/);
  });

  test("no text crashes it", () => {
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
    "no change to a value of %s crashes it",
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
    "two places, one without a telling name": `curl https://a.test -H 'X-Api-Key: ${CANARY}' --json '{"note":"${CANARY}"}'`,
  };

  test.each(Object.entries(PLACES))("one in %s is replaced by a variable", (_place, content) => {
    const result = imported(content);
    expect(result.variables.filter((variable) => variable.is_secret)).toHaveLength(1);
    for (const form of [CANARY, encodeURIComponent(CANARY), btoa(`me:${CANARY}`)]) {
      expect(JSON.stringify(result)).not.toContain(form);
    }
  });

  test("the same value is one variable wherever it stands", () => {
    const { api_monitors, variables } = imported(
      "curl https://a.test -H 'Authorization: Bearer s3cret-value'\ncurl https://a.test -H 'X-Token: s3cret-value'",
    );
    expect(variables.map(({ name }) => name)).toEqual(["TOKEN"]);
    expect(api_monitors[0]?.steps[1]?.headers).toEqual({ "X-Token": "{{TOKEN}}" });
  });
});
