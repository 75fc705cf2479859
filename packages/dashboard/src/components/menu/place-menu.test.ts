import { expect, test } from "vitest";
import { placeMenu } from "./place-menu.ts";

const WINDOW = { width: 1_000, height: 600 };
const MENU = { width: 200, height: 150 };
const button = (left: number, top: number) => ({ left, right: left + 40, top, bottom: top + 30 });

test.each([
  ["below its button", button(100, 100), { left: 100, top: 136 }],
  ["within the right edge", button(950, 100), { left: 792, top: 136 }],
  ["within the left edge", button(-20, 100), { left: 8, top: 136 }],
  ["above a button at the bottom", button(100, 560), { left: 100, top: 404 }],
])("a menu opens %s", (_where, at, place) => {
  expect(placeMenu(at, MENU, WINDOW)).toEqual(place);
});

test("a menu that fits on neither side opens where there is more room", () => {
  const high = { width: 200, height: 500 };
  expect(placeMenu(button(100, 200), high, WINDOW).top).toBe(236);
  expect(placeMenu(button(100, 400), high, WINDOW).top).toBe(8);
});
