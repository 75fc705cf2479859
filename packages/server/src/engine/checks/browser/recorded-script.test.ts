import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertRecordedScript } from "@vedette/contract/recorded-script/recorded-script.ts";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isolationHere, missingChromium, startJourneyHarness } from "../../../../test/journey-harness.ts";
import { TEST_CHROMIUM } from "../../../../test/servers/test-chromium.ts";
import { SHOP_PASSWORD, startWebShop } from "../../../../test/servers/web-shop.ts";
import { WarmBrowser } from "./chromium/warm-browser.ts";

/** The page numbers its elements, so that two locators can be compared by their matches. */
const PAGE = `<!doctype html><title>Shop</title>
<main>
  <h1>Pay</h1><h2>pay now</h2>
  <button>Pay</button><button>Pay <b>now</b></button><button>  pay
    later </button><button aria-pressed="true">Bold</button>
  <button>Say "hi" &gt;&gt; it's C:\\dir</button><button disabled>Off</button><input type="submit" value="Send">
  <label for="user">User name</label><input id="user" placeholder="Your Name" title="Name">
  <label>Password <input type="password" placeholder="your name too"></label>
  <input aria-label="Search the shop" placeholder='say "x"'>
  <input type="checkbox" checked aria-label="Stay"><input type="checkbox" aria-label="Stay not">
  <div data-testid="total">Total</div><div data-testid="a b" data-pw="total">Total: 12</div>
  <div><div>Total</div><span>Total of <i>all</i></span></div>
  <ul><li>Red lamp <button>Add</button></li><li>Blue lamp <button>Add</button></li><li>Chair</li></ul>
  <p>/etc/hosts</p><p>"quoted"</p><p>a &gt;&gt; b</p><p>50 % off</p><p hidden>Secret</p>
  <img alt="A Lamp" src="data:,"><img alt="lamp" src="data:,"><a href="#x">Terms</a>
</main>`;

const LOCATORS = [
  "page.getByRole('button')",
  "page.getByRole('button', { name: 'Pay' })",
  "page.getByRole('button', { name: 'Pay', exact: true })",
  "page.getByRole('button', { name: 'Pay  now', exact: true })",
  "page.getByRole('button', { name: /^pay (now|later)$/i })",
  "page.getByRole('button', { name: /say \"hi\" >> it's/i })",
  String.raw`page.getByRole('button', { name: 'Say "hi" >> it\'s C:\\dir' })`,
  "page.getByRole('button', { disabled: true })",
  "page.getByRole('button', { pressed: true })",
  "page.getByRole('checkbox', { name: 'stay', checked: true })",
  "page.getByRole('heading', { level: 2 })",
  "page.getByRole('paragraph', { includeHidden: true })",
  "page.getByText('pay')",
  "page.getByText('Pay now')",
  "page.getByText('Pay now', { exact: true })",
  "page.getByText('Total', { exact: true })",
  "page.getByText('Send')",
  "page.getByText(/total of/i)",
  "page.getByText('/etc/')",
  "page.getByText('/etc/hosts', { exact: true })",
  "page.getByText('\"quoted\"')",
  "page.getByText('\"quoted\"', { exact: true })",
  "page.getByText('a >> b').first()",
  "page.getByText('a >> b', { exact: true }).first()",
  "page.locator('p').getByText('/etc/')",
  "page.locator('p').getByText('a >> b')",
  "page.locator('p').getByText('\"quoted\"')",
  "page.locator('main').getByText('50 % off')",
  "page.getByLabel('user name')",
  "page.getByLabel('Password')",
  "page.getByLabel('Stay', { exact: true })",
  "page.getByLabel(/^(Search|User)/)",
  "page.getByPlaceholder('your name')",
  "page.getByPlaceholder('Your Name', { exact: true })",
  "page.getByPlaceholder('say \"x\"')",
  "page.getByAltText('lamp')",
  "page.getByAltText('lamp', { exact: true })",
  "page.getByTitle('name')",
  "page.getByTestId('total')",
  "page.getByTestId('a b')",
  "page.locator('xpath=//li').nth(1)",
  "page.locator('ul >> li').last()",
  "page.locator('li').filter({ hasText: 'red  LAMP' }).getByRole('button')",
  "page.locator('li', { hasText: 'lamp' }).nth(1)",
  "page.getByRole('listitem').filter({ hasNotText: 'lamp' })",
  "page.locator('div').filter({ hasText: /^Total$/ })",
  "page.locator('p').filter({ hasNotText: /etc|quoted/i })",
  "page.getByRole('button').filter({ hasText: 'say \"hi\" >> it' })",
  "page.locator('p').filter({ visible: true }).first()",
] as const;

const missing = await missingChromium();

describe.skipIf(missing !== null)(`a converted selector${missing ? `: ${missing}` : ""}`, () => {
  let folder: string;
  let warm: WarmBrowser;
  let page: Page;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "vedette-recorded-"));
    await chmod(folder, 0o711);
    warm = new WarmBrowser({
      chromiumPath: TEST_CHROMIUM,
      scratchRoot: folder,
      searchPath: process.env.PATH ?? "",
      isolation: isolationHere,
    });
    const { browser } = await warm.lease({}, null);
    page = await browser.newPage();
    await page.setContent(PAGE);
    await page.evaluate("[...document.querySelectorAll('*')].forEach((e, i) => { e.id ||= 'e' + i; })");
  });
  afterAll(async () => {
    await warm.close();
    await rm(folder, { recursive: true, force: true });
  });

  test.each(LOCATORS)("finds what `%s` finds", async (written) => {
    const { steps, not_converted } = convertRecordedScript(`await ${written}.hover();`);
    expect(not_converted).toEqual([]);
    const [step] = steps;
    const selector = step && "selector" in step ? String(step.selector) : "";
    const found = await idsOf(page.locator(selector));
    expect(found).toEqual(await idsOf(locatorOf(written, page)));
    expect(found).not.toEqual([]);
  });
});

describe.skipIf(missing !== null)(`a converted state${missing ? `: ${missing}` : ""}`, () => {
  const ON = `<!doctype html><input id="on" type="checkbox" checked><input id="off" type="checkbox">
    <div id="aria" role="switch" aria-checked="true">Dark</div><fieldset disabled><input id="in"></fieldset>
    <button id="soft" aria-disabled="true">Pay</button><input id="focused" autofocus>`;

  test("passes if Playwright's passes and fails if its negation passes", async () => {
    const harness = await startJourneyHarness();
    const server = createServer((_request, response) => {
      response.setHeader("content-type", "text/html");
      response.end(ON);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const holding = [
      "page.locator('#on')).toBeChecked()",
      "page.locator('#off')).not.toBeChecked()",
      "page.locator('#aria')).toBeChecked()",
      "page.locator('#in')).toBeDisabled()",
      "page.locator('#soft')).toBeDisabled()",
      "page.locator('#on')).toBeEnabled()",
      "page.locator('#focused')).toBeFocused()",
      "page.locator('#on')).not.toBeFocused()",
      "page.locator('#on')).toBeAttached()",
      "page.locator('#gone')).not.toBeAttached()",
    ];
    const opposite = (text: string) =>
      text.includes(".not.") ? text.replace(".not.", ".") : text.replace(").to", ").not.to");
    const open = `await page.goto('http://127.0.0.1:${port}/');`;
    const lines = [
      ...holding.map((text) => `await expect(${text};`),
      ...holding.map((text) => `await expect.soft(${opposite(text).replace("()", "({ timeout: 300 })")};`),
    ];
    try {
      const { steps, not_converted } = convertRecordedScript([open, ...lines].join("\n"));
      expect(not_converted).toEqual([]);
      const outcome = await harness.run(steps);
      const statuses = outcome.steps.map(({ status }) => status);
      expect(statuses).toEqual([
        ...Array(1 + holding.length).fill("passed"),
        ...Array(holding.length).fill("failed"),
      ]);
    } finally {
      await new Promise((resolve) => server.close(resolve));
      await harness.close();
    }
  });
});

describe.skipIf(missing !== null)(`a converted recording${missing ? `: ${missing}` : ""}`, () => {
  test("buys a lamp and finds the page that opened", async () => {
    const shop = await startWebShop();
    const harness = await startJourneyHarness();
    try {
      const { steps, not_converted } = convertRecordedScript(recordedPurchase(shop.url));
      expect(not_converted).toEqual([]);
      const outcome = await harness.run(steps, { values: { PASSWORD: SHOP_PASSWORD } });
      expect(outcome.error).toBeNull();
      expect(outcome.steps.map(({ status }) => status)).toEqual(Array(15).fill("passed"));
    } finally {
      await harness.close();
      await shop.close();
    }
  });
});

function recordedPurchase(shopUrl: string): string {
  return `import { test, expect } from '@playwright/test';

test('test', async ({ page }) => {
  await page.goto('${shopUrl}/');
  await page.getByRole('textbox', { name: 'User' }).fill('Ann');
  await page.getByLabel('Password').fill(process.env.PASSWORD!);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.locator('h1')).toContainText('Hello Ann');
  await page.getByRole('searchbox', { name: 'Search' }).fill('lamp');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByRole('listitem')).toHaveCount(2);
  await page.locator('li').filter({ hasText: /^Red lamp/ }).getByRole('link').click();
  await expect(page).toHaveURL(/\\/cart\\?add=Red/);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page).toHaveTitle('Thank you');
  await page.goto('${shopUrl}/controls');
  const page1Promise = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Open the cart beside' }).click();
  const page1 = await page1Promise;
  await expect(page1.getByText('Your cart', { exact: true })).toBeVisible();
});
`;
}

/** Evaluates the text of a locator as a script would. */
function locatorOf(written: string, page: Page): Locator {
  return new Function("page", `return ${written}`)(page) as Locator;
}

function idsOf(locator: Locator): Promise<string[]> {
  return locator.evaluateAll((elements) => elements.map((element) => (element as { id: string }).id));
}
