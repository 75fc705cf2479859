import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { onTestFinished } from "vitest";

/** What Playwright logs when a page tries to register a service worker where it is blocked. */
export const REGISTRATION_BLOCKED = "Service Worker registration blocked by Playwright";

type Shared = {
  context: BrowserContext;
  /** Stays open, and with it the process in which the pages of the context run one after the other. */
  anchor: Page;
  isBusy: boolean;
};

/** By the address of the server. */
const sharedContexts = new WeakMap<Browser, Map<string, Shared>>();

/**
 * Opens an empty page without cookies or stored values; closed when the test ends. A context is used again by later tests
 * of the file, because a new one compiles the dashboard again. Pages that are open at the same time, and pages with other
 * options than size and color scheme, have contexts of their own.
 */
export async function openPage(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions,
): Promise<Page> {
  const { viewport, colorScheme, ...others } = options;
  const { context, end } =
    Object.keys(others).length === 0
      ? await takeContext(browser, baseURL)
      : await newContext(browser, { baseURL, ...others });
  const page = await context.newPage();
  // An open page refreshes with every live event, which slows down the pages of later tests.
  onTestFinished(() => end(page));
  if (viewport) await page.setViewportSize(viewport);
  if (colorScheme) await page.emulateMedia({ colorScheme });
  return page;
}

type Taken = { context: BrowserContext; end(page: Page): Promise<void> };

async function takeContext(browser: Browser, baseURL: string): Promise<Taken> {
  const contexts = sharedContexts.get(browser) ?? new Map<string, Shared>();
  sharedContexts.set(browser, contexts);
  const known = contexts.get(baseURL);
  if (known?.isBusy) return newContext(browser, { baseURL });
  const shared = known ?? (await createShared(browser, baseURL));
  // At the end of a file. The next one may have the same server.
  if (!known) shared.context.once("close", () => contexts.delete(baseURL));
  shared.isBusy = true;
  contexts.set(baseURL, shared);
  return {
    context: shared.context,
    async end(page) {
      try {
        await empty(shared, page);
        shared.isBusy = false;
      } catch {
        // For example because the test closed the page. The next test gets a new context.
        contexts.delete(baseURL);
        await shared.context.close();
      }
    },
  };
}

async function createShared(browser: Browser, baseURL: string): Promise<Shared> {
  const { context } = await newContext(browser, { baseURL });
  const anchor = await context.newPage();
  await anchor.goto("/icon-192.png");
  return { context, anchor, isBusy: true };
}

/** Without a service worker, which would answer requests that a test wants to answer itself. */
async function newContext(browser: Browser, options: BrowserContextOptions): Promise<Taken> {
  const context = await browser.newContext({ serviceWorkers: "block", ...options });
  return { context, end: () => context.close() };
}

const STORED = "local_storage,indexeddb,file_systems";

/** Closes the pages of the test and deletes what they stored, but not compiled scripts. */
async function empty({ context, anchor }: Shared, page: Page): Promise<void> {
  const client = await context.newCDPSession(page);
  const { origin } = new URL(anchor.url());
  await client.send("Storage.clearDataForOrigin", { origin, storageTypes: STORED });
  await context.clearCookies();
  await context.clearPermissions();
  for (const open of context.pages()) if (open !== anchor) await open.close();
}
