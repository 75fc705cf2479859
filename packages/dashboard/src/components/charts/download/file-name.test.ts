import fc from "fast-check";
import { expect, test } from "vitest";
import { chartFileName } from "./file-name.ts";

const range = {
  fromMs: Date.parse("2026-11-26T12:00:00Z"),
  toMs: Date.parse("2026-11-27T12:34:56Z"),
};

test("the name of the file names the target, the chart and the range", () => {
  expect(chartFileName({ subject: "Shop: Kasse / Größe", title: "Response time", range }, "csv")).toBe(
    "shop-kasse-größe-response-time-20261126T1200Z-20261127T1234Z.csv",
  );
  expect(chartFileName({ subject: "../..", title: "", range }, "png")).toBe(
    "20261126T1200Z-20261127T1234Z.png",
  );
});

test("every name is a file name on every system", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "Z", "/", "\\", ".", "\0", " ", "é", "漢", "😀", "CON"),
  });
  fc.assert(
    fc.property(text, text, (subject, title) => {
      const name = chartFileName({ subject, title, range }, "csv");
      expect(name).toMatch(/^[\p{L}\p{M}\p{N}-]+\.csv$/u);
      expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(400);
    }),
  );
});
