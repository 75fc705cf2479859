import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Browser, BrowserContextOptions, CDPSession, Page } from "playwright-core";
import { openPage, REGISTRATION_BLOCKED } from "./pages.ts";
import { signIn } from "./sharing/kept-sessions.ts";
import type { Vedette } from "./vedette.ts";

/** The first user of a server, who owns its organization. */
export const OWNER = {
  name: "Ada Owner",
  email: "owner@example.org",
  password: "a long password of tests",
};

/** The main navigation, in each language. */
const NAVIGATION = "nav:is([aria-label=Main], [aria-label=Hauptnavigation])";

export type Dashboard = {
  page: Page;
  /** Errors and warnings of the console, failed requests and 5xx responses so far. Should be empty. */
  pageErrors: string[];
};

export const PHONE = { width: 390, height: 844 };

/** Signs the owner up with the link that the server printed. Works once for each server. */
export async function signUpOwner(vedette: Vedette): Promise<void> {
  const token = /\/setup#(\S+)/.exec(vedette.stdout)?.[1];
  if (!token) throw new Error(`The server printed no set-up link: ${vedette.stdout}`);
  const response = await vedette.requestWith({
    method: "POST",
    path: "/api/auth/set-up",
    key: null,
    headers: { origin: vedette.url },
    body: { ...OWNER, token },
  });
  if (response.status !== 201) throw new Error(`the set-up returned ${response.status}: ${response.text}`);
}

/** Signs a user up with an invitation of the owner. */
export async function signUpMember(
  vedette: Vedette,
  { role, ...person }: { role: string; name: string; email: string; password: string },
): Promise<void> {
  const own = await vedette.request("GET", "/api/v1/user/organizations");
  const path = `/api/v1/organizations/${(own.body as { data: [{ id: string }] }).data[0].id}/invitations`;
  const invited = await vedette.request("POST", path, { email: person.email, role });
  const link = (invited.body as { data: { invite_url: string } }).data.invite_url;
  const response = await vedette.requestWith({
    method: "POST",
    path: "/api/auth/sign-up",
    key: null,
    headers: { origin: vedette.url },
    body: { ...person, invitation_token: link.slice(link.indexOf("#") + 1) },
  });
  if (response.status !== 201) throw new Error(`the sign-up returned ${response.status}: ${response.text}`);
}

type OpenOptions = BrowserContextOptions & {
  browser: Browser;
  /** The user of the session; the owner by default. */
  person?: { email: string; password: string };
};

/** Opens a page of the dashboard with a session of the person; closed when the test ends. */
export async function openDashboard(
  vedette: Vedette,
  path: string,
  { browser, person = OWNER, ...options }: OpenOptions,
): Promise<Dashboard> {
  const page = await openPage(browser, vedette.url, options);
  await signIn(page.context(), vedette.url, person);
  const pageErrors = watchPageErrors(page);
  await page.goto(path);
  try {
    await page.locator(NAVIGATION).waitFor({ state: "attached" });
  } catch (error) {
    const shown = [await page.locator("body").textContent(), ...pageErrors].join("\n");
    throw new Error(`the dashboard did not appear, but: ${shown.slice(0, SHOWN_MAX)}`, { cause: error });
  }
  return { page, pageErrors };
}

const SHOWN_MAX = 2_000;

export function watchPageErrors(page: Page): string[] {
  const pageErrors: string[] = [];
  page.on("console", (message) => {
    if (!["error", "warning"].includes(message.type()) || message.text() === REGISTRATION_BLOCKED) return;
    const { url } = message.location();
    pageErrors.push(url ? `${message.text()} (${url})` : message.text());
  });
  page.on("pageerror", (error) => pageErrors.push(error.message));
  page.on("response", (response) => {
    if (response.status() >= 500) pageErrors.push(`${response.url()} returned ${response.status()}`);
  });
  return pageErrors;
}

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What decides the colors of a page: its path without IDs, the theme, the width, and its dialogs and alerts. */
const LOOK = `[
  location.pathname.replace(/\\/[\\w-]*\\d[\\w-]*/g, "/id"),
  document.documentElement.dataset.theme,
  matchMedia("(prefers-color-scheme: dark)").matches,
  innerWidth < 768,
  ...[...document.querySelectorAll("dialog,[role=dialog],[role=alertdialog],[role=alert],[aria-invalid=true]")].map(
    (element) => element.className,
  ),
].join()`;

const AXE_PATH = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
/** The HTML of elements is not part of the messages below, and reading it takes a tenth of the time. */
const AXE = `${readFileSync(AXE_PATH, "utf8")};axe.configure({ noHtml: true });`;

/** The pages of this worker whose colors were checked. */
const pagesWithColors = new Set<string>();

/**
 * Violations of WCAG 2.2 AA and best practices on the current page, each with its element. Should be empty. Contrast takes
 * more time than all other rules, so it is checked once for each page, theme and kind of dialog.
 */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  if (await page.evaluate<boolean>("!('axe' in window)")) await loadAxe(page);
  const look = await page.evaluate<string>(LOOK);
  const rules = { "color-contrast": { enabled: !pagesWithColors.has(look) } };
  pagesWithColors.add(look);
  // The elements that meet a rule are not described: that took more than half of the time.
  const options: axe.RunOptions = { runOnly: TAGS, resultTypes: ["violations"], rules };
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} (${target.join(" ")}) ${failureSummary}`),
  );
}

/**
 * Through the debugger, because the page's policy blocks other scripts. Not through `page.evaluate`, which calls `eval`:
 * this way a process that has compiled axe for an earlier page uses the result, in a third of the time.
 */
async function loadAxe(page: Page): Promise<void> {
  const client = debuggers.get(page) ?? (await page.context().newCDPSession(page));
  debuggers.set(page, client);
  await client.send("Runtime.evaluate", { expression: AXE });
}

/** Open until their page closes: the end of one removes the passkeys that a test has added to the page. */
const debuggers = new WeakMap<Page, CDPSession>();
