import fc from "fast-check";
import { expect, test } from "vitest";
import { compareLines } from "./compare-lines.ts";

const changed = (lines: readonly { text: string; isChanged: boolean }[]) =>
  lines.filter(({ isChanged }) => isChanged).map(({ text }) => text);

test("marks the lines that one text has and the other does not", () => {
  const [good, bad] = compareLines(
    "<h1>Shop</h1>\n<p>Buy</p>\n</body>",
    "<h1>Shop</h1>\n<p>Error</p>\n</body>",
  );
  expect([changed(good), changed(bad)]).toEqual([["<p>Buy</p>"], ["<p>Error</p>"]]);
});

const text = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 12 }).map((lines) => lines.join("\n"));

test("keeps every line in order, and what is not marked is the same in both texts", () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [a, b] = compareLines(one, other);
      expect(a.map((line) => line.text).join("\n")).toBe(one);
      expect(b.map((line) => line.text).join("\n")).toBe(other);
      const same = (lines: typeof a) => lines.filter(({ isChanged }) => !isChanged).map((line) => line.text);
      expect(same(a)).toEqual(same(b));
    }),
  );
});

test("marks nothing in equal texts, also in long ones", () => {
  const long = Array.from({ length: 2_000 }, (_, index) => `line ${index}`).join("\n");
  const [a, b] = compareLines(long, `${long}\nmore`);
  expect([changed(a), changed(b)]).toEqual([[], ["more"]]);
});
