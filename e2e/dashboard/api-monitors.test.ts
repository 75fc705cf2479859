import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { json, startApi } from "../../packages/server/test/servers/api-target.ts";
import { createApiMonitor, runNow } from "../harness/api-monitors.ts";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../harness/chromium.ts";
import { accessibilityViolations, openDashboard, PHONE } from "../harness/dashboard.ts";
import { enterSharedVedette } from "../harness/sharing/shared-vedette.ts";
import { uniqueName } from "../harness/unique-name.ts";
import type { Vedette } from "../harness/vedette.ts";

/** API monitors from the first request to the failed assertion, as a person does it. */

describe.skipIf(!CHROMIUM_PATH)("API monitors in the dashboard", () => {
  let vedette: Vedette;
  let browser: Browser;
  let target: Awaited<ReturnType<typeof startApi>>;

  beforeAll(async () => {
    vedette = await enterSharedVedette();
    browser = await launchChromium();
    target = await startApi(({ path, headers }, response) => {
      if (path === "/login") return json(response, 200, { token: "t-1" });
      if (headers.authorization !== "Bearer t-1") return json(response, 403, { error: "not signed in" });
      return json(response, 200, { name: "ann", plan: 5 });
    });
  });
  afterAll(async () => {
    await releaseChromium(browser);
    await target?.close();
  });

  test("two steps are written, an error is shown at its field, and the first run is watched to its end", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/api-monitors", { browser });
    await page.getByRole("link", { name: "Add API monitor" }).first().click();
    await page.getByLabel("Name", { exact: true }).fill("Sign in and read");
    const first = page.getByRole("region", { name: "Step 1" });
    await first.getByLabel("URL").fill(`${target.url}/login`);
    await first.getByRole("tab", { name: "Extract" }).click();
    await first.getByRole("button", { name: "Add value" }).click();
    await first.getByLabel("Variable").fill("token");
    await first.getByLabel("JSONPath").fill("$.token");

    await page.getByRole("button", { name: "Add step" }).click();
    const second = page.getByRole("region", { name: "Step 2" });
    await second.getByLabel("URL").fill(`${target.url}/me`);
    await second.getByRole("tab", { name: "Auth" }).click();
    await second.getByLabel("Authentication").selectOption("Bearer token");
    await second.getByLabel("Token").fill("{{token}}");
    await second.getByRole("tab", { name: "Assertions" }).click();
    await second.getByRole("button", { name: "Add assertion" }).click();
    const assertion = second.getByRole("group", { name: "Assertion 2" });
    await assertion.getByLabel("JSONPath").fill("plan");
    await assertion.getByLabel("Expected").fill("5");
    await page.getByRole("button", { name: "Add and run" }).click();
    await assertion.locator("input[aria-invalid=true]").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await assertion.getByLabel("JSONPath").fill("$.plan");
    await page.getByRole("button", { name: "Add and run" }).click();
    await page.getByRole("heading", { name: "Run of Sign in and read" }).waitFor();
    await page.getByText("2 of 2").waitFor();
    await page.getByText("2. GET /me").first().click();
    await page.getByRole("row", { name: /\$\.plan is 5 5 Passed/ }).waitFor();
    // The browser itself reports the rejected form on the console.
    expect(pageErrors.filter((error) => !error.includes("400"))).toEqual([]);
  });

  test("a flow is tried before it is saved, and is built from the real answers by clicks", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/api-monitors/new", { browser });
    const first = page.getByRole("region", { name: "Step 1", exact: true });
    await first.getByRole("button", { name: "Test this step" }).click();
    await first.locator("input[aria-invalid=true]").first().waitFor();
    await first.getByLabel("URL").fill(`${target.url}/login`);
    await first.getByRole("button", { name: "Test this step" }).click();
    const answer = first.getByRole("region", { name: "Result of step 1" });
    await answer.getByText("Response 200").waitFor();
    await answer.getByRole("button", { name: '"token": "t-1"' }).click();
    expect(await accessibilityViolations(page)).toEqual([]);
    await answer.getByRole("button", { name: "Save as variable" }).click();
    await first.getByRole("tab", { name: "Extract (set)" }).click();
    expect(await first.getByLabel("Variable", { exact: true }).inputValue()).toBe("token");
    await answer.getByText("Changed since this test. Test again.").waitFor();

    await page.getByRole("button", { name: "Add step" }).click();
    const second = page.getByRole("region", { name: "Step 2", exact: true });
    await second.getByLabel("URL").fill(`${target.url}/me`);
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page.getByText("1 of 2 steps passed").waitFor();
    const refused = second.getByRole("region", { name: "Result of step 2" });
    await refused.getByRole("row", { name: /Status code is 200 403 Failed/ }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await second.getByRole("tab", { name: "Auth" }).click();
    await second.getByLabel("Authentication").selectOption("Bearer token");
    await second.getByLabel("Token").fill("{{token}}");
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page.getByText("2 of 2 steps passed").waitFor();
    for (const part of ['"plan": 5', /^content-type:/, /^Time /]) {
      await refused.getByRole("button", { name: part }).click();
      await refused.getByRole("button", { name: "Add assertion" }).click();
    }
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await refused.getByRole("tab", { name: "Assertions (4)" }).click();
    await refused.getByRole("row", { name: /\$\.plan is 5 5 Passed/ }).waitFor();
    const name = uniqueName("Tried first");
    const stored = await vedette.request("GET", `/api/v1/api-monitors?q=${encodeURIComponent(name)}`);
    expect(stored.body).toMatchObject({ data: [] });

    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("button", { name: "Add and run" }).click();
    await page.getByRole("heading", { name: `Run of ${name}`, exact: true }).waitFor();
    // The browser itself reports the rejected form on the console.
    expect(pageErrors.filter((error) => !error.includes("400"))).toEqual([]);
  });

  test("steps are moved and duplicated, and a saved change is there", async () => {
    const steps = [
      { name: "one", url: `${target.url}/login` },
      { name: "two", url: `${target.url}/login` },
    ];
    const { id } = await createApiMonitor(vedette, { name: "Order", steps });
    const { page } = await openDashboard(vedette, `/api-monitors/${id}/edit`, { browser });
    await page.getByRole("button", { name: "Move step 2 up" }).click();
    await page.getByRole("button", { name: "Duplicate step 1" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    // Exactly, for the heading of the form, "Edit Order", is there before the change is saved.
    await page.getByRole("heading", { name: "Order", exact: true }).waitFor();
    const answer = await vedette.request("GET", `/api/v1/api-monitors/${id}`);
    expect(answer.body).toMatchObject({
      data: { steps: [{ name: "two" }, { name: "two (copy)" }, { name: "one" }] },
    });
  });

  test("the forms of all kinds show the locations one after the other in one session", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/monitors/new", { browser });
    await page.getByText("Advanced", { exact: true }).click();
    await page.getByRole("tab", { name: "Locations" }).click();
    await page.getByRole("checkbox", { name: "default" }).waitFor();
    const navigation = page.getByRole("navigation", { name: "Main" });
    await navigation.getByRole("link", { name: "API monitors" }).click();
    await page.getByRole("link", { name: "Add API monitor" }).first().click();
    await page.getByRole("tab", { name: "Locations" }).click();
    await page.getByRole("checkbox", { name: "default" }).waitFor();
    await navigation.getByRole("link", { name: "Journeys" }).click();
    await page.getByRole("link", { name: "Add journey" }).first().click();
    await page.getByRole("tab", { name: "Locations" }).click();
    await page.getByLabel("Primary location").waitFor();
    expect(pageErrors).toEqual([]);
  });

  test("a cURL command is shown as what it makes before it is made", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/api-monitors", { browser });
    await page.getByRole("button", { name: "Import" }).click();
    const dialog = page.getByRole("dialog", { name: "Import API monitors" });
    await dialog.getByLabel(/cURL command, HAR/).fill(`curl --limit-rate 1k ${target.url}/login`);
    const name = uniqueName("Imported");
    await dialog.getByLabel("Name").fill(name);
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Preview" }).click();
    await dialog.getByText(name, { exact: true }).waitFor();
    await dialog.getByText("Not imported").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Create API monitor" }).click();
    await page.getByRole("row", { name: new RegExp(name) }).waitFor();
    expect(pageErrors).toEqual([]);
  });

  test.each([
    ["light", undefined],
    ["dark", PHONE],
  ] as const)(
    "every screen keeps to WCAG 2.2 AA and to the policy, %s at %o",
    async (colorScheme, viewport) => {
      const { id } = await createApiMonitor(vedette, {
        name: `Shop ${colorScheme} ${viewport?.width ?? "wide"}`,
        tags: ["shop"],
        max_retries: 1,
        steps: [
          {
            url: `${target.url}/login`,
            extract: [{ name: "token", source: "json_path", expression: "$.token" }],
          },
          {
            name: "Read the account",
            url: `${target.url}/me`,
            auth: { type: "bearer", token: "{{token}}" },
            assertions: [{ type: "json_path", operator: "equals", property: "$.plan", value: 6 }],
          },
          { name: "Never reached", url: `${target.url}/me` },
        ],
      });
      const { run } = await runNow(vedette, id);
      const size = viewport && { viewport };
      const { page, pageErrors } = await openDashboard(vedette, "/api-monitors", {
        browser,
        colorScheme,
        ...size,
      });
      const look = async (path: string, ready: string) => {
        await page.goto(path);
        await page.getByText(ready).filter({ visible: true }).first().waitFor();
        const width = await page.evaluate(
          "document.documentElement.scrollWidth - document.documentElement.clientWidth",
        );
        expect([path, await accessibilityViolations(page), pageErrors, width]).toEqual([path, [], [], 0]);
      };
      await look("/api-monitors", "Shop");
      await look(`/api-monitors/${id}`, "95th percentile");
      await look(`/api-monitors/${id}/edit`, "Read the account");
      await look(`/api-monitors/${id}/runs/${run.id}`, "JSON value");
      await page.getByRole("button", { name: "As a table" }).click();
      await page.getByRole("table", { name: "Timings of steps" }).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
    },
  );
});
