import { journeyStepInput } from "@vedette/contract/journeys/journey-steps.ts";
import { expect, test } from "vitest";
import { ACTIONS } from "./step-actions.ts";
import { inputOf, moved, newStepDraft, stepDraft, summaryOf, withAction } from "./step-drafts.ts";

const given = [
  { action: "goto", url: "https://shop.example/" },
  { action: "press", key: "Enter" },
  { action: "wait_for", milliseconds: 500 },
  { action: "expect_text", selector: "h1", value: "Hello" },
  { action: "expect_attribute", selector: "a", attribute: "href", operator: "exists" },
  { action: "screenshot", label: "home", compare: true, mask: [".clock"], threshold_percent: 1 },
  { action: "request", url: "https://shop.example/api?x=1", method: "POST", body: { a: 1 } },
  {
    action: "request",
    url: "https://shop.example/api",
    assertions: [
      { type: "status_code", operator: "equals", value: 201 },
      { type: "json_path", operator: "equals", property: "$.id", value: 5 },
      { type: "json_path", operator: "equals", property: "$.code", value: "5" },
    ],
    extract: [{ name: "id", source: "json_path", expression: "$.id" }],
  },
  { action: "set_variable", variable: "ID", from: { selector: "#id" } },
  { action: "upload", selector: "#file", name: "a.txt", content_base64: "YQ==" },
  { action: "totp", selector: "#code", secret: "{{SECRET}}" },
] as const;

test.each(given)("a stored step of $action is the same after it was opened and saved", (step) => {
  const stored = journeyStepInput.parse(step);
  const saved = journeyStepInput.parse(inputOf(stepDraft(stored)));
  expect(saved).toEqual(stored);
});

test.each(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[])(
  "of an empty %s only fields that the form has are refused",
  (action) => {
    const { error } = journeyStepInput.safeParse(inputOf(newStepDraft(action)));
    const shown = new Set([...ACTIONS[action].fields.map(({ name }) => name), "from", "name"]);
    const refused = (error?.issues ?? []).map(({ path }) => String(path[0]));
    expect(refused.filter((name) => !shown.has(name))).toEqual([]);
  },
);

test("a name that only said what the step did follows what it does", () => {
  const draft = stepDraft(journeyStepInput.parse({ action: "click", selector: "#old" }));
  const changed = { ...draft, values: { ...draft.values, selector: "#new" } };
  expect(journeyStepInput.parse(inputOf(changed)).name).toBe("click #new");
  const named = stepDraft(journeyStepInput.parse({ action: "click", selector: "#old", name: "Pay" }));
  expect(named.values.name).toBe("Pay");
});

test("another action keeps what both have and leaves out the rest", () => {
  const draft = newStepDraft("fill", { selector: "#user", value: "Ann", timeout_ms: 500 });
  expect(inputOf(withAction(draft, "click"))).toEqual({
    action: "click",
    selector: "#user",
    timeout_ms: 500,
  });
});

test("a step moves by one place, and not beyond the ends", () => {
  const drafts = [newStepDraft("goto"), newStepDraft("click"), newStepDraft("hover")];
  expect(moved(drafts, 2, 1).map(({ action }) => action)).toEqual(["goto", "hover", "click"]);
  expect(moved(drafts, 0, -1)).toEqual(drafts);
  expect(summaryOf(newStepDraft("press", { key: "Enter" }))).toBe("press Enter");
});
