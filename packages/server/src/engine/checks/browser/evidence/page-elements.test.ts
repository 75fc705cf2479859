import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type JourneyHarness,
  missingChromium,
  startJourneyHarness,
} from "../../../../../test/journey-harness.ts";
import { startWebShop, type WebShop } from "../../../../../test/servers/web-shop.ts";

const missing = await missingChromium();

describe.skipIf(missing !== null)(`the last page of a test run${missing ? `: ${missing}` : ""}`, () => {
  let shop: WebShop;
  let harness: JourneyHarness;
  beforeAll(async () => {
    shop = await startWebShop();
    harness = await startJourneyHarness();
  });
  afterAll(async () => {
    await harness.close();
    await shop.close();
  });

  test("lists its elements with selectors that each match one, and a screenshot of its viewport", async () => {
    const { lastPage } = await harness.run([{ action: "goto", url: `${shop.url}/controls` }], {
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
      harness.stored
        .get(lastPage?.screenshot ?? "")
        ?.subarray(0, 2)
        .toString("hex"),
    ).toBe("ffd8");
    const twice = lastPage?.elements.find(({ name }) => name === "Twice");
    expect([twice?.role, (twice?.width ?? 0) > 0, (twice?.y ?? 0) > 0]).toEqual(["button", true, true]);
    const uses = selectors.map((selector) => ({ action: "expect_count", selector, value: 1 }) as const);
    const { error } = await harness.run([{ action: "goto", url: `${shop.url}/controls` }, ...uses]);
    expect(error).toBeNull();
  });

  test("is the page of the failed step, and numbers elements of one name", async () => {
    const { lastPage, error } = await harness.run(
      [
        { action: "goto", url: `${shop.url}/search?q=lamp` },
        { action: "click", selector: "#missing", timeout_ms: 500 },
        { action: "goto", url: `${shop.url}/cart` },
      ],
      { listsElements: true },
    );
    expect([error?.stepIndex, lastPage?.stepIndex]).toEqual([1, 1]);
    expect(lastPage?.elements.map(({ selector }) => selector)).toEqual(
      expect.arrayContaining(['role=link[name="Add Red lamp"]', 'role=link[name="Add Blue lamp"]']),
    );
  });

  test("names no secret, and is absent unless it is asked for", async () => {
    const url = `${shop.url}/search?q=lamp`;
    const secret = { values: { WORD: "Blue" }, secretNames: ["WORD"] };
    const { lastPage } = await harness.run([{ action: "goto", url }], { ...secret, listsElements: true });
    const listed = JSON.stringify(lastPage?.elements);
    expect(listed).toContain("Red lamp");
    expect(listed).not.toContain("Blue");
    expect((await harness.run([{ action: "goto", url }])).lastPage).toBeUndefined();
  });
});
