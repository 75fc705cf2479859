import { describe, expect, test } from "vitest";
import { missingChromium } from "../../../../../test/journey-harness.ts";
import { shopJourneysLab } from "../../../../../test/labs/shop-journeys-lab.ts";

const missing = await missingChromium();

describe.skipIf(missing !== null)(`the last page of a test run${missing ? `: ${missing}` : ""}`, () => {
  const lab = shopJourneysLab();

  test("lists its elements with selectors that each match one, and a screenshot of its viewport", async () => {
    const { lastPage } = await lab.harness.run([{ action: "goto", url: `${lab.shop.url}/controls` }], {
      listsElements: true,
      viewport: { width: 800, height: 600 },
    });
    expect(lastPage).toMatchObject({ stepIndex: 0, width: 800, height: 600 });
    const selectors = lastPage?.elements.map(({ selector }) => selector) ?? [];
    expect(selectors).toEqual(
      expect.arrayContaining([
        'role=heading[name="Controls"]',
        "role=combobox",
        "role=checkbox",
        'role=button[name="Twice"]',
        'role=link[name="Invoice"]',
      ]),
    );
    expect(
      lab.harness.stored
        .get(lastPage?.screenshot ?? "")
        ?.subarray(0, 2)
        .toString("hex"),
    ).toBe("ffd8");
    const twice = lastPage?.elements.find(({ name }) => name === "Twice");
    expect([twice?.role, (twice?.width ?? 0) > 0, (twice?.y ?? 0) > 0]).toEqual(["button", true, true]);
    const uses = selectors.map((selector) => ({ action: "expect_count", selector, value: 1 }) as const);
    const { error } = await lab.harness.run([{ action: "goto", url: `${lab.shop.url}/controls` }, ...uses]);
    expect(error).toBeNull();
  });

  test("is the page of the failed step, and numbers elements of one name", async () => {
    const { lastPage, error } = await lab.harness.run(
      [
        { action: "goto", url: `${lab.shop.url}/search?q=lamp` },
        { action: "click", selector: "#missing", timeout_ms: 500 },
        { action: "goto", url: `${lab.shop.url}/cart` },
      ],
      { listsElements: true },
    );
    expect([error?.stepIndex, lastPage?.stepIndex]).toEqual([1, 1]);
    expect(lastPage?.elements.map(({ selector }) => selector)).toEqual(
      expect.arrayContaining(['role=link[name="Add Red lamp"]', 'role=link[name="Add Blue lamp"]']),
    );
  });

  test("names no secret, and is absent unless it is asked for", async () => {
    const url = `${lab.shop.url}/search?q=lamp`;
    const secret = { values: { WORD: "Blue" }, secretNames: ["WORD"] };
    const { lastPage } = await lab.harness.run([{ action: "goto", url }], { ...secret, listsElements: true });
    const listed = JSON.stringify(lastPage?.elements);
    expect(listed).toContain("Red lamp");
    expect(listed).not.toContain("Blue");
    expect((await lab.harness.run([{ action: "goto", url }])).lastPage).toBeUndefined();
  });
});
