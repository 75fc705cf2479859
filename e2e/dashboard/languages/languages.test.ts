import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../../harness/chromium.ts";
import { accessibilityViolations, openDashboard, signUpOwner } from "../../harness/dashboard.ts";
import { createLab } from "../../harness/lab.ts";
import { openPage } from "../../harness/pages.ts";
import type { Vedette } from "../../harness/vedette.ts";

/** The dashboard in the language of the browser, and in the one that a person chose. */

const lab = createLab(afterAll);

describe.skipIf(!CHROMIUM_PATH)("languages", () => {
  let vedette: Vedette;
  let browser: Browser;
  let monitorId: string;

  beforeAll(async () => {
    vedette = await lab.start({ dataDir: await lab.newDataDir() });
    await signUpOwner(vedette);
    const monitor = { name: "Shop", type: "tcp", host: "127.0.0.1", port: 9, interval: 3_600 };
    const { status, text, body } = await vedette.request("POST", "/api/v1/monitors", monitor);
    if (status !== 201) throw new Error(text);
    monitorId = (body as { data: { id: string } }).data.id;
    browser = await launchChromium();
  });
  afterAll(() => releaseChromium(browser));

  test("a failed sign-in is explained in German, and only once", async () => {
    const page = await openPage(browser, vedette.url, { locale: "de-DE" });
    await page.goto("/#notice=provider_unreachable");
    const notice = page.getByText("OpenID Connect hat nicht geantwortet.");
    await notice.waitFor();
    await expect.poll(() => page.url()).not.toContain("#");
    await page.reload();
    await page.getByLabel("E-Mail").waitFor();
    expect(await notice.count()).toBe(0);
  });

  test("a German browser gets German, and the choice of English stays after a reload", async () => {
    const options = { browser, locale: "de-DE", timezoneId: "Europe/Berlin" };
    const { page, pageErrors } = await openDashboard(vedette, "/", options);
    const language = () => page.locator("html").getAttribute("lang");
    const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });
    await heading("Übersicht").waitFor();
    expect(await language()).toBe("de");
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.goto("/alerts/rules/new");
    await heading("Alarmregel hinzufügen").waitFor();
    await page.getByText("Alarm bei: 2 fehlgeschlagene Prüfungen in Folge.").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.getByRole("button", { name: "Konto: Ada Owner" }).click();
    await page.getByRole("menuitem", { name: "English" }).click();
    await heading("Add alert rule").waitFor();
    expect(await language()).toBe("en");
    await page.reload();
    await heading("Add alert rule").waitFor();
    expect(await language()).toBe("en");
    expect(pageErrors).toEqual([]);
  });

  test("causes and errors of fields, which the server writes in English, are German", async () => {
    const { page, pageErrors } = await openDashboard(vedette, `/monitors/${monitorId}`, {
      browser,
      locale: "de-DE",
    });
    await page.getByText("127.0.0.1:9 hat die Verbindung abgelehnt.").first().waitFor();

    await page.goto("/monitors/new");
    await page.getByLabel("URL", { exact: true }).fill("ftp://shop.example");
    await page.getByRole("button", { name: "Hinzufügen und prüfen" }).click();
    await page.getByText("Die Adresse muss mit http:// oder https:// beginnen.").waitFor();
    expect(pageErrors.filter((error) => !error.includes("400 (Bad Request)"))).toEqual([]);
  });
});
