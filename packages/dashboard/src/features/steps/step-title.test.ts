import { expect, test } from "vitest";
import { stepActionLabel, stepTitle } from "./step-title.ts";

test.each([
  ["goto https://shop.example/", "Go to URL https://shop.example/"],
  ["expect visible h1", "Expect visible h1"],
  ["double click #buy (2)", "Double-click #buy (2)"],
  ["screenshot", "Take screenshot"],
  ["Pay by card", "Pay by card"],
  ["checkout", "checkout"],
])("the step '%s' is shown as '%s'", (name, title) => {
  expect(stepTitle(name)).toBe(title);
});

test("the action of a script keeps its name", () => {
  expect([stepActionLabel("set_variable"), stepActionLabel("script")]).toEqual(["Set variable", "script"]);
});
