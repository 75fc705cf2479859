import { expect, test } from "vitest";
import { aTarget } from "../../../test/fixtures.ts";
import { wallPages } from "./wall-pages.ts";

const LAYOUT = { columns: 2, rows: 2, pages: 3, perPage: 4 };

const targets = (...statuses: ("up" | "down")[]) =>
  statuses.map((status, index) => aTarget({ id: `${index}`, status }));
const idsOf = (pages: readonly { id: string }[][]) => pages.map((page) => page.map(({ id }) => id));

test("a single page has all targets", () => {
  expect(idsOf(wallPages(targets("down", "up"), { ...LAYOUT, pages: 1 }))).toEqual([["0", "1"]]);
});

test("what is wrong is on every page", () => {
  const all = targets("down", "up", "up", "up", "up", "up");
  expect(idsOf(wallPages(all, LAYOUT))).toEqual([
    ["0", "1", "2", "3"],
    ["0", "4", "5"],
  ]);
});

test("it takes at most half of a page; what is left of it comes before what is up", () => {
  const all = targets("down", "down", "down", "up", "up");
  expect(idsOf(wallPages(all, LAYOUT))).toEqual([
    ["0", "1", "2", "3"],
    ["0", "1", "4"],
  ]);
});

test("every target is shown on a page of one tile", () => {
  const all = targets("down", "up");
  const single = { columns: 1, rows: 1, pages: 2, perPage: 1 };
  expect(idsOf(wallPages(all, single))).toEqual([["0"], ["1"]]);
});
