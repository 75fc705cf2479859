import { readDocument } from "@vedette/contract/code/read-document.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gatusEndpoints, importGatusText } from "../../../../test/labs/gatus.ts";
import { importGatus } from "./import-gatus.ts";

describe("secrets", () => {
  test("credentials in URLs, queries and headers become secrets", () => {
    const { document, credentials } = importGatusText(
      gatusEndpoints(
        '{name: a, url: "https://ada:s3cret-pw@a.example/?api_key=k-123456&x=1", headers: {X-Api-Key: h-123456}}',
      ),
    );
    expect(document.monitors?._a).toMatchObject({
      url: "https://a.example/?api_key={{GATUS_A_API_KEY}}&x=1",
      auth: { type: "basic", username: "ada", password: "{{GATUS_A_PASSWORD}}" },
      headers: { "X-Api-Key": "{{GATUS_A_X_API_KEY}}" },
    });
    expect(Object.values(credentials).sort()).toEqual(["h-123456", "k-123456", "s3cret-pw"]);
  });

  test("a monitor without a value of its environment variable is paused", () => {
    const { document, report } = importGatusText(
      gatusEndpoints('{name: a, url: "https://a.example", headers: {Authorization: "Bearer $A_TOKEN"}}'),
    );
    expect(document.variables).toEqual({ A_TOKEN: "" });
    expect(document.monitors?._a).toMatchObject({
      enabled: false,
      headers: { Authorization: "Bearer {{A_TOKEN}}" },
    });
    expect(report.made_with_differences.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
      "monitor _a",
      "variable A_TOKEN",
    ]);
  });

  test("credentials in the fields of a body become secrets, and the rest of its text stays", () => {
    const bodyOf = (body: string) => {
      const text = gatusEndpoints(
        `{name: a, url: "https://a.example", method: POST, body: ${JSON.stringify(body)}}`,
      );
      const { document, credentials } = importGatusText(text);
      return [document.monitors?._a?.body, Object.values(credentials)];
    };
    expect(bodyOf('{"user": "ada",  "password":"pw\\n1", "n": 1.0}')).toEqual([
      '{"user": "ada",  "password":"{{GATUS_A_PASSWORD}}", "n": 1.0}',
      ["pw\\n1"],
    ]);
    expect(bodyOf("grant=x&client_secret=s1")).toEqual([
      "grant=x&client_secret={{GATUS_A_CLIENT_SECRET}}",
      ["s1"],
    ]);
  });

  test("a token that a suite passes on is a variable, not a secret", () => {
    const first = { name: "login", url: "https://a.example/login", store: { token: "[BODY].token" } };
    const headers = { Authorization: "Bearer [CONTEXT].token" };
    const second = {
      name: "use",
      url: "https://a.example/",
      headers,
      body: '{"token":"[CONTEXT].token"}',
      method: "POST",
    };
    const { document } = importGatusText(
      JSON.stringify({ suites: [{ name: "s", endpoints: [first, second] }] }),
    );
    expect(document.secrets).toBeUndefined();
    expect(document.api_monitors?._s?.steps[1]).toMatchObject({
      headers: { Authorization: "Bearer {{token}}" },
      body: '{"token":"{{token}}"}',
    });
  });

  test("a client certificate that is uploaded is used, with its key as a secret", () => {
    const tls = {
      "certificate-file": "/etc/gatus/certs/c.crt",
      "private-key-file": "/etc/gatus/certs/c.key",
    };
    const text = JSON.stringify({ endpoints: [{ name: "a", url: "https://a.example", client: { tls } }] });
    const certificate = "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----";
    const { document, credentials } = importGatus({
      files: [
        { path: "config.yaml", text },
        { path: "certs/c.crt", text: certificate },
        { path: "certs/c.key", text: "fake key" },
      ],
      env: {},
    });
    expect(readDocument(document).errors).toEqual([]);
    expect(document.monitors?._a).toMatchObject({
      enabled: true,
      auth: { type: "mtls", certificate, key: "{{GATUS_A_CLIENT_KEY}}" },
    });
    expect(credentials).toEqual({ "/secrets/GATUS_A_CLIENT_KEY": "fake key" });
  });

  test("literal braces are not variables", () => {
    const { document } = importGatusText(
      gatusEndpoints('{name: a, url: "https://a.example", method: POST, body: "{{x}}"}'),
    );
    expect(document.monitors?._a).toMatchObject({ body: "\\{{x}}" });
  });
});

describe("conditions", () => {
  const assertionsOf = (condition: string, url = "https://a.example") =>
    importGatusText(gatusEndpoints(`{name: a, url: "${url}", conditions: [${JSON.stringify(condition)}]}`))
      .document.monitors?._a;

  test.each([
    [
      "[STATUS] == pat(2*)",
      [
        ["greater_than_or_equal", 200],
        ["less_than_or_equal", 299],
      ],
    ],
    ["[STATUS] == pat(4?9)", [["in", [409, 419, 429, 439, 449, 459, 469, 479, 489, 499]]]],
    ["200 == [STATUS]", [["equals", 200]]],
    ["500 > [STATUS]", [["less_than", 500]]],
    ["[RESPONSE_TIME] < 1.5s", [["less_than", 1_500]]],
    ["[BODY] == pat(*up*)", [["contains", "up"]]],
    ["[BODY] == pat(a*b)", [["matches", "^a.*b$"]]],
    ["[BODY] != any(a, b)", [["not_in", ["a", "b"]]]],
    ["[BODY].x-y[0] != pat(*z*)", [["not_contains", "z"]]],
    ["len([BODY].list) >= 3", [["length_greater_than", 2]]],
    ["has([BODY].x) == true", [["exists", undefined]]],
    ["[CERTIFICATE_EXPIRATION] > 36h", [["greater_than_or_equal", 2]]],
  ])("%s", (condition, expected) => {
    const assertions = assertionsOf(condition)?.assertions ?? [];
    expect(assertions.map(({ operator, value }) => [operator, value])).toEqual(expected);
  });

  test("without an assertion any status is accepted, and a refused connection is expected if Gatus expects one", () => {
    expect(assertionsOf("[CONNECTED] == true")).toMatchObject({ accept_statuses: ["100-599"] });
    expect(assertionsOf("[CONNECTED] == false", "tcp://a.example:80")).toMatchObject({ expect_closed: true });
  });

  test("any text becomes a valid monitor or a reason", () => {
    const part = fc.constantFrom(
      ...[
        "[STATUS]",
        "[BODY]",
        "[BODY].a[0]",
        "len([BODY].a)",
        "has([BODY])",
        "[IP]",
        "[CONNECTED]",
        "pat(",
        "pat(*a?[)",
      ],
      ...[
        "any(1, pat(x))",
        " == ",
        " < ",
        " != ",
        "200",
        "true",
        "48h",
        "{{x}}",
        "[CONTEXT].a",
        "[DOMAIN_EXPIRATION]",
      ],
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string({ maxLength: 12 })), { maxLength: 5 }), (parts) => {
        const text = JSON.stringify({
          endpoints: [{ name: "a", url: "https://a.example", conditions: [parts.join("")] }],
        });
        const { document, report } = importGatusText(text.replaceAll("$", "$$$$"));
        expect(readDocument(document).errors).toEqual([]);
        expect(report.not_made.filter(({ kind }) => kind === "endpoint")).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe("bad input", () => {
  test.each([
    ["no file", [], "upload the config.yaml"],
    ["a list", [{ path: "c.yaml", text: "- a" }], "c.yaml must hold an object"],
    ["a syntax error", [{ path: "c.yaml", text: "a: [1\nb: 2" }], "c.yaml is neither valid JSON nor YAML"],
    [
      "a folder without YAML",
      [
        { path: "a.txt", text: "" },
        { path: "b.txt", text: "" },
      ],
      "*.yaml or *.yml",
    ],
    ["a tag", [{ path: "c.yaml", text: "a: !!js/function 'x'" }], "c.yaml is neither"],
  ])("%s is refused with a sentence", (_, files, message) => {
    expect(() => importGatus({ files, env: {} })).toThrow(message);
  });

  test("aliases that repeat without end are refused", () => {
    const levels = Array.from(
      { length: 30 },
      (_, level) => `l${level + 1}: &l${level + 1} [*l${level}, *l${level}]`,
    );
    expect(() => importGatusText(["l0: &l0 [x]", ...levels].join("\n"))).toThrow("repeats itself too often");
    const keys = Array.from({ length: 2_000 }, (_, index) => `k${index}: 1`).join(", ");
    const merges = Array.from({ length: 200 }, (_, index) => `m${index}: {<<: *big}`);
    expect(() => importGatusText([`big: &big {${keys}}`, ...merges].join("\n"))).toThrow(
      "repeats itself too often",
    );
  });

  test("a section of another type is reported", () => {
    const { report } = importGatusText("endpoints: {a: {url: 'https://a.example'}}\nalerting: [slack]");
    expect(report.not_made.map(({ key, reasons }) => `${key}: ${reasons}`)).toEqual([
      "endpoints: It must be a list, so that nothing of it is imported.",
      "alerting: It must be an object, so that nothing of it is imported.",
    ]);
  });

  test("too many endpoints are refused", () => {
    const many = Array.from({ length: 5_001 }, (_, index) => ({
      name: `e${index}`,
      url: "tcp://a.example:1",
    }));
    expect(() => importGatusText(JSON.stringify({ endpoints: many }))).toThrow("more than 5000");
  });

  test("hostile values are cleaned, set to limits or reported", () => {
    const endpoint = {
      name: `a\u0000b${"x".repeat(300)}`,
      group: "../../etc",
      url: "https://a.example",
      interval: "1ns",
      client: { timeout: "99h", __proto__: { x: 1 } },
      headers: { "Bad Header": "x", Ok: "line\nbreak" },
      conditions: ["[BODY] == pat([)", 7, null],
      "extra-labels": { ["k".repeat(80)]: "v" },
      alerts: [null, { type: "slack" }, "x"],
      "maintenance-windows": [{ start: "25:00" }, 7],
      constructor: 1,
    };
    const { document, report } = importGatusText(
      JSON.stringify({ endpoints: [endpoint, null, 3, { url: 5 }] }),
    );
    expect(readDocument(document).errors).toEqual([]);
    const [monitor] = Object.values(document.monitors ?? {});
    expect(monitor).toMatchObject({ interval: 1, timeout: 300 });
    expect(String(monitor?.name)).toHaveLength(200);
    expect(report.not_made.filter(({ kind }) => kind === "endpoint")).toHaveLength(3);
    expect(report.not_made.filter(({ kind }) => kind === "maintenance")).toHaveLength(2);
  });

  test("any JSON becomes a valid document or a sentence", () => {
    const section = fc.constantFrom(
      "endpoints",
      "alerting",
      "suites",
      "external-endpoints",
      "maintenance",
      "ui",
    );
    fc.assert(
      fc.property(fc.dictionary(section, fc.jsonValue({ maxDepth: 4 })), (config) => {
        const { document } = importGatusText(JSON.stringify(config).replaceAll("$", "$$$$"));
        expect(readDocument(document).errors).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
