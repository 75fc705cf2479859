import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchesSubject, subjectPatternError } from "./subject-patterns.ts";

const MAIN = "repo:acme/shop:ref:refs/heads/main";

describe("a pattern", () => {
  test.each([
    [MAIN, MAIN, true],
    [MAIN, "repo:acme/shop:ref:refs/heads/main2", false],
    [MAIN, "repo:evil/repo:acme/shop:ref:refs/heads/main", false],
    ["repo:acme/*:ref:refs/heads/main", MAIN, true],
    ["repo:acme/*:ref:refs/heads/main", "repo:acme/shop:pull_request", false],
    ["repo:acme/*:ref:refs/heads/main", "repo:acme/x:environment:a:ref:refs/heads/main", false],
    ["repo:acme/*", "repo:acme/shop:pull_request", true],
    ["repo:acme/*", "repo:acme-evil/shop:pull_request", false],
    ["repo:acme/shop:*", MAIN, true],
    ["repo:acme/shop:*", "repo:acme/shop-evil:ref:refs/heads/main", false],
    ["repo:acme/shop:ref:refs/tags/v*", "repo:acme/shop:ref:refs/tags/v1.2", true],
    ["repo:acme/shop:ref:refs/tags/v*", "repo:acme/shop:ref:refs/heads/v1.2", false],
    [
      "project_path:acme/web/shop:ref_type:branch:ref:*",
      "project_path:acme/web/shop:ref_type:branch:ref:main",
      true,
    ],
    [
      "project_path:acme/web/shop:ref_type:branch:ref:*",
      "project_path:acme/web/shop:ref_type:tag:ref:main",
      false,
    ],
  ])("%s matches %s: %s", (pattern, subject, expected) => {
    expect(matchesSubject(pattern, subject)).toBe(expected);
  });

  test.each([
    [MAIN, true],
    ["system:serviceaccount:ci:deployer", true],
    ["repo:acme/*", true],
    ["project_path:acme/*:ref_type:branch:ref:main", true],
    ["*", false],
    ["repo:*", false],
    ["repo:acme*", false],
    ["repo:*/shop:ref:refs/heads/main", false],
    ["repo:/*", false],
  ])("%s is accepted: %s", (pattern, expected) => {
    expect(subjectPatternError(pattern) === null).toBe(expected);
  });

  test("that is accepted matches no subject of another owner", () => {
    const part = fc.string({ unit: fc.constantFrom("a", "b", ":", "/", "*"), maxLength: 10 });
    const subject = fc.string({ unit: fc.constantFrom("a", "b", ":", "/"), maxLength: 16 });
    fc.assert(
      fc.property(part, subject, (rest, other) => {
        const pattern = `repo:acme/${rest}`;
        fc.pre(subjectPatternError(pattern) === null);
        expect(matchesSubject(pattern, `repo:${other}`)).toBe(false);
      }),
    );
  });

  test("without `*` matches itself only", () => {
    const text = fc.string({ unit: fc.constantFrom("a", ":", "/", "."), maxLength: 12 });
    fc.assert(
      fc.property(text, text, (pattern, subject) => {
        expect(matchesSubject(pattern, subject)).toBe(pattern === subject);
      }),
    );
  });
});
