import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { journeyStepInput } from "../journeys/journey-steps.ts";
import { convertRecordedScript, testsOfScript } from "./recorded-script.ts";

/** As `playwright codegen --target=playwright-test` writes it (its `codegen/javascript.ts`, 1.65.1). */
const RECORDED = `import { test, expect } from '@playwright/test';

test('test', async ({ page }) => {
  await page.goto('https://shop.example/');
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByRole('textbox', { name: 'User' }).click();
  await page.getByRole('textbox', { name: 'User' }).fill('ann');
  await page.getByRole('textbox', { name: 'User' }).press('Tab');
  await page.getByLabel('Password').fill('it\\'s "secret"');
  await page.getByRole('checkbox', { name: 'Stay' }).check();
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('heading')).toContainText('Hello  Ann');
  await page.getByLabel('Country').selectOption('DE');
  await page.locator('div').filter({ hasText: /^Total$/ }).nth(1).dblclick();
  page.once('dialog', dialog => {
    console.log(\`Dialog message: \${dialog.message()}\`);
    dialog.dismiss().catch(() => {});
  });
  await page.getByText('Delete').click();
  const page1Promise = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Terms' }).click();
  const page1 = await page1Promise;
  await expect(page1.getByText('Terms of use', { exact: true })).toBeVisible();
  await expect(page1.locator('#mail')).toHaveValue('a@b.example');
  await expect(page1.getByTestId('note')).toBeEmpty();
});`;

test("converts everything the recorder writes to equivalent steps", () => {
  expect(convertRecordedScript(RECORDED)).toEqual({
    steps: [
      { action: "goto", url: "https://shop.example/" },
      { action: "click", selector: 'role=link[name*="Log in"i]' },
      { action: "click", selector: 'role=textbox[name*="User"i]' },
      { action: "fill", selector: 'role=textbox[name*="User"i]', value: "ann" },
      { action: "press", selector: 'role=textbox[name*="User"i]', key: "Tab" },
      { action: "fill", selector: 'internal:label="Password"i', value: `it's "secret"` },
      { action: "check", selector: 'role=checkbox[name*="Stay"i]' },
      { action: "click", selector: 'role=button[name="Log in"s]' },
      { action: "expect_text", selector: "role=heading", operator: "contains", value: "Hello Ann" },
      { action: "select_option", selector: 'internal:label="Country"i', value: "DE" },
      { action: "double_click", selector: "div >> internal:has-text=/^Total$/ >> nth=1" },
      { action: "click", selector: "text=Delete" },
      { action: "click", selector: 'role=link[name*="Terms"i]' },
      { action: "expect_visible", selector: "text=/^\\s*Terms\\s+of\\s+use\\s*$/" },
      { action: "expect_value", selector: "#mail", operator: "equals", value: "a@b.example" },
      { action: "expect_value", selector: "data-testid=note", operator: "is_empty" },
    ],
    not_converted: [],
  });
});

describe("calls", () => {
  test.each([
    ["page.goto('https://a.example', { timeout: 5000 })", { action: "goto", timeout_ms: 5_000 }],
    ["page.waitForURL('**/cart')", { action: "wait_for", url: "**/cart" }],
    [
      "page.waitForURL(/cart\\/\\d+/i)",
      { action: "expect_url", operator: "matches", value: "(?i)cart\\/\\d+" },
    ],
    ["page.waitForLoadState()", { action: "wait_for", load_state: "load" }],
    ["page.waitForLoadState('networkidle')", { action: "wait_for", load_state: "networkidle" }],
    ["page.waitForTimeout(250)", { action: "wait_for", milliseconds: 250 }],
    ["page.keyboard.press('Escape')", { action: "press", key: "Escape" }],
    ["page.locator('#a').hover()", { action: "hover", selector: "#a" }],
    ["page.locator('#a').uncheck()", { action: "uncheck", selector: "#a" }],
    ["page.locator('#a').clear()", { action: "fill", selector: "#a", value: "" }],
    ["page.locator('#a').waitFor()", { action: "wait_for", selector: "#a" }],
    ["page.locator('#a').waitFor({ state: 'hidden' })", { action: "expect_hidden", selector: "#a" }],
    ["page.locator('#a').selectOption(['x'])", { action: "select_option", value: "x" }],
    [
      "page.locator('#f').setInputFiles({ name: 'ü.txt', mimeType: 'text/plain', buffer: Buffer.from('ü') })",
      { action: "upload", selector: "#f", name: "ü.txt", content_base64: "w7w=" },
    ],
    [
      "page.locator('#f').setInputFiles({ name: 'a', buffer: Buffer.from('YQ==', 'base64') })",
      { action: "upload", name: "a", content_base64: "YQ==" },
    ],
    ["page.click('#a')", { action: "click", selector: "#a >> nth=0" }],
    ["page.fill('#a', 'x')", { action: "fill", selector: "#a >> nth=0", value: "x" }],
    ["page.press('#a', 'Enter')", { action: "press", selector: "#a >> nth=0", key: "Enter" }],
    ["page.waitForSelector('#a')", { action: "wait_for", selector: "#a >> nth=0" }],
    ["page.waitForSelector('#a', { state: 'hidden' })", { action: "expect_hidden", selector: "#a >> nth=0" }],
    ["page.getByLabel('Password').fill(process.env.SHOP_PASSWORD)", { value: "{{SHOP_PASSWORD}}" }],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the braces belong to the script.
    ["page.locator('#a').fill(`Dear ${vars.NAME}!`)", { value: "Dear {{NAME}}!" }],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the braces are the script's.
    ["page.goto(`${vars['BASE']}/cart`)", { url: "{{BASE}}/cart" }],
  ])("`%s` is a step", (call, step) => {
    expect(convertRecordedScript(`await ${call};`)).toEqual({
      steps: [expect.objectContaining(step)],
      not_converted: [],
    });
  });
});

describe("expectations", () => {
  test.each([
    ["expect(page.locator('#a')).not.toBeVisible()", { action: "expect_hidden" }],
    ["expect(page.locator('#a')).toBeHidden({ timeout: 900 })", { action: "expect_hidden", timeout_ms: 900 }],
    ["expect(page.locator('#a')).not.toBeHidden()", { action: "expect_visible" }],
    ["expect(page.locator('#a')).toHaveText(' a  b ')", { operator: "equals", value: "a b" }],
    ["expect(page.locator('#a')).not.toContainText('x')", { operator: "not_contains", value: "x" }],
    ["expect(page.locator('#a')).toHaveText(/^\\d+ €$/)", { operator: "matches", value: "^\\d+ €$" }],
    ["expect(page.locator('#a')).toHaveValue(/a.b/)", { operator: "matches", value: "(?-s)a.b" }],
    ["expect(page.locator('#a')).toHaveCount(3)", { action: "expect_count", operator: "equals", value: 3 }],
    ["expect(page.locator('#a')).toHaveAttribute('href', '/x')", { attribute: "href", value: "/x" }],
    ["expect(page.locator('#a')).not.toHaveAttribute('hidden')", { operator: "not_exists" }],
    ["expect(page).toHaveURL('https://a.example')", { operator: "equals", value: "https://a.example/" }],
    ["expect(page).toHaveTitle(/thank/i)", { action: "expect_title", value: "(?i)thank" }],
    [
      "expect(page.locator('#a')).toBeChecked({ timeout: 900 })",
      {
        action: "expect_count",
        selector: "#a >> :scope:is(:checked, [aria-checked=true])",
        value: 1,
        timeout_ms: 900,
      },
    ],
    [
      "expect(page.locator('#a')).not.toBeChecked()",
      { selector: "#a >> :scope:not(:checked, [aria-checked=true])", value: 1 },
    ],
    [
      "expect(page.locator('#a')).toBeChecked({ checked: false })",
      { selector: "#a >> :scope:not(:checked, [aria-checked=true])" },
    ],
    [
      "expect(page.locator('#a')).toBeDisabled()",
      { selector: "#a >> :scope:is(:disabled, [aria-disabled=true])", value: 1 },
    ],
    [
      "expect(page.locator('#a')).toBeEnabled()",
      { selector: "#a >> :scope:not(:disabled, [aria-disabled=true])", value: 1 },
    ],
    ["expect(page.locator('#a')).toBeFocused()", { selector: "#a >> :scope:is(:focus)", value: 1 }],
    ["expect(page.locator('#a')).not.toBeAttached()", { action: "expect_count", selector: "#a", value: 0 }],
    ["expect.soft(page.locator('#a')).toBeVisible()", { continue_on_failure: true }],
  ])("`%s` is a step", (call, step) => {
    expect(convertRecordedScript(`await ${call};`)).toEqual({
      steps: [expect.objectContaining(step)],
      not_converted: [],
    });
  });
});

describe("statements without an equivalent step are listed with line and reason", () => {
  test.each([
    ["await page.locator('#f').setInputFiles('invoice.pdf');", "the machine that recorded the script"],
    ["await page.locator('#a').click({ button: 'right' });", "does not support the option 'button'"],
    ["await page.frameLocator('#pay').getByRole('button').click();", "into a frame"],
    ["await page.locator('#pay').contentFrame().getByText('Pay').click();", "into a frame"],
    [
      "await page.locator('li').filter({ has: page.locator('b') }).click();",
      "do not support the filter 'has'",
    ],
    ["await page.getByPlaceholder(/mail/).fill('x');", "does not support patterns for attributes"],
    ["await page.goto('/cart');", "not absolute"],
    ["await page.locator('#a').fill(Math.random());", "known only at run time"],
    ["await page.locator('#a').fill('{{NAME}}');", "as a variable"],
    ["await page.locator('#a').pressSequentially('x');", "`fill` enters"],
    ["await page.locator('#a').selectOption(['x', 'y']);", "one option"],
    ["await page.waitForTimeout(99000);", "milliseconds"],
    ["await page.close();", "cannot close a page"],
    [
      "await expect(page.locator('#a')).toBeChecked({ indeterminate: true });",
      "does not support the option 'indeterminate'",
    ],
    ["await expect(page.locator('#a')).toHaveScreenshot('a.png');", "`screenshot` step"],
    ["await page.evaluate(() => 1);", "do not run code in the page"],
    ["class Shop {}", "page object"],
    ["async function login() {}", "where it is called"],
    ["import { test } from '../fixtures';", "what the script imports from '../fixtures' is missing"],
    ["test.afterEach(async () => {});", "a journey runs on its own"],
    ["test.skip('later', async ({ page }) => {});", "skips this test"],
    ["await expect(page.locator('#a')).toHaveText(['a', 'b']);", "known only at run time"],
    ["await expect(page.locator('#a')).toHaveText(/(?=a)b/);", "RE2"],
    ["await expect(page.locator('#a')).toHaveText(/\\Qa/);", "RE2"],
    ["await expect(page.locator('#a')).not.toHaveText(/a/);", "does not match"],
    [
      "await expect(page.locator('body')).toMatchAriaSnapshot(`- heading`);",
      "no step compares accessibility trees",
    ],
    ["const download = page.waitForEvent('download');", "journeys block downloads"],
    ["page.on('dialog', dialog => dialog.accept());", "journeys dismiss all dialogs"],
    ["page.on('dialog', dialog => { dialog.accept(); });", "journeys dismiss all dialogs"],
    ["if (await page.isVisible('#a')) { await page.reload(); }", "no conditions"],
    ["await request.get('https://a.example');", "does not act on the page"],
    ["import fs from 'node:fs';", "from 'node:fs'"],
  ])("`%s`", (statement, why) => {
    const { steps, not_converted } = convertRecordedScript(`await page.waitForTimeout(1);\n\n${statement}`);
    expect(steps).toHaveLength(1);
    expect(not_converted).toEqual([{ line: 3, code: statement, why: expect.stringContaining(why) }]);
  });

  test("lists calls on a page that is not the most recently opened one", () => {
    const script = `const page1Promise = page.waitForEvent('popup');
      await page.locator('#a').click();
      const page1 = await page1Promise;
      await page.locator('#b').click();
      await page1.locator('#c').click();`;
    const { steps, not_converted } = convertRecordedScript(script);
    expect(steps.map((step) => "selector" in step && step.selector)).toEqual(["#a", "#c"]);
    expect(not_converted).toMatchObject([{ line: 4, why: expect.stringContaining("opened page, 'page1'") }]);
  });

  test("lists a second test, settings, and steps beyond the limit of a journey", () => {
    const waits = "await page.waitForTimeout(1);\n".repeat(101);
    const script = `test.use({ ...devices['iPhone 15'], testIdAttribute: 'data-pw' });
      test.describe('shop', () => {
        test('a', async ({ page: tab }) => {
          await tab.getByTestId('x').click();
        });
      });
      test('b', async ({ page }) => {});\n`;
    expect(convertRecordedScript(script)).toEqual({
      steps: [{ action: "click", selector: '[data-pw="x"]' }],
      not_converted: [
        expect.objectContaining({ line: 1, why: expect.stringContaining("`device`") }),
        expect.objectContaining({ line: 7, why: expect.stringContaining("one test") }),
      ],
    });
    const long = convertRecordedScript(waits);
    expect([long.steps.length, long.not_converted]).toMatchObject([100, [{ line: 101 }]]);
  });

  test("lists a file that cannot be parsed, with the line where parsing stopped", () => {
    const { steps, not_converted } = convertRecordedScript("await page.pause();\nlet x: = 1;");
    expect([steps, not_converted]).toMatchObject([[], [{ line: 2, code: "let x: = 1;" }]]);
  });
});

test("names steps after the title of their test step", () => {
  const script = `await test.step('Log in', async () => {
      await page.locator('#a').click();
      await test.step('as Ann', async () => { await page.locator('#b').click(); });
    });
    await page.locator('#c').click();`;
  expect(convertRecordedScript(script).steps.map(({ name }) => name)).toEqual([
    "Log in",
    "Log in › as Ann",
    undefined,
  ]);
});

test("converts a handwritten script with concise arrow functions and TypeScript assertions", () => {
  const script = `test("sign in", async ({ page }) => {
    await test.step("open", () => page.goto("https://shop.example/login"));
    await page.getByLabel("Password").fill(process.env.SHOP_PASSWORD!);
    await page.locator(\`#a\`)!.fill(vars["NAME"]!);
    page.on("dialog", (dialog) => dialog.dismiss());
  });`;
  expect(convertRecordedScript(script)).toEqual({
    steps: [
      { action: "goto", url: "https://shop.example/login", name: "open" },
      { action: "fill", selector: 'internal:label="Password"i', value: "{{SHOP_PASSWORD}}" },
      { action: "fill", selector: "#a", value: "{{NAME}}" },
    ],
    not_converted: [],
  });
});

test("converts a TypeScript script without its types", () => {
  const script = `import { test, expect, type Page } from '@playwright/test';
import type { User } from './users';
interface Shop { url: string }
type Name = string;
declare const SHOP: Shop;
test('pay', async ({ page }: { page: Page }): Promise<void> => {
  const pay = page.getByRole('button') as Locator;
  await (page as Page).goto('https://shop.example/' satisfies Name);
  await page.getByLabel('Password').fill(process.env.SHOP_PASSWORD!);
  await pay!.click();
});`;
  expect(convertRecordedScript(script)).toEqual({
    steps: [
      { action: "goto", url: "https://shop.example/" },
      { action: "fill", selector: 'internal:label="Password"i', value: "{{SHOP_PASSWORD}}" },
      { action: "click", selector: "role=button" },
    ],
    not_converted: [],
  });
});

describe("a script of several tests", () => {
  const script = `import { test } from '@playwright/test';
    test.beforeEach(async ({ page: tab }) => { await tab.goto('https://shop.example/'); });
    test.describe('cart', () => {
      test.beforeEach(async ({ page }) => { await page.locator('#cart').click(); });
      test('adds', async ({ page }) => { await page.locator('#add').click(); });
      test.only('removes', async ({ page }) => { await page.locator('#remove').click(); });
    });
    test('leaves', async ({ page }) => { await page.locator('#leave').click(); });`;
  const targets = (index: number) =>
    convertRecordedScript(script, index).steps.map((step) =>
      "selector" in step ? step.selector : step.action,
    );

  test("lists test names with their groups", () => {
    expect(testsOfScript(script)).toEqual(["cart › adds", "cart › removes", "leaves"]);
  });

  test("converts the selected test after its hooks, without losses", () => {
    expect([0, 1, 2].map(targets)).toEqual([
      ["goto", "#cart", "#add"],
      ["goto", "#cart", "#remove"],
      ["goto", "#leave"],
    ]);
    expect(convertRecordedScript(script, 1).not_converted).toEqual([]);
  });

  test("converts the first test by default and lists the others", () => {
    const { not_converted } = convertRecordedScript(script);
    expect(not_converted.map(({ line, why }) => [line, why])).toEqual([
      [6, expect.stringContaining("one test")],
      [8, expect.stringContaining("one test")],
    ]);
  });
});

test("replaces a named locator with its selector", () => {
  const script = `const row = page.getByRole('row').first();
    await row.getByRole('button').click();`;
  expect(convertRecordedScript(script).steps).toEqual([
    { action: "click", selector: "role=row >> nth=0 >> role=button" },
  ]);
});

describe("arbitrary input", () => {
  test("returns only valid steps", () => {
    const words = fc.constantFrom(
      ..."await page expect test . ( ) { } [ ] , => 'a' `b` /d/ 7 not click fill getByRole getByText".split(
        " ",
      ),
      ..."locator filter nth toHaveText toBeVisible step const x = ; goto name : hasText \n".split(" "),
    );
    const sources = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(words, { maxLength: 40 }).map((some) => some.join(" ")),
      fc
        .tuple(fc.string(), fc.string({ unit: "grapheme" }))
        .map(
          ([first, second]) =>
            `await page.getByText(${JSON.stringify(first)}).getByRole("row", { name: ${JSON.stringify(second)} }).fill(${JSON.stringify(first)})`,
        ),
    );
    fc.assert(
      fc.property(sources, (source) => {
        const { steps, not_converted } = convertRecordedScript(source);
        for (const step of steps) expect(journeyStepInput.safeParse(step).success).toBe(true);
        for (const { line, why } of not_converted) {
          expect(line).toBeGreaterThan(0);
          expect(why).not.toBe("");
        }
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["brackets", "(".repeat(100_000)],
    ["members", `await page${".a".repeat(80_000)}`],
    ["calls", `await page${".a()".repeat(60_000)}`],
    ["assertions", `await x${"!".repeat(100_000)}`],
    ["functions", "(()=>".repeat(20_000)],
    ["characters", "x".repeat(300_000)],
  ])("terminates for deeply nested %s", (_, source) => {
    const { steps, not_converted } = convertRecordedScript(source);
    expect([steps, not_converted.length]).toEqual([[], 1]);
  });
});
