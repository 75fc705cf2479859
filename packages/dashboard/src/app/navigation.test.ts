import { expect, test } from "vitest";
import { navItemsWithPage } from "./navigation.ts";

test("returns only items with a page, and a group if one of its children has a page", () => {
  const items = navItemsWithPage(new Set(["/monitors", "/settings/members", "/settings/profile"]));
  expect(items.map(({ label, to }) => [label, to])).toEqual([
    ["Monitors", "/monitors"],
    ["Settings", "/settings/members"],
  ]);
  expect(items[1]?.children?.map(({ label }) => label)).toEqual(["Members", "Profile"]);
});
