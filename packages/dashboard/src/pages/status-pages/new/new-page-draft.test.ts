import { expect, test } from "vitest";
import { bodyOfNewPage, draftOfSuggestion, sentIndexOf } from "./new-page-draft.ts";

const component = (name: string) => ({
  ...{ name, selector: { targets: [name] }, target_count: 1, source: "target" as const },
});

test("only included components are sent, and their errors find their place in the form", () => {
  const draft = draftOfSuggestion({
    ...{ title: "Acme", slug: "acme" },
    components: ["a", "b", "c"].map(component),
  });
  const components = draft.components.map((one) => ({ ...one, isIncluded: one.name !== "a" }));
  expect(bodyOfNewPage({ ...draft, components }, false)).toEqual({
    ...{ title: "Acme", slug: "acme", published: false },
    components: [
      { name: "b", selector: { targets: ["b"] } },
      { name: "c", selector: { targets: ["c"] } },
    ],
  });
  expect([0, 1, 2].map((index) => sentIndexOf({ components }, index))).toEqual([null, 0, 1]);
});
