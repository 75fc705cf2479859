import { describe, expect, test } from "vitest";
import { monitorListQuery } from "./monitor-list.ts";
import { monitorCreate, monitorUpdate } from "./monitors.ts";

const SMALLEST = { name: "Shop", type: "url", url: "https://example.com" };

function issuesOf(value: unknown): string[] {
  const parsed = monitorCreate.safeParse(value);
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join("."));
}

describe("monitorCreate", () => {
  test("applies the documented defaults", () => {
    expect(monitorCreate.parse(SMALLEST)).toEqual({
      ...SMALLEST,
      recursion: true,
      expect_closed: false,
      tls: false,
      timeout: 30,
      locations: ["default"],
      enabled: true,
      follow_redirects: true,
      verify_tls: true,
      cache_bust: false,
      traceparent: false,
      invert: false,
    });
  });

  test.each([
    ["interval", [1, 1.5, 86_400], [0.9, 86_401, "60", null, -1]],
    ["timeout", [0.1, 30, 300], [0.09, 301, "5", null]],
    ["retries", [0, 5], [-1, 6, 1.5]],
    ["port", [1, 65_535, null], [0, 65_536, 80.5, "80"]],
    ["degraded_after_ms", [1, 300_000, null], [0, 1.5, 300_001]],
    ["name", ["a", "é".repeat(200)], ["", "   ", "a".repeat(201), null, 5]],
    ["type", ["url", "tcp"], ["http", "", null]],
    ["method", ["GET", "OPTIONS", null], ["get", "TRACE", "CONNECT", ""]],
    [
      "locations",
      [["a"], ["eu-1"], ["a".repeat(63)]],
      [[], ["A"], ["-a"], ["a".repeat(64)], ["a_b"], "a", null],
    ],
    ["tags", [[], ["a"], null], [[""], ["a".repeat(51)], [1], Array(21).fill("a")]],
    ["headers", [{}, { a: "b" }, null], [{ a: 1 }, ["a"], "a: b"]],
    ["assertions", [[], null], [{}, Array(51).fill({ type: "status_code", operator: "eq", value: 200 })]],
    ["enabled", [true, false], ["true", 1, null]],
    ["verify_tls", [true, false], ["false", null]],
  ])("%s keeps its bounds", (field, good, bad) => {
    // An update validates single fields only, without the rules across fields.
    const issues = (value: unknown) => monitorUpdate.safeParse({ [field]: value }).error?.issues ?? [];
    for (const value of good) expect(issues(value)).toEqual([]);
    for (const value of bad) {
      const [first] = issues(value);
      expect(first?.path[0]).toBe(field);
    }
  });

  test("trims names and tags", () => {
    expect(monitorCreate.parse({ ...SMALLEST, name: " Shop ", tags: [" a "] })).toMatchObject({
      name: "Shop",
      tags: ["a"],
    });
  });

  test("reports all errors at once, including those of each assertion", () => {
    const issues = issuesOf({
      type: "x",
      interval: 0,
      timeout: "1",
      assertions: [
        { type: "status_code", operator: "contains", value: "x" },
        { type: "header", operator: "eq" },
        { type: "nothing", operator: "eq", value: 1 },
      ],
    });
    expect(issues.sort()).toEqual(
      [
        "assertions.0.operator",
        "assertions.0.value",
        "assertions.1.property",
        "assertions.1.value",
        "assertions.2.type",
        "interval",
        "name",
        "timeout",
        "type",
      ].sort(),
    );
  });

  test("reports unknown keys by name, together with other errors", () => {
    const parsed = monitorCreate.safeParse({ ...SMALLEST, name: "", intervall: 5, Url: "x" });
    expect(parsed.error?.issues).toMatchObject([
      { path: ["name"] },
      { code: "unrecognized_keys", keys: ["intervall", "Url"] },
    ]);
  });

  test("accepts the complete response of a GET", () => {
    const readOnly = {
      id: "mon_1",
      org_id: "org_1",
      status: "up",
      status_since: "2026-01-01T00:00:00.000Z",
      last_checked_at: null,
      last_response_time_ms: 5,
      ssl_expires_at: null,
      created_at: "2026-01-01T00:00:00.000Z",
      updated_at: "2026-01-01T00:00:00.000Z",
    };
    expect(issuesOf({ ...SMALLEST, ...readOnly })).toEqual([]);
    expect(monitorUpdate.safeParse({ ...SMALLEST, ...readOnly }).success).toBe(true);
  });

  test("treats names of the prototype like other keys", () => {
    expect(
      issuesOf(JSON.parse('{"name":"a","type":"url","url":"http://a","__proto__":{"enabled":false}}')),
    ).toEqual([""]);
    const { headers } = monitorCreate.parse({ ...SMALLEST, headers: { constructor: "x" } });
    expect(headers).toEqual({ constructor: "x" });
  });
});

describe("monitorUpdate", () => {
  test("adds no fields that the request does not contain", () => {
    expect(monitorUpdate.parse({})).toEqual({});
    expect(monitorUpdate.parse({ name: "x", url: null })).toEqual({ name: "x", url: null });
  });

  test("rejects null for required fields", () => {
    const fields = ["name", "type", "interval", "timeout", "locations", "enabled", "retries", "verify_tls"];
    for (const field of fields) expect(monitorUpdate.safeParse({ [field]: null }).success, field).toBe(false);
  });
});

describe("monitorListQuery", () => {
  test("parses integers within the limits and rejects everything else", () => {
    expect(monitorListQuery.parse({})).toEqual({ limit: 50, sort: "-created_at" });
    expect(monitorListQuery.parse({ limit: "200" }).limit).toBe(200);
    for (const limit of ["0", "201", "1.5", "-1", "", "x", "1e2"]) {
      expect(monitorListQuery.safeParse({ limit }).success, limit).toBe(false);
    }
  });
});

test("reports errors across fields together with those of single fields, each field once", () => {
  const errors = (input: unknown) => {
    const parsed = monitorCreate.safeParse(input);
    return (parsed.error?.issues ?? []).map((issue) => issue.path.join(".")).sort();
  };
  expect(errors({ type: "url" })).toEqual(["name", "url"]);
  expect(errors({ type: "tcp", name: "", port: 0, url: "http://x/", tags: ["a", "a"] })).toEqual([
    "host",
    "name",
    "port",
    "tags",
    "url",
  ]);
  expect(errors({ type: "url", url: 5, headers: 7 })).toEqual(["headers", "name", "url"]);
  expect(errors({ name: "x", type: "url", url: "https://example.com" })).toEqual([]);
  expect(errors({ url: "ftp://x" })).toEqual(["name", "type"]);
});
