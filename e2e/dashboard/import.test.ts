import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../harness/chromium.ts";
import { accessibilityViolations, openDashboard, PHONE } from "../harness/dashboard.ts";
import { enterSharedVedette } from "../harness/sharing/shared-vedette.ts";
import type { Vedette } from "../harness/vedette.ts";

/** The import dialog with documents of many operations and of many mebibytes. */

const AREAS = ["orders", "customers", "invoices", "stores", "people"];

type Catalog = { description?: string; resources?: number };

/** In each of 5 areas 100 resources, or as many as given, with GET and POST: 1,000 operations. */
function catalog({ description = "The catalog of a shop", resources = 100 }: Catalog = {}): string {
  const paths: Record<string, object> = {};
  for (const area of AREAS) {
    for (let key = 1; key <= resources; key += 1) {
      const describe = (verb: string) => ({
        operationId: `${verb}-${area}-${key}`,
        summary: `${verb} ${area} ${key}`,
        tags: [area],
        description:
          "Items of the resource, newest first, with their prices, taxes and the state of the delivery.",
        responses: { 200: { description: "The resource as it is stored now" } },
      });
      paths[`/${area}/${key}/items`] = { get: describe("List"), post: describe("Add") };
    }
  }
  const info = { title: "Shop", version: "1", description };
  return JSON.stringify({ openapi: "3.1.0", info, servers: [{ url: "http://127.0.0.1:9" }], paths });
}

const fileOf = (name: string, text: string | Buffer) => ({
  name,
  mimeType: "application/json",
  buffer: Buffer.from(text),
});

async function openImport(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Import" }).click();
  return page.getByRole("dialog", { name: "Import API monitors" });
}

describe.skipIf(!CHROMIUM_PATH)("the import dialog", () => {
  let vedette: Vedette;
  let browser: Browser;

  beforeAll(async () => {
    vedette = await enterSharedVedette();
    browser = await launchChromium();
  });
  afterAll(() => releaseChromium(browser));

  const storedAs = async (name: string) => {
    const list = await vedette.request("GET", `/api/v1/api-monitors?q=${encodeURIComponent(name)}`);
    const [{ id }] = (list.body as { data: [{ id: string }] }).data;
    const { body } = await vedette.request("GET", `/api/v1/api-monitors/${id}`);
    return (body as { data: { enabled: boolean; steps: { method: string; url: string }[] } }).data;
  };

  test("imports a search, a tag and a method out of 1,000 operations; a step that writes keeps it paused", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/api-monitors", { browser });
    const dialog = await openImport(page);
    await dialog.getByLabel("Or choose a file").setInputFiles(fileOf("shop.json", catalog()));
    await dialog.getByText("shop.json").waitFor();
    await dialog.getByLabel("Name").fill("By mouse");
    await dialog.getByRole("button", { name: "Preview" }).click();
    await dialog.getByText("1,000 of 1,000 selected, 1,000 shown").waitFor();
    await dialog.getByRole("button", { name: "Deselect all shown" }).click();
    await dialog.getByText(/^0 of 1,000 selected/).waitFor();
    expect(await dialog.getByRole("button", { name: "Preview" }).isDisabled()).toBe(true);

    await dialog.getByLabel("Tag").selectOption("orders");
    await dialog.getByText(/^0 of 1,000 selected, 200 shown/).waitFor();
    await dialog.getByLabel("Method").selectOption("GET");
    await dialog.getByText("0 of 1,000 selected, 100 shown").waitFor();
    await dialog.getByLabel("Search operations").fill("/9");
    await dialog.getByText("0 of 1,000 selected, 11 shown").waitFor();
    await dialog.getByRole("button", { name: "Select all shown", exact: true }).click();
    await dialog.getByText("11 of 1,000 selected, 11 shown").waitFor();
    await dialog.getByLabel("Method").selectOption("POST");
    await dialog.getByLabel("Tag").selectOption("people");
    await dialog.getByLabel(/^POST \/people\/99\/items/).check();
    await dialog.getByText("12 of 1,000 selected, 11 shown").waitFor();

    await dialog.getByRole("button", { name: "Preview" }).click();
    await dialog.getByText("Will create").waitFor();
    await dialog.getByText("created paused").first().waitFor();
    expect(await dialog.getByRole("listitem").filter({ hasText: "writes" }).last().textContent()).toMatch(
      /POST \{\{BASE_URL\}\}\/people\/99\/items/,
    );
    expect(await dialog.getByText("writes", { exact: true }).count()).toBe(1);
    await dialog.getByRole("button", { name: "Create API monitor" }).click();
    await page.getByRole("row", { name: /By mouse/ }).waitFor();
    const { enabled, steps } = await storedAs("By mouse");
    expect([enabled, steps.length]).toEqual([false, 12]);
    expect(steps.filter(({ method }) => method === "POST").map(({ url }) => url)).toEqual([
      "{{BASE_URL}}/people/99/items",
    ]);
    expect(pageErrors).toEqual([]);
  });

  test("works by keyboard alone: the 1,000 operations are one tab stop", async () => {
    const { page } = await openDashboard(vedette, "/api-monitors", { browser });
    await page.getByRole("button", { name: "Import" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Import API monitors" });
    // The file picker belongs to the operating system; everything else is typed.
    await dialog.getByLabel("Or choose a file").setInputFiles(fileOf("shop.json", catalog()));
    await dialog.getByText("shop.json").waitFor();
    await tabTo(page, dialog.getByLabel("Name"));
    await page.keyboard.type("By keyboard");
    await tabTo(page, dialog.getByRole("button", { name: "Preview" }));
    await page.keyboard.press("Enter");
    await dialog.getByText("1,000 of 1,000 selected").waitFor();
    await tabTo(page, dialog.getByRole("button", { name: "Deselect all shown" }));
    await page.keyboard.press("Enter");
    await dialog.getByText(/^0 of 1,000 selected/).waitFor();
    await tabTo(page, dialog.getByRole("checkbox").first());
    for (const key of ["Space", "ArrowDown", "ArrowDown", "Space", "End", "Space"]) {
      await page.keyboard.press(key);
    }
    await dialog.getByText(/^3 of 1,000 selected/).waitFor();
    await tabTo(page, dialog.getByRole("button", { name: "Preview" }));
    await page.keyboard.press("Enter");
    await dialog.getByText("Will create").waitFor();
    await tabTo(page, dialog.getByRole("button", { name: "Create API monitor" }));
    await page.keyboard.press("Enter");
    await page.getByRole("row", { name: /By keyboard/ }).waitFor();
    const { steps } = await storedAs("By keyboard");
    expect(steps.map(({ method, url }) => `${method} ${url.slice("{{BASE_URL}}".length)}`)).toEqual([
      "GET /orders/1/items",
      "GET /orders/2/items",
      "POST /people/100/items",
    ]);
  });

  test("imports the reference of Vedette's own API by tag", async () => {
    const own = readFileSync(join(import.meta.dirname, "../../docs/reference/openapi.json"));
    const { page, pageErrors } = await openDashboard(vedette, "/api-monitors", { browser });
    const dialog = await openImport(page);
    await dialog.getByLabel("Or choose a file").setInputFiles(fileOf("openapi.json", own));
    await dialog.getByLabel("Name").fill("Own reference");
    await dialog.getByRole("button", { name: "Preview" }).click();
    await dialog.getByRole("button", { name: "Deselect all shown" }).click();
    await dialog.getByLabel("Tag", { exact: true }).selectOption("Monitors");
    await dialog.getByLabel("Method").selectOption("GET");
    await dialog.getByRole("button", { name: "Select all shown", exact: true }).click();
    await dialog.getByRole("button", { name: "Preview" }).click();
    await dialog.getByText("Create these variables first").waitFor();
    expect(await dialog.getByText("writes", { exact: true }).count()).toBe(0);
    await dialog.getByRole("button", { name: "Create API monitor" }).click();
    await page.getByRole("row", { name: /Own reference/ }).waitFor();
    expect((await storedAs("Own reference")).steps.every(({ method }) => method === "GET")).toBe(true);
    expect(pageErrors).toEqual([]);
  });

  test("a large pasted document becomes a file, and is imported as one", async () => {
    const permissions = ["clipboard-read", "clipboard-write"];
    const { page, pageErrors } = await openDashboard(vedette, "/api-monitors", { browser, permissions });
    const dialog = await openImport(page);
    await dialog.getByText(/up to 50 MiB/).waitFor();
    const document = catalog({ description: "A shop. ".repeat(600_000), resources: 10 });
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(document)})`);
    await dialog.getByLabel(/cURL command, HAR/).focus();
    await page.keyboard.press("ControlOrMeta+v");
    await dialog.getByText("Pasted text").waitFor();
    await dialog.getByText(/^4\.\d MiB$/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByLabel("Name").fill("Pasted");
    await dialog.getByRole("button", { name: "Preview" }).click();
    await dialog.getByText("100 of 100 selected").waitFor();
    expect(pageErrors).toEqual([]);
  });

  test("shows how much of a large file is uploaded", async () => {
    const { page } = await openDashboard(vedette, "/api-monitors", { browser });
    const dialog = await openImport(page);
    const document = catalog({ description: randomBytes(4_500_000).toString("base64") });
    await dialog.getByLabel("Or choose a file").setInputFiles(fileOf("large.json", document));
    await dialog.getByText(/^6\.\d MiB$/).waitFor();
    // A line of 8 Mbit/s; on loopback the upload ends before the first poll.
    const network = await page.context().newCDPSession(page);
    const line = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 1_048_576 };
    await network.send("Network.emulateNetworkConditions", line);
    await dialog.getByRole("button", { name: "Preview" }).click();
    await dialog.getByRole("button", { name: /^Uploading … \d MiB$/ }).waitFor();
    await dialog.getByText("1,000 of 1,000 selected").waitFor({ timeout: 60_000 });
  });

  test.each([
    ["light", undefined],
    ["dark", PHONE],
  ] as const)("keeps to WCAG 2.2 AA on every page, %s at %o", async (colorScheme, viewport) => {
    const size = viewport && { viewport };
    const { page, pageErrors } = await openDashboard(vedette, "/api-monitors", {
      browser,
      colorScheme,
      ...size,
    });
    const dialog = await openImport(page);
    const look = async () => {
      const width = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
      expect([await accessibilityViolations(page), pageErrors, width]).toEqual([[], [], 0]);
    };
    await dialog.getByLabel("Or choose a file").waitFor();
    await look();
    // Above 200 KB the dialog keeps a file instead of its text; axe reads 100 rows in less time than 1,000.
    const document = catalog({ description: "A shop. ".repeat(30_000), resources: 10 });
    await dialog.getByLabel("Or choose a file").setInputFiles(fileOf("catalog-of-the-shop.json", document));
    await dialog.getByText("catalog-of-the-shop.json").waitFor();
    await look();
    await dialog.getByRole("button", { name: "Preview" }).click();
    await dialog.getByText("100 of 100 selected, 100 shown").waitFor();
    await look();
    await dialog.getByLabel("Search operations").fill("orders/7");
    await dialog.getByText("100 of 100 selected, 2 shown").waitFor();
    await dialog.getByRole("button", { name: "Deselect all shown" }).click();
    await dialog.getByText("98 of 100 selected, 2 shown").waitFor();
    await dialog.getByRole("button", { name: "Preview" }).click();
    await dialog.getByText("Will create").waitFor();
    await look();
  });
});

/** More than the controls of any page of the dialog; far fewer than its operations. */
const TABS_MAX = 25;

async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${target} is not reached within ${TABS_MAX} tabs`);
}
