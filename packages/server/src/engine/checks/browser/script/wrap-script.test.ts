import { describe, expect, test } from "vitest";
import { wrapScript } from "./wrap-script.ts";

const RECORDED = `import { test, expect } from '@playwright/test';

test('test', async ({ page }) => {
  await page.goto('https://shop.example/start');
});
`;

describe("wrapScript", () => {
  test("leaves a file as the recorder writes it", () => {
    expect(wrapScript(RECORDED, null)).toBe(RECORDED);
  });

  test.each([
    ["with require", `const { test } = require("@playwright/test");\ntest("a", () => {});`],
    [
      "with other imports first",
      `// A comment\nimport fs from "node:fs";\nimport { test } from "@playwright/test";`,
    ],
    ["with types", `import type { Page } from "@playwright/test";`],
  ])("leaves a file %s", (_, script) => {
    expect(wrapScript(script, null)).toBe(script);
  });

  test("wraps statements in one test and keeps their line numbers", () => {
    const wrapped = wrapScript("await page.goto('/');\nawait page.click('a');", null).split("\n");
    expect(wrapped[0]).toMatch(
      /^import .* async \(\{ page, context, request \}\) => \{ await page\.goto\('\/'\);$/,
    );
    expect(wrapped[1]).toBe("await page.click('a');");
  });

  test("a trailing comment does not break the wrapper", () => {
    expect(wrapScript("await page.goto('/'); // done", null)).toMatch(/done\n\}\);\n$/);
  });

  test("replaces the origin of the first URL everywhere", () => {
    const script =
      "await page.goto('https://a.example/x');\nawait expect(page).toHaveURL('https://a.example/y?u=https://b.example');";
    expect(wrapScript(script, "https://preview.example:8443/ignored")).toContain(
      "goto('https://preview.example:8443/x');\nawait expect(page).toHaveURL('https://preview.example:8443/y?u=https://b.example');",
    );
  });

  test("does not replace a longer host with the same beginning", () => {
    const script = "await page.goto('https://a.example/'); await page.goto('https://a.example.org/');";
    expect(wrapScript(script, "https://p.example")).toContain("https://a.example.org/");
  });
});
