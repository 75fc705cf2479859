import fc from "fast-check";
import { expect, test } from "vitest";
import { wallLayout } from "./wall-layout.ts";

const HD = { width: 1_920, height: 1_000 };

test("one target fills the screen, and few share it evenly", () => {
  expect(wallLayout(1, HD)).toEqual({ columns: 1, rows: 1, pages: 1, perPage: 1 });
  expect(wallLayout(4, HD)).toMatchObject({ columns: 2, rows: 2, pages: 1 });
  expect(wallLayout(6, HD)).toMatchObject({ columns: 2, rows: 3, pages: 1 });
});

test("more than fit are spread evenly over pages", () => {
  const { pages, perPage, columns, rows } = wallLayout(100, HD);
  expect([pages, perPage]).toEqual([4, 25]);
  expect(columns * rows).toBeGreaterThanOrEqual(perPage);
});

test("all tiles are on a page and no tile is smaller than readable, at any size", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000 }),
      fc.integer({ min: 200, max: 8_000 }),
      fc.integer({ min: 100, max: 5_000 }),
      (count, width, height) => {
        const { columns, rows, pages, perPage } = wallLayout(count, { width, height });
        expect(pages * perPage).toBeGreaterThanOrEqual(count);
        expect(columns * rows).toBeGreaterThanOrEqual(perPage);
        if (columns > 1) expect(width / columns).toBeGreaterThanOrEqual(340);
        if (rows > 1) expect(height / rows).toBeGreaterThanOrEqual(170);
      },
    ),
  );
});
