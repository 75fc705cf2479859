import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchesPattern, projectPatternsSchema } from "./project-patterns.ts";

describe("a pattern", () => {
  test.each([
    ["shop", "shop", true],
    ["shop", "shop-2", false],
    ["shop", "Shop", false],
    ["team-*", "team-", true],
    ["team-*", "team-web", true],
    ["team-*", "my-team-web", false],
    ["*-prod", "shop-prod", true],
    ["a*a", "a", false],
    ["a*b*c", "a-b-b-c", true],
    ["a*b*c", "a-c-b", false],
    ["a.c", "abc", false],
    ["*", "anything", true],
  ])("%s matches %s: %s", (pattern, text, expected) => {
    expect(matchesPattern(pattern, text)).toBe(expected);
  });

  test("matches what a regular expression of the same meaning matches", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 8 });
    const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 12 });
    fc.assert(
      fc.property(letters, text, (pattern, name) => {
        const expected = new RegExp(`^${pattern.replaceAll("*", ".*")}$`).test(name);
        expect(matchesPattern(pattern, name)).toBe(expected);
      }),
    );
  });

  test("with a thousand wildcards is matched at once", () => {
    expect(matchesPattern("*a".repeat(1_000), `${"a".repeat(100_000)}b`)).toBe(false);
  });
});

test.each([[[]], [["a/b"]], [[""]], [["a".repeat(81)]], [Array.from({ length: 21 }, () => "a")]])(
  "the patterns %j are rejected",
  (patterns) => {
    expect(projectPatternsSchema.safeParse(patterns).success).toBe(false);
  },
);
