import type { CheckOutcome } from "@vedette/contract/checks/check-run.ts";
import { describe, expect, test } from "vitest";
import { maskFacts, maskOutcome } from "./mask-outcome.ts";

const SECRET = "hunter2-hunter2";

const outcome: CheckOutcome = {
  status: "down",
  checkedAtMs: 1,
  responseUs: 5,
  timings: { dnsUs: null, connectUs: 1, tlsUs: null, ttfbUs: 2, downloadUs: 2 },
  statusCode: 200,
  ip: "10.1.2.3",
  tls: { expiresAtMs: 1, issuer: `CN=${SECRET}`, protocol: "TLSv1.3" },
  bodyBytes: 0,
  attempts: 1,
  assertions: [
    {
      type: "body",
      operator: "equals",
      property: null,
      value: SECRET,
      actual: `it is ${SECRET}`,
      passed: false,
    },
    { type: "json_path", operator: "equals", property: "$.a", value: 1, actual: 42_424_242, passed: false },
  ],
  fingerprint: { headers: `server: ${SECRET}`, addresses: ["10.1.2.3", "10.1.2.4"] },
  error: { code: "ASSERTION_FAILED", message: `expected ${SECRET}`, phase: "assertion" },
};

describe("the outcome of a check with secrets", () => {
  test("contains no secret in any of its texts", () => {
    const masked = maskOutcome(outcome, { mask: [SECRET, "42424242", "10.1.2.3"] });
    expect(JSON.stringify(masked)).not.toMatch(/hunter2|42424242|10\.1\.2\.3/);
    expect(masked).toMatchObject({
      ip: null,
      tls: { issuer: "CN=••••", protocol: "TLSv1.3" },
      error: { message: "expected ••••" },
      fingerprint: { headers: "server: ••••", addresses: ["10.1.2.4"] },
      assertions: [{ actual: "it is ••••" }, { actual: "••••", value: 1 }],
    });
  });

  test("is returned unchanged without secrets", () => {
    expect(maskOutcome(outcome, {})).toBe(outcome);
    const facts = { error: SECRET };
    expect(maskFacts(facts, {})).toBe(facts);
  });

  test("a check that did not run has no secret in the log", () => {
    expect(maskFacts({ error: `at ${SECRET}`, count: 1 }, { mask: [SECRET] })).toEqual({
      error: "at ••••",
      count: 1,
    });
  });
});
