import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { PushSubscriber } from "../../../packages/server/test/on-call/push-subscriber.ts";
import {
  CHROMIUM_PATH,
  launchChromium,
  releaseChromium,
  WHOLE_CHROMIUM_PATH,
} from "../../harness/chromium.ts";
import {
  accessibilityViolations,
  OWNER,
  openDashboard,
  PHONE,
  signUpOwner,
  watchPageErrors,
} from "../../harness/dashboard.ts";
import { createLab } from "../../harness/lab.ts";
import { createMonitor } from "../../harness/monitors.ts";
import { type MailServer, startMailServer } from "../../harness/servers/mail-server.ts";
import {
  clickNotification,
  deliverPush,
  shownNotifications,
} from "../../harness/servers/push-notifications.ts";
import { type PushService, startPushService } from "../../harness/servers/push-service.ts";
import { startTarget, type Target } from "../../harness/target.ts";
import type { Vedette } from "../../harness/vedette.ts";

/** How a person is reached: contact methods, rules, fire drills, acknowledge links, push, and the import of schedules. */

const lab = createLab(afterAll);

describe.skipIf(!CHROMIUM_PATH)("notifications of a person on call", () => {
  let vedette: Vedette;
  let browser: Browser;
  let mails: MailServer;
  let pushService: PushService;
  let target: Target;
  let folder: string;

  beforeAll(async () => {
    [mails, pushService, target, folder] = await Promise.all([
      ...[startMailServer(), startPushService(), startTarget(), mkdtemp(join(tmpdir(), "vedette-ca-"))],
    ] as [Promise<MailServer>, Promise<PushService>, Promise<Target>, Promise<string>]);
    target.answerWith(500);
    const ca = join(folder, "ca.pem");
    await writeFile(ca, pushService.ca);
    const env = {
      ...{ SMTP_URL: mails.url, VEDETTE_MAIL_FROM: "vedette@example.org" },
      ...{ NODE_EXTRA_CA_CERTS: ca, VEDETTE_EGRESS_ALLOW: new URL(pushService.endpoint).host },
    };
    vedette = await lab.start({ dataDir: await lab.newDataDir(), env });
    await signUpOwner(vedette);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await releaseChromium(browser);
    pushService?.close();
    await Promise.all([mails?.close(), target?.close(), folder && rm(folder, { recursive: true })]);
  });

  async function create(path: string, body: object): Promise<string> {
    const { status, text, body: made } = await vedette.request("POST", `/api/v1/${path}`, body);
    if (status !== 201) throw new Error(text);
    return (made as { data: { id: string } }).data.id;
  }

  /** Plain text, without the line breaks of quoted-printable. */
  const mailTexts = () => mails.received().map((mail) => mail.replaceAll("=\r\n", "").replaceAll("=3D", "="));

  /** A monitor that is down, whose alert pages everyone. Returns how to read the alert. */
  async function openAlert(name: string) {
    const policy = await create("escalation-policies", { name, steps: [{ notify: [{ type: "all" }] }] });
    const monitor = await createMonitor(vedette, { name, url: target.url(), interval: 1 });
    const rule = { name, type: "consecutive_failures", params: { threshold: 1 }, monitor_id: monitor.id };
    await create("alerts/rules", { ...rule, escalation_policy_id: policy });
    return async () => {
      const { body } = await vedette.request("GET", `/api/v1/alerts?target_id=${monitor.id}`);
      return (body as { data: { acknowledged_at: string | null; acknowledged_by_name: string | null }[] })
        .data[0];
    };
  }

  test("contact methods are verified by a code, and rules order them", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/settings/profile", { browser });
    const methods = page.getByRole("region", { name: "Contact methods" });
    await methods.getByText("No devices", { exact: true }).waitFor();
    await methods.getByRole("button", { name: "Add contact method" }).press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Phone number").fill("0151");
    await page.keyboard.press("Enter");
    await dialog.getByText("with its country code, such as").waitFor();
    await expectAccessible(page);
    await dialog.getByLabel("Phone number").fill("+1 555 010 0044");
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Send code" }).click();
    // Without an account for SMS, the dialog says so.
    await dialog.getByRole("alert").filter({ hasText: "The code was not sent." }).waitFor();
    await page.keyboard.press("Escape");
    await methods.getByText("Not verified").waitFor();

    await methods.getByRole("button", { name: "Add contact method" }).click();
    await dialog.getByLabel("Type").selectOption("Email");
    await dialog.getByLabel("Email address").fill("night@example.org");
    await dialog.getByRole("button", { name: "Add contact method" }).click();
    await dialog.getByRole("button", { name: "Send code" }).click();
    await dialog.getByLabel("Code", { exact: true }).fill("000");
    await page.keyboard.press("Enter");
    await dialog.getByText("6 digits that were sent").waitFor();
    const codeMail = () => mailTexts().find((text) => text.includes("To: night@example.org")) ?? "";
    await expect.poll(codeMail).toMatch(/\b\d{6}\b/);
    await dialog.getByLabel("Code", { exact: true }).fill(/\b\d{6}\b/.exec(bodyOf(codeMail()))?.[0] ?? "");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });

    const rules = page.getByRole("region", { name: "Notification rules" });
    await rules.getByRole("button", { name: "Edit rules" }).click();
    // The default rules: both addresses and the devices.
    await rules.getByRole("button", { name: "Delete rule 3" }).click();
    await rules.getByRole("button", { name: "Delete rule 2" }).click();
    await rules.getByRole("button", { name: "Add rule" }).click();
    const added = rules.getByRole("group", { name: "Rule 2" });
    await added.getByLabel("Contact method").selectOption("Email to night@example.org");
    await added.getByLabel("After (min)").fill("5");
    await expectAccessible(page);
    await rules.getByRole("button", { name: "Save rules" }).click();
    await rules.getByText("After 5 min").waitFor();
    expect(await textsOf(rules.getByRole("listitem"))).toEqual([
      expect.stringContaining(`At once: Email to ${OWNER.email}`),
      expect.stringContaining("After 5 min: Email to night@example.org"),
    ]);
    for (const view of [{ colorScheme: "dark" }, { viewport: PHONE }] as const) {
      const other = await openDashboard(vedette, "/settings/profile", { browser, ...view });
      await other.page.getByText("After 5 min").waitFor();
      await expectAccessible(other.page);
    }
    expect(pageErrors.filter((error) => !error.includes("400"))).toEqual([]);
  });

  test("a fire drill is started, and acknowledged on a phone", async () => {
    const id = await create("escalation-policies", {
      name: "Drilled",
      steps: [{ notify: [{ type: "all" }] }],
    });
    const { page, pageErrors } = await openDashboard(vedette, `/escalation-policies/${id}`, {
      ...{ browser, viewport: PHONE },
    });
    await page.getByRole("link", { name: "Fire drills" }).click();
    await page.getByText("No fire drills yet").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Start fire drill" }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Start fire drill" }).press("Enter");
    await page.getByRole("heading", { name: "Fire drill: Drilled" }).waitFor();
    await page.getByText("Sent", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Acknowledge" }).press("Enter");
    await page.getByText(`${OWNER.name} acknowledged`).waitFor();
    await expectAccessible(page);
    await page.goto(`/escalation-policies/${id}/drills`);
    await page.getByText("1 acknowledged").waitFor();
    await page.goto("/settings/on-call");
    await page.getByText("No device with notifications").waitFor();
    await expectAccessible(page);
    expect(pageErrors).toEqual([]);
  });

  test("the link of a mail acknowledges on a phone without a sign-in", async () => {
    const alert = await openAlert("Shop");
    const link = () => mailTexts().flatMap((text) => /href="([^"]*\/a\/[\w-]+)"/.exec(text)?.[1] ?? [])[0];
    await expect.poll(link).toBeTruthy();
    const context = await browser.newContext({ viewport: PHONE, colorScheme: "dark" });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const pageErrors = watchPageErrors(page);
    await page.goto(link() ?? "");
    await page.getByRole("heading", { name: "Shop is down" }).waitFor();
    await expectAccessible(page);
    expect((await alert())?.acknowledged_at).toBeNull();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText(`Acknowledged by ${OWNER.name}`).waitFor();
    await page.emulateMedia({ colorScheme: "light" });
    await expectAccessible(page);
    expect((await alert())?.acknowledged_by_name).toContain(OWNER.name);
    await page.goto(`${vedette.url}/a/${"A".repeat(43)}`);
    await page.getByRole("heading", { name: "Link not found" }).waitFor();
    await expectAccessible(page);
    expect(pageErrors.filter((error) => !error.includes("404"))).toEqual([]);
  });

  test.skipIf(!WHOLE_CHROMIUM_PATH)("a push notification acknowledges its alert", async () => {
    const whole = await launchChromium({ path: WHOLE_CHROMIUM_PATH });
    onTestFinished(() => whole.close());
    const { page } = await openDashboard(vedette, "/settings/profile", {
      ...{ browser: whole, serviceWorkers: "allow", permissions: ["notifications"] },
    });
    const subscriber = new PushSubscriber();
    const keys = {
      p256dh: subscriber.p256dh.toString("base64url"),
      auth: subscriber.auth.toString("base64url"),
    };
    const added = await page.request.post("/api/v1/push-devices", {
      data: { endpoint: pushService.endpoint, keys },
      headers: { origin: vedette.url, "user-agent": "Mozilla/5.0 (Linux; Android 16) Chrome/156.0 Mobile" },
    });
    expect(added.status(), await added.text()).toBe(201);
    await page.reload();
    const devices = page.getByRole("region", { name: "Devices" });
    await devices.getByRole("button", { name: /^Test / }).click();
    await page.getByText("Test notification sent.").waitFor();
    await expectAccessible(page);

    await page.goto("/alerts/channels/new");
    await page.getByLabel("Name", { exact: true }).fill("Devices");
    await page.getByLabel("Type", { exact: true }).selectOption("Web Push");
    await page
      .getByLabel("Members", { exact: true })
      .selectOption({ label: `${OWNER.name} (${OWNER.email})` });
    await expectAccessible(page);
    await page.getByRole("button", { name: "Add channel" }).click();
    await page.getByRole("button", { name: "Send test: Devices" }).click();
    const channelTest = () =>
      pushService
        .received()
        .map(({ body }) => subscriber.decrypt(body) as { title: string; kind: string })
        .find(({ title }) => title === "Test message from Vedette");
    await expect.poll(channelTest).toMatchObject({ kind: "test" });

    const rules = await page.request.put("/api/v1/user/notification-rules", {
      ...{ data: { rules: [] }, headers: { origin: vedette.url } },
    });
    expect(rules.status(), await rules.text()).toBe(200);
    const alert = await openAlert("Pushed");
    const payload = () =>
      pushService
        .received()
        .map(({ body }) => subscriber.decrypt(body) as { title: string; kind: string; alert_id: string })
        .find(({ title, kind }) => kind === "opened" && title.includes("Pushed"));
    await expect.poll(payload).toMatchObject({ alert_id: expect.any(String) });
    const shown = await deliverPush(page, JSON.stringify(payload()));
    expect(shown).toEqual([
      { title: "Pushed is down", tag: payload()?.alert_id, actions: ["acknowledge", "open"] },
    ]);
    expect((await alert())?.acknowledged_at).toBeNull();
    await clickNotification(page, "acknowledge");
    await expect.poll(async () => (await alert())?.acknowledged_at).toBeTruthy();
    const [after] = await shownNotifications(page);
    expect(after?.title).toBe("Acknowledged: Pushed is down");
  });

  test.skipIf(!WHOLE_CHROMIUM_PATH)("a browser that does not subscribe says why", async () => {
    const whole = await launchChromium({ path: WHOLE_CHROMIUM_PATH });
    onTestFinished(() => whole.close());
    // The contexts of tests are private windows, in which Chromium has no push.
    const { page } = await openDashboard(vedette, "/settings/profile", {
      ...{ browser: whole, serviceWorkers: "allow", permissions: ["notifications"] },
    });
    await page.getByRole("button", { name: "Enable notifications on this device" }).click();
    await page.getByText("This browser did not register with its push service").waitFor();
  });

  test("the app can be installed, and its shell starts without a network", async () => {
    const { page } = await openDashboard(vedette, "/", { browser, serviceWorkers: "allow" });
    const client = await page.context().newCDPSession(page);
    const { errors, url } = await client.send("Page.getAppManifest");
    expect([errors, url]).toEqual([[], `${vedette.url}/manifest.webmanifest`]);
    const { installabilityErrors } = await client.send("Page.getInstallabilityErrors");
    // Contexts of a test are private windows, which install nothing.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
    await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
    await page.reload();
    await page.locator("nav[aria-label=Main]").waitFor({ state: "attached" });
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText("Vedette").first().waitFor();
    const kept = await page.evaluate<string[]>(
      "caches.open('shell-1').then((cache) => cache.keys()).then((keys) => keys.map(({ url }) => new URL(url).pathname))",
    );
    expect(kept).toContain("/");
    expect(kept.filter((path) => path !== "/" && !path.startsWith("/assets/"))).toEqual([]);
  });

  test("schedules of Opsgenie are reviewed and imported, and 100 schedules stay usable", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/import", { browser });
    await page.getByRole("radio", { name: "Opsgenie" }).check();
    await page
      .getByLabel("Choose files")
      .setInputFiles([jsonFile("schedules.json", OPSGENIE), jsonFile("users.json", USERS)]);
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByRole("rowheader", { name: "Imported night" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("tab", { name: "Not made (1)" }).click();
    await page.getByRole("cell", { name: /^No member has this address/ }).waitFor();
    await page.getByRole("button", { name: "Import 1" }).click();
    await page.getByText("Import complete: 1 created.").waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: /^Schedule\s*1$/ }).click();
    await page.getByRole("link", { name: "Imported night" }).waitFor();

    const layer = {
      name: "All",
      people: [],
      rotation: { unit: "day", every: 1 },
      starts_at: "2026-01-05T09:00",
    };
    for (let from = 0; from < 90; from += 10)
      await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          create("schedules", { name: `Team ${from + index}`, timezone: "Europe/Berlin", layers: [layer] }),
        ),
      );
    for (const path of ["/schedules", "/on-call"]) {
      await page.goto(path);
      await page.getByText("Team 89").waitFor();
      await page.getByRole("link", { name: "Team 42" }).waitFor();
    }
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectAccessible(page);
    expect(pageErrors).toEqual([]);
  });
});

async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
}

async function textsOf(items: Locator): Promise<string[]> {
  await items.first().waitFor();
  return items.allTextContents();
}

/** The part of a mail after its headers. */
function bodyOf(mail: string): string {
  return mail.slice(mail.indexOf("\r\n\r\n"));
}

const OPSGENIE = {
  data: [
    {
      ...{ id: "s1", name: "Imported night", timezone: "Europe/Berlin", enabled: true },
      rotations: [
        {
          ...{ id: "r1", name: "Weekly", startDate: "2026-01-05T08:00:00Z", type: "weekly", length: 1 },
          participants: [
            { type: "user", id: "u1" },
            { type: "user", id: "u2" },
          ],
        },
      ],
    },
  ],
};
const USERS = {
  data: [
    { id: "u1", username: OWNER.email },
    { id: "u2", username: "gone@example.org" },
  ],
};

function jsonFile(name: string, content: object) {
  return { name, mimeType: "application/json", buffer: Buffer.from(JSON.stringify(content)) };
}
