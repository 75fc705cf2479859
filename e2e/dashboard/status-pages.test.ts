import type { StatusPage } from "@vedette/contract/status-pages/status-pages.ts";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../harness/chromium.ts";
import { accessibilityViolations, openDashboard, PHONE, signUpMember } from "../harness/dashboard.ts";
import { enterSharedVedette } from "../harness/sharing/shared-vedette.ts";
import { startTarget, type Target } from "../harness/target.ts";
import type { Vedette } from "../harness/vedette.ts";

/** Status pages in the dashboard: from nothing to a published page, and every part of the editor. */

/** Four by four red pixels. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAEElEQVR4nGNYxcAARwzEcQAfIwqhX/DXQwAAAABJRU5ErkJggg==",
  "base64",
);
const WIDE = { width: 1_720, height: 1_000 };

describe.skipIf(!CHROMIUM_PATH)("status pages in Chromium", () => {
  let vedette: Vedette;
  let browser: Browser;
  let target: Target;

  beforeAll(async () => {
    [vedette, target] = await Promise.all([enterSharedVedette(), startTarget()]);
    browser = await launchChromium();
    const group = await post<{ id: string }>("/groups", { name: "Shop" });
    for (const name of ["Checkout", "Catalog"])
      await post("/monitors", { name, type: "url", url: target.url(), group_id: group.id });
    await post("/monitors", { name: "Search", type: "url", url: target.url() });
  });
  afterAll(async () => {
    await releaseChromium(browser);
    await target?.close();
  });

  async function post<T>(path: string, body: object): Promise<T> {
    const response = await vedette.request("POST", `/api/v1${path}`, body);
    expect([path, response.status]).toEqual([path, 201]);
    return (response.body as { data: T }).data;
  }
  async function get<T>(path: string): Promise<T> {
    return ((await vedette.request("GET", `/api/v1${path}`)).body as { data: T }).data;
  }
  const makePage = (fields: object) =>
    post<StatusPage>("/status-pages", { published: true, components: [{ name: "Website" }], ...fields });
  const open = (path: string, options: object = {}) =>
    openDashboard(vedette, path, { browser, viewport: WIDE, ...options });
  /** Resolves when the page has stored the next order and read it again, so that it knows its version. */
  const orderReloaded = async (page: Page) => {
    const finished = (method: string, path: string) =>
      page.waitForResponse((one) => one.request().method() === method && one.url().endsWith(path));
    await finished("PUT", "/order");
    await finished("GET", "/component-groups");
  };
  const preview = (page: Page) => page.frameLocator("iframe[title='Preview of the status page']");

  test("the first page takes two clicks from the overview, and is at once what visitors see", async () => {
    const { page, pageErrors } = await open("/");
    await page.getByRole("link", { name: "Create status page" }).click();
    await page.getByRole("button", { name: "Create and publish" }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Create and publish" }).click();
    await page.getByRole("tabpanel").getByText("2 targets").waitFor();
    const [made] = await get<StatusPage[]>("/status-pages");
    expect(made).toMatchObject({ published: true, title: "My organization" });
    await page.goto(`/status/${made?.slug}`);
    await page.locator(".component", { hasText: "Shop" }).waitFor();
    await page.locator(".component", { hasText: "Search" }).waitFor();
    await page.goto("/status-pages");
    await page.getByRole("row", { name: /My organization.*Published/ }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    // The search finds it by its slug.
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("my-organ");
    await page.getByRole("option", { name: /My organization/ }).click();
    await page.getByRole("tab", { name: "Components" }).waitFor();
    expect(pageErrors).toEqual([]);
  });

  test("a viewer sees everything and is offered no change; a hundred pages fit a phone", async () => {
    const person = {
      name: "Vera",
      email: "vera@status-pages.example.org",
      password: "a long password of viewers",
    };
    await signUpMember(vedette, { role: "viewer", ...person });
    const slugs = Array.from({ length: 96 }, (_, index) => `many-${index}`);
    const made = await Promise.all(slugs.map((slug) => makePage({ slug, title: `Page ${slug}` })));
    const { page, pageErrors } = await open("/status-pages", { viewport: PHONE, person });
    await page.getByRole("row", { name: /Page many-0.*Published.*Operational/ }).waitFor();
    expect(await page.getByRole("link", { name: "Create status page" }).count()).toBe(0);
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(PHONE.width);
    await page.goto(`/status-pages/${made[0]?.id}?tab=settings`);
    await page.getByText("Your role (viewer) can view this.").waitFor();
    expect(await page.getByLabel("Title").isDisabled()).toBe(true);
    for (const name of ["Save", "Publish", "Unpublish", "Delete status page"])
      expect([name, await page.getByRole("button", { name, exact: true }).count()]).toEqual([name, 0]);
    await page.getByRole("tab", { name: "Incidents" }).click();
    await page.getByRole("heading", { name: "No incidents" }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await Promise.all(made.map(({ id }) => vedette.request("DELETE", `/api/v1/status-pages/${id}`)));
    expect(pageErrors).toEqual([]);
  });

  test("a badge is created, shown and revoked on target and page, and a widget is framed by another site", async () => {
    const monitor = await post<{ id: string }>("/monitors", { name: "Pay", type: "url", url: target.url() });
    const made = await makePage({ slug: "badged", title: "Badged" });
    const { page, pageErrors } = await open(`/monitors/${monitor.id}`, { viewport: PHONE });
    await page.getByRole("button", { name: "Badge", exact: true }).click();
    await page.getByRole("button", { name: "Create badge" }).click();
    const image = page.getByRole("img", { name: "Preview: uptime 7d" });
    await page.getByLabel("Figure").selectOption("uptime/7d");
    await expect.poll(() => image.evaluate((one) => Reflect.get(one, "naturalHeight"))).toBe(20);
    await page.getByText(`](${vedette.url}/badge/`).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(PHONE.width);
    await page.getByRole("button", { name: "Revoke badge" }).click();
    await page.getByRole("dialog").last().getByRole("button", { name: "Revoke badge" }).click();
    await page.getByRole("button", { name: "Create badge" }).waitFor();

    await page.goto(`/status-pages/${made.id}?tab=settings`);
    await page.getByRole("button", { name: "Create badge" }).click();
    const script = (await page.locator("pre", { hasText: "<script" }).textContent()) ?? "";
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
    const site = await browser.newPage();
    await site.goto(target.url());
    await site.setContent(`<h1>Another site</h1>${script}`);
    const widget = site.frameLocator("iframe[title='Badged']");
    await widget.getByText("All systems operational").waitFor();
    await site.goto(/src="([^"]+)\/embed\.js"/.exec(script)?.[1]?.concat("/embed") ?? "");
    expect(await accessibilityViolations(site)).toEqual([]);
    await site.close();
  });

  test("the preview follows every tab before anything is saved, and one button saves all of them", async () => {
    const made = await makePage({ slug: "previewed", title: "Before" });
    const path = `/status-pages/${made.id}`;
    const { page, pageErrors } = await open(`${path}?tab=settings`);
    await preview(page).getByRole("heading", { level: 1, name: "Before" }).waitFor();
    // A preview that is not answered yet is canceled by the next one.
    await page.route("**/preview", () => {}, { times: 1 });
    const canceled = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/preview"));
    const asked = page.waitForRequest((request) => (request.postData() ?? "").includes("Half"));
    await page.getByLabel("Title").fill("Half");
    await asked;
    await page.getByLabel("Title").fill("After");
    expect((await canceled).postData()).toContain("Half");
    await preview(page).getByRole("heading", { level: 1, name: "After" }).waitFor();
    await page.getByRole("tab", { name: "Appearance" }).click();
    const file = { name: "logo.png", mimeType: "image/png", buffer: PNG };
    await page.getByLabel("File of Logo on light").setInputFiles(file);
    // The image of a stored page is shown in the frame, which runs no script.
    const logo = preview(page).getByRole("img", { name: "After" });
    await expect.poll(() => logo.evaluate((image) => Reflect.get(image, "naturalWidth"))).toBe(4);
    await page.getByLabel("Links and buttons").fill("#aa0000");
    await page.getByLabel("Style sheet").fill("h1 { letter-spacing: 7px }");
    const heading = preview(page).getByRole("heading", { level: 1 });
    await expect
      .poll(() =>
        heading.evaluate(
          (element) => element.ownerDocument.defaultView?.getComputedStyle(element).letterSpacing,
        ),
      )
      .toBe("7px");
    const accent = () =>
      heading.evaluate((element) =>
        element.ownerDocument.defaultView
          ?.getComputedStyle(element.ownerDocument.documentElement)
          .getPropertyValue("--accent"),
      );
    expect(await accent()).toBe("#aa0000");
    await page.getByLabel("Language of the preview").selectOption("Deutsch");
    await preview(page).locator("html[lang=de]").waitFor();
    await page.getByLabel("Theme of the preview").selectOption("Dark");
    await preview(page).locator("html[data-theme=dark]").waitFor();
    expect(await get<StatusPage>(`/status-pages/${made.id}`)).toMatchObject({
      ...{ title: "Before", colors: {}, custom_css: "", images: { logo_dark: null } },
    });
    // What the server does not accept is named, and the page is previewed without it.
    await page.getByLabel("Style sheet").fill("a { background: url(https://evil.example) }");
    await page.getByText(/line 1 url\(\) can only name an image/).waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.locator("textarea[aria-invalid=true]").waitFor();
    await page.getByRole("tab", { name: "Appearance (invalid)" }).waitFor();
    await page.getByLabel("Style sheet").fill("");
    // Another page of the dashboard would lose the changes.
    await page.getByRole("link", { name: "Variables" }).click();
    await page.getByRole("button", { name: "Keep editing" }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "After" }).waitFor();
    expect(await get<StatusPage>(`/status-pages/${made.id}`)).toMatchObject({
      ...{ title: "After", colors: { accent: "#aa0000" }, custom_css: "" },
    });
    expect(pageErrors.filter((error) => !error.includes("400"))).toEqual([]);
  });

  test("components are added, put into groups and ordered with the keyboard and with the mouse", async () => {
    const made = await makePage({ slug: "ordered", title: "Ordered" });
    const { page, pageErrors } = await open(`/status-pages/${made.id}`);
    const rows = page.getByRole("tabpanel").locator("[data-drag-item]");
    const order = () => rows.locator("[dir=auto]").allTextContents();
    await page.getByRole("button", { name: "Add component" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill("Checkout");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Select a target, tag, group or kind below.").waitFor();
    await dialog.getByLabel("Shop", { exact: true }).check();
    await dialog.getByText(/2 targets/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("2 targets").waitFor();
    await page.getByRole("button", { name: "Add group" }).click();
    await dialog.getByLabel("Name").fill("Europe");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("No component in this group").waitFor();
    await expect.poll(order).toEqual(["Website", "Checkout", "Europe"]);
    const down = page.getByRole("button", { name: "Move Checkout down" });
    await down.focus();
    const stepped = orderReloaded(page);
    await page.keyboard.press("Enter");
    await page.getByRole("listitem", { name: "Group Europe" }).getByText("Checkout").waitFor();
    // The button is in another list now, and still has the focus.
    await expect
      .poll(() => down.evaluate((element) => element.ownerDocument.activeElement === element))
      .toBe(true);
    const grip = (name: string): Locator =>
      rows.filter({ hasText: name }).locator("[draggable=true]").first();
    await stepped;
    const dropped = orderReloaded(page);
    await grip("Website").dragTo(rows.filter({ hasText: "Checkout" }), { targetPosition: { x: 200, y: 2 } });
    await expect.poll(order).toEqual(["Europe", "Website", "Checkout"]);
    type Component = { name: string; position: number; group_id: string | null };
    await expect
      .poll(async () =>
        (await get<Component[]>(`/status-pages/${made.id}/components`)).map(
          ({ name, position, group_id }) => [...[name, position, group_id !== null]],
        ),
      )
      .toEqual([
        ["Website", 0, true],
        ["Checkout", 1, true],
      ]);
    await preview(page).getByRole("heading", { name: "Europe" }).waitFor();
    expect(pageErrors).toEqual([]);

    // Someone else moves a component out of the group meanwhile.
    await dropped;
    const items = (
      await get<{ items: { id: string; components: string[] }[] }>(`/status-pages/${made.id}/order`)
    ).items;
    const [
      {
        id: group,
        components: [website = "", checkout = ""],
      } = { id: "", components: [] },
    ] = items;
    const other = { items: [{ id: website }, { id: group, components: [checkout] }] };
    await vedette.request("PUT", `/api/v1/status-pages/${made.id}/order`, other);
    await page.getByRole("button", { name: "Move Checkout up" }).click();
    await page.getByText(/Someone else changed the order/).waitFor();
    await expect.poll(order).toEqual(["Website", "Europe", "Checkout"]);
    // And the name of a component whose form is open.
    await page.getByRole("button", { name: "Edit Website" }).click();
    await dialog.getByLabel("Name", { exact: true }).fill("Site");
    await vedette.request("PUT", `/api/v1/status-pages/${made.id}/components/${website}`, { name: "Pages" });
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Someone else changed this").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Overwrite" }).click();
    await expect.poll(order).toEqual(["Site", "Europe", "Checkout"]);
    expect(pageErrors.splice(0)).toEqual([expect.stringContaining("412"), expect.stringContaining("412")]);
  });

  test("an incident is posted, updated, resolved and explained; a draft is published", async () => {
    const made = await makePage({ slug: "incidents", title: "Incidents" });
    await post(`/status-pages/${made.id}/incidents`, { title: "Drafted", message: "m", published: false });
    const { page, pageErrors } = await open(`/status-pages/${made.id}?tab=incidents`);
    await page.getByRole("button", { name: "Post incident" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Title").fill("Payments fail");
    await dialog.getByRole("button", { name: "Post incident" }).click();
    await dialog.getByText("Enter a message.").waitFor();
    await dialog.getByLabel("Message").fill("We see **errors**.");
    await dialog.getByLabel("Time").fill("2026-01-02T03:04");
    await dialog.getByLabel("Status of Website").selectOption("Partial outage");
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Post incident" }).click();
    await preview(page).getByRole("link", { name: "Payments fail" }).waitFor();
    await page.getByLabel("Document of the preview").selectOption("Newest incident");
    await preview(page).getByRole("heading", { level: 1, name: "Payments fail" }).waitFor();
    await page.getByLabel("Document of the preview").selectOption("Incident history");
    await preview(page)
      .getByRole("heading", { level: 1, name: /Incident history/ })
      .waitFor();
    await page.getByRole("link", { name: "Payments fail" }).click();
    await page.getByText("Website: Partial outage").waitFor();
    const form = page.locator("form").filter({ has: page.getByText("Notify subscribers") });
    await form.getByLabel("Message").fill("Fixed by our provider.");
    await form.getByLabel("Status", { exact: true }).selectOption("Resolved");
    await form.getByRole("button", { name: "Resolve incident" }).click();
    await page.getByText("Fixed by our provider.").waitFor();
    await page.getByRole("button", { name: "Edit update: Investigating" }).click();
    await dialog.getByLabel("Message").fill("We saw errors.");
    await dialog.getByRole("button", { name: "Save" }).click();
    // It names the word too.
    await dialog.waitFor({ state: "detached" });
    await page.getByText(/edited/).waitFor();
    await page.getByRole("textbox", { name: "Text" }).fill("A certificate expired.");
    await page.getByRole("button", { name: "Save postmortem" }).click();
    await page.getByText("Postmortem saved.").waitFor();
    await page.getByRole("tab", { name: "Incidents (1 draft)" }).waitFor();
    await page.getByRole("link", { name: "All incidents" }).click();
    await page.getByRole("link", { name: "Drafted" }).click();
    await page.getByRole("button", { name: "Publish incident" }).click();
    await page.getByText("Drafted is published.").waitFor();
    type Incident = { title: string; status: string; published: boolean; postmortem: string | null };
    const stored = await get<(Incident & { started_at: string })[]>(`/status-pages/${made.id}/incidents`);
    expect(
      stored.map(({ title, status, published, postmortem }) => [title, status, published, postmortem]),
    ).toEqual([
      ["Drafted", "investigating", true, null],
      ["Payments fail", "resolved", true, "A certificate expired."],
    ]);
    expect(stored[1]?.started_at).toMatch(/^2026-01-0[123]T/);
    expect(pageErrors.filter((error) => !error.includes("400"))).toEqual([]);
  });

  test("maintenance, access, domains and languages are set, also on a phone, without accessibility problems", async () => {
    const made = await makePage({ slug: "narrow", title: "Narrow" });
    await post("/maintenance-windows", { name: "Upgrade", duration_minutes: 60 });
    const { page, pageErrors } = await open(`/status-pages/${made.id}?tab=maintenance`, {
      ...{ viewport: PHONE, colorScheme: "dark", hasTouch: true },
    });
    await page.getByRole("checkbox", { name: "Upgrade" }).click();
    await page.getByRole("row", { name: /Upgrade.*In progress/ }).waitFor();
    await page.getByRole("tab", { name: "Access" }).click();
    await page.getByRole("combobox", { name: "Access" }).selectOption("Password: everyone who knows it");
    await page.getByLabel("Password", { exact: true }).fill("open sesame");
    await page.getByLabel("Only from these IP addresses").fill("192.0.2.0/24,");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByLabel("New password").waitFor();
    // A message covers the lower end of a phone for some seconds.
    await page.getByRole("button", { name: "Create token" }).press("Enter");
    await page.getByText(/feed\.atom\?token=/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("tab", { name: "Domains" }).click();
    await page.getByLabel("Host name").fill("https://wrong");
    await page.getByLabel("Host name").press("Enter");
    await page.getByText(/must be a host name/).waitFor();
    await page.getByLabel("Host name").fill("status.acme.example");
    await page.getByLabel("Host name").press("Enter");
    await page.getByRole("cell", { name: "_vedette-page.status.acme.example" }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("tab", { name: "Languages and figures" }).click();
    await page.getByLabel("Polski").click();
    await page.getByLabel("Days of history").fill("30");
    await page.getByLabel("Days of history").press("Enter");
    await expect.poll(async () => (await get<StatusPage>(`/status-pages/${made.id}`)).history_days).toBe(30);
    const stored = await get<StatusPage>(`/status-pages/${made.id}`);
    expect(stored).toMatchObject({
      ...{ access: "password", has_password: true, ip_allow: ["192.0.2.0/24"] },
    });
    expect([stored.languages.length, stored.languages.includes("pl")]).toEqual([14, false]);
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(
      PHONE.width,
    );
    await page.getByRole("button", { name: "Show preview" }).press("Enter");
    await preview(page).getByRole("heading", { level: 1, name: "Narrow" }).waitFor();
    expect(pageErrors.filter((error) => !error.includes("400"))).toEqual([]);
  });
});
