import fc from "fast-check";
import { expect, test } from "vitest";
import { fitText, layoutLegend } from "./image-layout.ts";

const measure = (text: string) => [...text].length;

test("a text is cut where its width ends, and stays if it fits", () => {
  expect(fitText("Response time", 20, measure)).toBe("Response time");
  expect(fitText("Response time", 10, measure)).toBe("Response…");
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.integer({ min: 1, max: 50 }), (text, width) => {
      expect(measure(fitText(text, width, measure))).toBeLessThanOrEqual(width);
    }),
  );
});

test("entries of a legend do not overlap, and stay within the width unless one alone is wider", () => {
  const widths = fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 30 });
  fc.assert(
    fc.property(widths, (all) => {
      const positions = layoutLegend(all, { width: 100, gap: 8 });
      positions.forEach(({ left, line }, index) => {
        const before = positions[index - 1];
        const own = all[index] ?? 0;
        expect(left === 0 || left + own <= 100).toBe(true);
        if (before?.line === line) expect(left).toBe(before.left + (all[index - 1] ?? 0) + 8);
        else expect([left, line]).toEqual([0, (before?.line ?? -1) + 1]);
      });
    }),
  );
});
