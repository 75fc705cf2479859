import fc from "fast-check";
import { expect, test } from "vitest";
import { nearestName } from "./nearest-name.ts";

const known = ["name", "interval", "follow_redirects", "url", "timeout"];

test.each([
  ["intervall", "interval"],
  ["followRedirects", "follow_redirects"],
  ["follow-redirect", "follow_redirects"],
  ["URL", "url"],
  ["nmae", null],
  ["tiemout", "timeout"],
  ["is_admin", null],
  ["", null],
  ["x".repeat(100_000), null],
])("%s is taken for %s", (name, expected) => {
  expect(nearestName(name, known)).toBe(expected);
});

test("a known name is its own nearest, and one slip in a long name is forgiven", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{6,20}$/), fc.nat(), (name, seed) => {
      const at = seed % name.length;
      const slipped = name.slice(0, at) + name.slice(at + 1);
      expect(nearestName(name, [name])).toBe(name);
      expect(nearestName(slipped, [name])).toBe(name);
    }),
  );
});
