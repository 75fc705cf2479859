import fc from "fast-check";
import { expect, test } from "vitest";
import { nearestName } from "./nearest-name.ts";

const known = ["name", "interval", "follow_redirects", "url", "timeout", "value", "steps"];

test.each([
  ["intervall", "interval"],
  ["followRedirects", "follow_redirects"],
  ["follow-redirect", "follow_redirects"],
  ["URL", "url"],
  ["nmae", "name"],
  ["vaule", "value"],
  ["stpes", "steps"],
  ["ulr", "url"],
  ["tiemout", "timeout"],
  ["is_admin", null],
  ["", null],
  ["x".repeat(100_000), null],
])("%s is taken for %s", (name, expected) => {
  expect(nearestName(name, known)).toBe(expected);
});

test("finds a known name itself, and a name with one missing or two swapped letters", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{6,20}$/), fc.nat(), (name, seed) => {
      const at = seed % (name.length - 1);
      const [first = "", second = ""] = name.slice(at, at + 2);
      expect(nearestName(name, [name])).toBe(name);
      expect(nearestName(name.slice(0, at) + name.slice(at + 1), [name])).toBe(name);
      expect(nearestName(name.slice(0, at) + second + first + name.slice(at + 2), [name])).toBe(name);
    }),
  );
});
