import known from "@vedette/contract/journeys/playwright-devices.json" with { type: "json" };
import { devices } from "playwright-core";
import { expect, test } from "vitest";

test("the contract lists every device of Playwright with its viewport, in its order", () => {
  const ofPlaywright = Object.entries(devices).map(([name, { viewport }]) => [
    name,
    [viewport?.width, viewport?.height],
  ]);
  expect(Object.entries(known)).toEqual(ofPlaywright);
});
