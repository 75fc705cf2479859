import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ASSERTION_TYPES, type AssertionType, OPERATORS, type Operator } from "./assertion-rules.ts";
import { assertionInput } from "./assertions.ts";

/** The table of allowed operators, repeated on purpose so that a change of the code fails the test. */
const EQUALITIES = ["equals", "not_equals"];
const NUMERIC = [...EQUALITIES, "greater_than", "greater_than_or_equal", "less_than", "less_than_or_equal"];
const LISTS = ["in", "not_in"];
const TEXT = ["contains", "not_contains", "matches", "starts_with", "ends_with"];
const LENGTHS = ["length_equals", "length_greater_than", "length_less_than"];
const SET = ["contains", "not_contains", "matches", "equals_set", ...LENGTHS];
const BODY = [...EQUALITIES, ...TEXT, ...LISTS, ...LENGTHS, "is_empty", "is_not_empty"];
const ALLOWED: Record<AssertionType, readonly string[]> = {
  status_code: [...NUMERIC, ...LISTS],
  response_time: NUMERIC,
  ssl_expiry: NUMERIC,
  body: BODY,
  header: [...BODY, "exists", "not_exists"],
  json_path: [...new Set([...NUMERIC, ...BODY, "exists", "not_exists", "equals_set"])],
  ip: [...EQUALITIES, ...TEXT, ...LISTS],
  http_version: [...EQUALITIES, ...LISTS],
  redirect_url: [...BODY, "exists", "not_exists"],
  json_schema: ["matches"],
  issuer_cn: [...EQUALITIES, ...TEXT, ...LISTS],
  subject_cn: [...EQUALITIES, ...TEXT, ...LISTS],
  san: SET,
  key_type: [...EQUALITIES, ...LISTS],
  key_bits: NUMERIC,
  signature_algorithm: [...EQUALITIES, ...TEXT, ...LISTS],
  fingerprint_sha256: [...EQUALITIES, ...LISTS],
  tls_version: NUMERIC,
  cipher: [...EQUALITIES, ...TEXT, ...LISTS],
  chain_complete: EQUALITIES,
  hostname_ok: EQUALITIES,
  self_signed: EQUALITIES,
  ocsp_stapled: EQUALITIES,
  ocsp_status: [...EQUALITIES, ...LISTS],
  rcode: [...EQUALITIES, ...LISTS],
  answer: SET,
  answer_count: NUMERIC,
  ttl: NUMERIC,
  authenticated: EQUALITIES,
  packet_loss: NUMERIC,
  rtt_min: NUMERIC,
  rtt_avg: NUMERIC,
  rtt_max: NUMERIC,
  jitter: NUMERIC,
  domain_expiry: NUMERIC,
  registrar: [...EQUALITIES, ...TEXT, ...LISTS],
  domain_status: SET,
  nameserver: SET,
  dnssec: EQUALITIES,
  supplier_status: [...EQUALITIES, ...LISTS],
  incidents: SET,
  incident_count: NUMERIC,
  serving_status: [...EQUALITIES, ...LISTS],
  grpc_status: [...NUMERIC, ...LISTS],
  rows: NUMERIC,
  host_key_type: [...EQUALITIES, ...LISTS],
  host_key_fingerprint: [...EQUALITIES, ...LISTS],
  stratum: [...NUMERIC, ...LISTS],
  clock_offset: NUMERIC,
  entries: NUMERIC,
  container_state: [...EQUALITIES, ...LISTS],
  container_health: [...EQUALITIES, ...LISTS],
  restart_count: NUMERIC,
  value: [...new Set([...NUMERIC, ...BODY, "exists", "not_exists"])],
};
const BOOLEANS: readonly AssertionType[] = [
  "chain_complete",
  "hostname_ok",
  "self_signed",
  "ocsp_stapled",
  "authenticated",
  "dnssec",
];
const WITHOUT_VALUE = ["exists", "not_exists", "is_empty", "is_not_empty"];
const PROPERTIES: Partial<Record<AssertionType, string>> = { header: "x-id", json_path: "$.id" };

const PAIRS = ASSERTION_TYPES.flatMap((type) =>
  OPERATORS.map((operator): [AssertionType, Operator, boolean] => [
    type,
    operator,
    ALLOWED[type].includes(operator),
  ]),
);

function valueFor(type: AssertionType, operator: string) {
  if (type === "json_schema") return { type: "object" };
  if (BOOLEANS.includes(type) && EQUALITIES.includes(operator)) return "true";
  return [...LISTS, "equals_set"].includes(operator) ? ["5"] : "5";
}

function input(type: AssertionType, operator: string) {
  const property = PROPERTIES[type];
  return {
    type,
    operator,
    ...(property && { property }),
    ...(!WITHOUT_VALUE.includes(operator) && { value: valueFor(type, operator) }),
  };
}

function faultsOf(value: unknown): Record<string, string> {
  const parsed = assertionInput.safeParse(value);
  if (parsed.success) return {};
  return Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join("."), issue.message]));
}

describe("assertionInput", () => {
  test.each(PAIRS)("%s with %s: accepted is %s", (type, operator, isAllowed) => {
    const errors = faultsOf(input(type, operator));
    if (isAllowed) expect(errors).toEqual({});
    else expect(Object.keys(errors)).toEqual(["operator"]);
  });

  test("accepts only true or false for a fact that is one of them", () => {
    expect(assertionInput.parse({ ...input("self_signed", "eq"), value: false }).value).toBe("false");
    expect(faultsOf({ ...input("self_signed", "eq"), value: "no" })).toEqual({
      value: "must be true or false",
    });
  });

  test("names the allowed operators when it rejects a pair", () => {
    expect(faultsOf(input("status_code", "contains")).operator).toMatch(/status_code.*equals.*less_than/);
  });

  test.each([
    ["eq", "equals"],
    ["not_eq", "not_equals"],
    ["gt", "greater_than"],
    ["gte", "greater_than_or_equal"],
    ["lt", "less_than"],
    ["lte", "less_than_or_equal"],
    ["regex", "matches"],
  ])("%s is stored as %s", (alias, operator) => {
    expect(assertionInput.parse(input("json_path", alias))).toMatchObject({ operator });
  });

  test.each(["toString", "__proto__", "constructor", "EQUALS", "", null])(
    "rejects operator %j",
    (operator) => {
      expect(Object.keys(faultsOf({ type: "body", operator, value: "x" }))).toEqual(["operator"]);
    },
  );

  test("stores numbers as numbers and strings as strings", () => {
    expect(assertionInput.parse(input("status_code", "eq")).value).toBe(5);
    expect(assertionInput.parse({ ...input("body", "contains"), value: 5 }).value).toBe("5");
    expect(assertionInput.parse({ ...input("header", "eq"), value: false }).value).toBe("false");
    expect(assertionInput.parse({ ...input("json_path", "eq"), value: true }).value).toBe(true);
    expect(assertionInput.parse({ ...input("json_path", "gt"), value: "1.5" }).value).toBe("1.5");
  });

  test("accepts only numbers and numeric strings for numeric sources", () => {
    fc.assert(
      fc.property(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string()), (value) => {
        const isNumber = String(value).trim() !== "" && Number.isFinite(Number(value));
        const errors = faultsOf({ type: "status_code", operator: "gte", value });
        expect(Object.keys(errors)).toEqual(isNumber ? [] : ["value"]);
      }),
    );
  });

  test.each([true, null, undefined, "", "  ", "two", "Infinity"])("status_code rejects %j", (value) => {
    expect(Object.keys(faultsOf({ type: "status_code", operator: "eq", value }))).toEqual(["value"]);
  });

  test.each(["greater_than", "lte"])("json_path with %s requires a number", (operator) => {
    expect(Object.keys(faultsOf({ ...input("json_path", operator), value: "x" }))).toEqual(["value"]);
  });

  test.each([
    ["in", "ok", /list of 1 to 100/],
    ["in", [], /list of 1 to 100/],
    ["not_in", Array.from({ length: 101 }, String), /list of 1 to 100/],
    ["equals", ["ok"], /must be one value/],
    ["equals", { type: "object" }, /must be one value/],
    ["equals", undefined, /is required/],
    ["length_equals", "long", /must be a number/],
    ["contains", null, /is required/],
  ])("json_path rejects '%s' with another value than it takes: %#", (operator, value, message) => {
    expect(faultsOf({ ...input("json_path", operator), value }).value).toMatch(message);
  });

  test("json_path equals null, and a list of texts has no null", () => {
    expect(assertionInput.parse({ ...input("json_path", "equals"), value: null }).value).toBeNull();
    expect(faultsOf({ ...input("body", "in"), value: ["a", null] }).value).toBe("must be a list of texts");
    expect(assertionInput.parse({ ...input("status_code", "in"), value: ["200", 204] }).value).toEqual([
      200, 204,
    ]);
    expect(faultsOf({ ...input("status_code", "in"), value: ["2xx"] }).value).toBe(
      "must be a list of numbers",
    );
  });

  test("names what is wrong in a JSON Schema", () => {
    const errors = faultsOf({ type: "json_schema", operator: "matches", value: { type: "text" } });
    expect(errors.value).toMatch(/^#\/type must be one of/);
    for (const value of [undefined, true, "{}", ["a"]]) {
      expect(faultsOf({ type: "json_schema", operator: "matches", value }).value).toMatch(
        /JSON Schema, as an object/,
      );
    }
  });

  test("drops the value of an operator that takes none", () => {
    expect(assertionInput.parse({ ...input("header", "exists"), value: "x" }).value).toBeNull();
  });

  test.each(["(", "a{2,1}", "(?=a)", "(a)\\1", "x".repeat(1_001), "a{1000}", "(a{100}){10}"])(
    "rejects pattern %j with a reason",
    (value) => {
      expect(faultsOf({ type: "body", operator: "matches", value }).value).toMatch(/^must be a pattern/);
    },
  );

  test.each(["(a+)+$", "^\\d{3}$", "(?i)ok", "[[:alpha:]]", "", "\\p{Greek}"])(
    "accepts pattern %j",
    (value) => {
      expect(faultsOf({ type: "body", operator: "matches", value })).toEqual({});
    },
  );

  test.each(["", "status", "$.[", "$[?(@.a]", `$.${"a".repeat(1_000)}`])("rejects path %j", (property) => {
    expect(Object.keys(faultsOf({ ...input("json_path", "exists"), property }))).toEqual(["property"]);
  });

  test.each(["", "a b", "a:b", "a\r\nb", "é", "a\0"])("rejects header name %j", (property) => {
    expect(Object.keys(faultsOf({ ...input("header", "exists"), property }))).toEqual(["property"]);
  });

  test.each(ASSERTION_TYPES)("%s reports whether it requires a property", (type) => {
    const { property: _property, ...without } = { property: null, ...input(type, ALLOWED[type][0] ?? "") };
    expect(Object.keys(faultsOf(without))).toEqual(type in PROPERTIES ? ["property"] : []);
    const foreign = { ...input(type, ALLOWED[type][0] ?? ""), property: "$['id']" };
    expect(Object.keys(faultsOf(foreign))).toEqual(type === "json_path" ? [] : ["property"]);
  });

  test("accepts null or an empty string for a property that does not apply", () => {
    expect(assertionInput.parse({ ...input("body", "equals"), property: null }).property).toBeNull();
    expect(assertionInput.parse({ ...input("body", "equals"), property: "" }).property).toBeNull();
  });

  test("reports all errors at once", () => {
    const errors = faultsOf({ type: "header", operator: "greater_than", property: "a b" });
    expect(Object.keys(errors).sort()).toEqual(["operator", "property", "value"]);
  });

  test("reports an unknown key by name", () => {
    const parsed = assertionInput.safeParse({ ...input("body", "equals"), target: "x" });
    expect(parsed.error?.issues).toMatchObject([{ code: "unrecognized_keys", keys: ["target"] }]);
  });

  test("parses its own output to the same value", () => {
    for (const [type, operator, isAllowed] of PAIRS) {
      if (!isAllowed) continue;
      const stored = assertionInput.parse(input(type, operator));
      expect(assertionInput.parse(stored)).toEqual(stored);
    }
  });
});
