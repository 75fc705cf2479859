import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../harness/chromium.ts";
import { accessibilityViolations, openDashboard, PHONE, signUpMember } from "../harness/dashboard.ts";
import { changeMonitor, createMonitor, getMonitor } from "../harness/monitors.ts";
import { enterSharedVedette } from "../harness/sharing/shared-vedette.ts";
import { startTarget, type Target } from "../harness/target.ts";
import type { Vedette } from "../harness/vedette.ts";

/** Two people editing one thing, leaving a page with unsaved input, and undoing. */

const GRACE = {
  name: "Grace Member",
  email: "grace@nothing-lost.example.org",
  password: "another long password",
  role: "member",
};

/** A window that is active would pause the checks of the other tests. */
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

describe.skipIf(!CHROMIUM_PATH)("in Chromium nothing is lost", () => {
  let vedette: Vedette;
  let browser: Browser;
  let target: Target;

  beforeAll(async () => {
    [vedette, target] = await Promise.all([enterSharedVedette(), startTarget()]);
    await signUpMember(vedette, GRACE);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await releaseChromium(browser);
    await target?.close();
  });

  const idle = (name: string) =>
    createMonitor(vedette, { name, url: target.url(), interval: 3_600, enabled: false });
  const open = async (path: string, options = {}) =>
    (await openDashboard(vedette, path, { browser, ...options })).page;
  const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();
  const nameField = (page: Page) => page.getByLabel("Name", { exact: true });
  const conflictOf = (page: Page) => page.getByRole("dialog", { name: "Someone else changed this" });
  const discardOf = (page: Page) => page.getByRole("dialog", { name: "Discard changes?" });
  const read = async (path: string) =>
    (await vedette.request("GET", `/api/v1${path}`)).body as { data: never };

  describe("when two people edit the same monitor", () => {
    test("the second one sees the change of the first, and merges it", async () => {
      const { id } = await idle("Shared");
      const [ada, grace] = [
        await open(`/monitors/${id}/edit`),
        await open(`/monitors/${id}/edit`, { person: GRACE }),
      ];
      await nameField(grace).fill("Renamed by Grace");
      await ada.getByLabel("URL").fill(target.url("/by-ada"));
      await save(ada);
      await ada.getByText("Shared saved.").waitFor();
      await save(grace);
      const dialog = conflictOf(grace);
      await dialog.getByText(/^Ada Owner saved a change .* ago\./).waitFor();
      const url = dialog.getByRole("listitem").filter({ hasText: "URL" });
      await url.getByText("Only they changed it. Merge keeps theirs.").waitFor();
      await url.getByText(target.url("/by-ada"), { exact: true }).waitFor();
      await dialog
        .getByRole("listitem")
        .filter({ hasText: "Only you changed it." })
        .getByText("Renamed by Grace")
        .waitFor();
      expect(await accessibilityViolations(grace)).toEqual([]);
      await dialog.getByRole("button", { name: "Merge" }).click();
      await grace.getByText("Renamed by Grace saved.").waitFor();
      const merged = await getMonitor(vedette, id);
      expect([merged.name, merged.url]).toEqual(["Renamed by Grace", target.url("/by-ada")]);
    });

    test("going back keeps the input, and overwriting is a choice", async () => {
      const { id } = await idle("Contested");
      const page = await open(`/monitors/${id}/edit`, { viewport: PHONE });
      await nameField(page).fill("Mine");
      await changeMonitor(vedette, id, { name: "Theirs", tags: ["new"] });
      await save(page);
      const dialog = conflictOf(page);
      await dialog.getByText("Both of you changed it. Merge keeps yours.").waitFor();
      await dialog.getByText(/^The API key “.*” saved a change/).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Go back" }).click();
      expect(await nameField(page).inputValue()).toBe("Mine");
      expect((await getMonitor(vedette, id)).name).toBe("Theirs");
      await save(page);
      await dialog.getByRole("button", { name: "Overwrite" }).click();
      await page.getByText("Mine saved.").waitFor();
      const stored = await getMonitor(vedette, id);
      expect([stored.name, stored.tags]).toEqual(["Mine", []]);
    });

    test("a change between the question and the decision is shown as well", async () => {
      const { id } = await idle("Thrice");
      const page = await open(`/monitors/${id}/edit`);
      await nameField(page).fill("Mine");
      await changeMonitor(vedette, id, { tags: ["first"] });
      await save(page);
      const dialog = conflictOf(page);
      await dialog.getByText("first", { exact: true }).waitFor();
      await changeMonitor(vedette, id, { tags: ["second"] });
      await dialog.getByRole("button", { name: "Merge" }).click();
      await dialog.getByText("second", { exact: true }).waitFor();
      await dialog.getByRole("button", { name: "Merge" }).click();
      await page.getByText("Mine saved.").waitFor();
      expect((await getMonitor(vedette, id)).tags).toEqual(["second"]);
    });
  });

  test.each([
    ["groups", "/groups", { name: "Checkout" }, { description: "Payments" }],
    ["variables", "/variables", { name: "REGION", value: "eu" }, { name: "ZONE" }],
  ])(
    "a dialog that edits %s sends the version that it was opened with",
    async (path, page, fields, theirs) => {
      const made = (await vedette.request("POST", `/api/v1/${path}`, fields)).body as {
        data: { id: string };
      };
      const { id } = made.data;
      const shown = await open(page);
      await shown.getByRole("button", { name: `Actions for ${fields.name}` }).click();
      await shown.getByRole("menuitem", { name: "Edit" }).click();
      const dialog = shown.getByRole("dialog", { name: `Edit ${fields.name}` });
      const [field, text] = path === "groups" ? ["Position", "7"] : ["Value", "us"];
      await dialog.getByLabel(field).fill(text);
      expect((await vedette.request("PUT", `/api/v1/${path}/${id}`, theirs)).status).toBe(200);
      await dialog.getByRole("button", { name: "Save" }).click();
      await conflictOf(shown).getByRole("button", { name: "Merge" }).click();
      await shown.getByText(/ saved\.$/).waitFor();
      const mine = path === "groups" ? { position: 7 } : { value: "us" };
      expect((await read(`/${path}/${id}`)).data).toMatchObject({ ...theirs, ...mine });
    },
  );

  test.each([
    [
      "an alert rule",
      "alerts/rules",
      "alerts/rules",
      { type: "consecutive_failures", params: { threshold: 2 } },
      { severity: "warning" },
    ],
    [
      "a maintenance window",
      "maintenance-windows",
      "alerts/maintenance",
      { duration_minutes: 60, starts_at: TOMORROW },
      { mode: "pause" },
    ],
    [
      "a channel",
      "alerts/channels",
      "alerts/channels",
      { type: "webhook", config: { url: "https://hooks.example/a" } },
      { config: { headers: { "x-a": "b" } } },
    ],
    [
      "an API monitor",
      "api-monitors",
      "api-monitors",
      { steps: [{ url: "https://a.example/" }], enabled: false },
      { tags: ["theirs"] },
    ],
    [
      "a journey",
      "journeys",
      "journeys",
      { steps: [{ action: "goto", url: "https://a.example/" }], enabled: false },
      { tags: ["theirs"] },
    ],
  ])("the form of %s merges, too", async (_noun, path, page, fields, theirs) => {
    const created = await vedette.request("POST", `/api/v1/${path}`, { name: "Before", ...fields });
    expect([created.status, created.text]).toEqual([201, expect.any(String)]);
    const { id } = (created.body as { data: { id: string } }).data;
    const isTarget = path === "api-monitors" || path === "journeys";
    const shown = await open(`/${page}/${id}${isTarget ? "/edit" : ""}`);
    await nameField(shown).fill("Mine");
    const changed = await vedette.request("PUT", `/api/v1/${path}/${id}`, theirs);
    expect([changed.status, changed.text]).toEqual([200, expect.any(String)]);
    await save(shown);
    await conflictOf(shown).getByRole("button", { name: "Merge" }).click();
    await conflictOf(shown).waitFor({ state: "detached" });
    const { config, ...rest } = theirs as { config?: object };
    await expect
      .poll(async () => (await read(`/${path}/${id}`)).data)
      .toMatchObject({ name: "Mine", ...rest, ...(config && { config: { headers: expect.anything() } }) });
  });

  test("the settings of the organization merge, and the role of a member is not overwritten unseen", async () => {
    const own = (await vedette.request("GET", "/api/v1/user/organizations")).body as {
      data: [{ id: string }];
    };
    const path = `/api/v1/organizations/${own.data[0].id}`;
    const page = await open("/settings/organization");
    await page.getByLabel("Result retention (days)").fill("21");
    expect((await vedette.request("PUT", path, { name: "Renamed" })).status).toBe(200);
    await save(page);
    await conflictOf(page).getByRole("button", { name: "Merge" }).click();
    await page.getByText("Organization saved.").waitFor();
    expect(await nameField(page).inputValue()).toBe("Renamed");
    expect((await vedette.request("GET", path)).body).toMatchObject({
      data: { name: "Renamed", settings: { retention_days: 21 } },
    });

    await page.goto("/settings/members");
    const role = page.getByLabel(`Role of ${GRACE.name}`);
    await role.waitFor();
    const { data: members } = (await vedette.request("GET", `${path}/members`)).body as {
      data: { id: string; email: string }[];
    };
    const member = `${path}/members/${members.find(({ email }) => email === GRACE.email)?.id}`;
    expect((await vedette.request("PUT", member, { role: "viewer" })).status).toBe(200);
    await role.selectOption("Admin");
    await conflictOf(page).getByRole("button", { name: "Go back" }).click();
    await expect.poll(() => role.inputValue()).toBe("viewer");
    await role.selectOption("Member");
    await page.getByText(`${GRACE.name} is now member.`).waitFor();
  });

  describe("unsaved input", () => {
    test("is kept or discarded deliberately when the page is left", async () => {
      const { id } = await idle("Left");
      const page = await open(`/monitors/${id}`);
      await page.getByRole("link", { name: "Edit", exact: true }).click();
      const leave = () => page.getByRole("link", { name: "Variables" }).click();
      await nameField(page).fill("Half typed");
      await leave();
      const dialog = discardOf(page);
      await dialog.getByText("Your changes are not saved yet.").waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Keep editing" }).click();
      expect(await nameField(page).inputValue()).toBe("Half typed");
      expect(page.url()).toContain(`/monitors/${id}/edit`);
      await page.evaluate("history.back()");
      await dialog.waitFor();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      expect(await nameField(page).inputValue()).toBe("Half typed");
      await leave();
      await dialog.getByRole("button", { name: "Discard changes" }).click();
      await page.getByRole("heading", { level: 1, name: "Variables" }).waitFor();
      expect((await getMonitor(vedette, id)).name).toBe("Left");
    });

    test("asks nothing in an unchanged, restored or saved form", async () => {
      const { id } = await idle("Calm");
      const page = await open(`/monitors/${id}/edit`);
      await nameField(page).fill("Other");
      await nameField(page).fill("Calm");
      await page.getByRole("link", { name: "Variables" }).click();
      await page.getByRole("heading", { level: 1, name: "Variables" }).waitFor();
      await page.goto(`/monitors/${id}/edit`);
      await nameField(page).fill("Saved");
      await save(page);
      await page.getByText("Saved saved.").waitFor();
      await page.getByRole("heading", { level: 1, name: "Saved" }).waitFor();
      expect(await discardOf(page).count()).toBe(0);
    });

    test("asks before the tab is closed", async () => {
      const { id } = await idle("Closed");
      const page = await open(`/monitors/${id}/edit`);
      const asked: string[] = [];
      page.on("dialog", async (dialog) => {
        asked.push(dialog.type());
        await dialog.dismiss();
      });
      await nameField(page).fill("Half typed");
      await page.close({ runBeforeUnload: true });
      await expect.poll(() => asked).toEqual(["beforeunload"]);
      expect(await nameField(page).inputValue()).toBe("Half typed");
    });

    test("in a dialog survives Escape, and is discarded by confirmation", async () => {
      const page = await open("/groups");
      await page.getByRole("button", { name: "Add group" }).first().click();
      const form = page.getByRole("dialog", { name: "Add group" });
      await form.getByLabel("Name", { exact: true }).fill("Half typed");
      await page.keyboard.press("Escape");
      await discardOf(page).getByRole("button", { name: "Keep editing" }).click();
      expect(await form.getByLabel("Name", { exact: true }).inputValue()).toBe("Half typed");
      expect(await accessibilityViolations(page)).toEqual([]);
      await form.getByRole("button", { name: "Cancel" }).click();
      await discardOf(page).getByRole("button", { name: "Discard changes" }).click();
      await form.waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Add group" }).first().click();
      await page.keyboard.press("Escape");
      await form.waitFor({ state: "detached" });
    });

    test("asks before signing out", async () => {
      const { id } = await idle("Signed in");
      const page = await open(`/monitors/${id}/edit`);
      await nameField(page).fill("Half typed");
      await page.getByRole("button", { name: /Account:/ }).click();
      await page.getByRole("menuitem", { name: "Sign out" }).click();
      await discardOf(page).getByRole("button", { name: "Keep editing" }).click();
      expect(await nameField(page).inputValue()).toBe("Half typed");
    });
  });

  describe("undo", () => {
    test("resumes what was paused, and restores what was deleted", async () => {
      const { id } = await createMonitor(vedette, { name: "Reverted", url: target.url(), interval: 3_600 });
      const page = await open(`/monitors/${id}`);
      const isEnabled = async () => (await getMonitor(vedette, id)).enabled;
      await page.getByRole("button", { name: "Pause", exact: true }).click();
      const messages = page.getByRole("region", { name: "Notifications" });
      await messages.getByText("Reverted paused.").waitFor();
      expect(await messages.getAttribute("aria-live")).toBe("polite");
      expect(await isEnabled()).toBe(false);
      expect(await accessibilityViolations(page)).toEqual([]);
      await messages.getByRole("button", { name: "Undo" }).focus();
      await page.keyboard.press("Enter");
      await messages.getByText("Undone.", { exact: true }).waitFor();
      expect(await isEnabled()).toBe(true);
      await page.getByRole("button", { name: "Pause", exact: true }).waitFor();

      await page.getByRole("button", { name: "Delete" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await messages.getByText("Reverted deleted.").waitFor();
      await page.getByRole("heading", { level: 1, name: /monitor/i }).waitFor();
      await page.keyboard.press("Control+z");
      await page.getByRole("link", { name: "Reverted", exact: true }).waitFor();
      expect(await isEnabled()).toBe(true);
    });

    test("reverts the pause and the deletion of many, and leaves the others alone", async () => {
      const create = (name: string, enabled: boolean) =>
        createMonitor(vedette, { name, url: target.url(), interval: 3_600, enabled });
      const made = [
        await create("Many one", true),
        await create("Many two", true),
        await create("Many paused", false),
      ];
      const enabled = () => Promise.all(made.map(async ({ id }) => (await getMonitor(vedette, id)).enabled));
      const page = await open("/monitors?q=Many");
      const messages = page.getByRole("region", { name: "Notifications" });
      const choose = async () => {
        for (const { name } of made) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
        return page.getByRole("region", { name: "Selected monitors" });
      };
      await (await choose()).getByRole("button", { name: "Pause" }).click();
      await messages.getByText("Paused 2 monitors.").waitFor();
      expect(await enabled()).toEqual([false, false, false]);
      await messages.getByRole("button", { name: "Undo" }).click();
      await messages.getByText("Undone.", { exact: true }).waitFor();
      expect(await enabled()).toEqual([true, true, false]);

      await (await choose()).getByRole("button", { name: "Delete" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await messages.getByText("Deleted 3 monitors.").waitFor();
      await messages.getByRole("button", { name: "Undo" }).click();
      await expect.poll(() => messages.getByText("Undone.", { exact: true }).count()).toBeGreaterThan(0);
      await page.getByRole("link", { name: "Many paused" }).waitFor();
      expect(await enabled()).toEqual([true, true, false]);
    });

    test("withdraws an acknowledgement", async () => {
      target.answerWith(500);
      const { id } = await createMonitor(vedette, { name: "Failing", url: target.url() });
      const rule = { name: "Fails", type: "consecutive_failures", params: { threshold: 1 }, monitor_id: id };
      expect((await vedette.request("POST", "/api/v1/alerts/rules", rule)).status).toBe(201);
      const alerts = async () => (await read(`/alerts?target_id=${id}`)).data as { id: string }[];
      await expect.poll(async () => (await alerts()).length, { timeout: 30_000 }).toBeGreaterThan(0);
      const path = `/alerts/${(await alerts())[0]?.id}`;
      const isAcknowledged = async () =>
        ((await read(path)).data as { acknowledged_at: string | null }).acknowledged_at !== null;
      const page = await open(path);
      await page.getByRole("button", { name: /^Acknowledge: / }).click();
      const messages = page.getByRole("region", { name: "Notifications" });
      await messages.getByText(/^Acknowledged/).waitFor();
      expect(await isAcknowledged()).toBe(true);
      await messages.getByRole("button", { name: "Undo" }).click();
      await page.getByRole("button", { name: /^Acknowledge: / }).waitFor();
      expect(await isAcknowledged()).toBe(false);

      await page.goto("/alerts");
      await page
        .getByRole("button", { name: /^Acknowledge/ })
        .first()
        .click();
      await messages.getByText(/acknowledged\. Reminders are off\.$/).waitFor();
      expect(await isAcknowledged()).toBe(true);
      await messages.getByRole("button", { name: "Undo" }).click();
      await messages.getByText("Undone.", { exact: true }).waitFor();
      expect(await isAcknowledged()).toBe(false);
    });
  });
});
