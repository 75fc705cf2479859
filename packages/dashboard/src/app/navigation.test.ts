import { expect, test } from "vitest";
import { placesWithPage } from "./navigation.ts";

test("only places with a page are shown, a group also where only a page within it is there", () => {
  const places = placesWithPage(new Set(["/monitors", "/settings/members", "/settings/profile"]));
  expect(places.map(({ label, to }) => [label, to])).toEqual([
    ["Monitors", "/monitors"],
    ["Settings", "/settings/members"],
  ]);
  expect(places[1]?.within?.map(({ label }) => label)).toEqual(["Members", "Profile"]);
});
