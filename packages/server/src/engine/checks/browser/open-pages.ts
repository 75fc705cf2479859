import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { withTimeout } from "./with-timeout.ts";

/**
 * The pages of a run. A step acts on the newest open page, like a person looking at the tab that just opened;
 * after it closes, on the previous one.
 */
export type OpenPages = {
  newest(): Page;
  /** Waits for pages that the last step opened, so that the next step finds them. */
  settle(): Promise<void>;
  /** Returns whether the renderer of one of them crashed. */
  hasCrashed(): boolean;
};

/**
 * From the creation of a page in the browser to its first response; after that the step that needs it waits
 * itself.
 */
const SETTLE_MS_MAX = 2_000;

export async function watchPages(browser: Browser, context: BrowserContext): Promise<OpenPages> {
  const first = await context.newPage();
  const session = await browser.newBrowserCDPSession();
  const contextId = await contextIdOf(context, first);
  /** Targets of pages that have an opener. Playwright reports a page only when it is usable. */
  const created = new Set<string>();
  let shown = 0;
  let crashed = false;
  let onShown: (() => void) | null = null;

  session.on("Target.targetCreated", ({ targetInfo: target }) => {
    const isPopup = target.type === "page" && target.openerId !== undefined;
    if (isPopup && target.browserContextId === contextId) created.add(target.targetId);
  });
  const watchCrash = (page: Page) => page.once("crash", () => (crashed = true));
  watchCrash(first);
  context.on("page", (page) => {
    watchCrash(page);
    shown += 1;
    onShown?.();
  });
  await session.send("Target.setDiscoverTargets", { discover: true });
  context.once("close", () => void detach(session));

  return {
    newest: () => context.pages().at(-1) ?? first,
    hasCrashed: () => crashed,
    async settle() {
      if (shown >= created.size) return;
      const all = new Promise<void>((resolve) => {
        onShown = () => {
          if (shown >= created.size) resolve();
        };
      });
      await withTimeout(SETTLE_MS_MAX, all);
      onShown = null;
      // A page that closed before it was usable is never reported.
      shown = created.size;
    },
  };
}

async function contextIdOf(context: BrowserContext, page: Page): Promise<string | undefined> {
  const session = await context.newCDPSession(page);
  const { targetInfo } = await session.send("Target.getTargetInfo");
  await session.detach();
  return targetInfo.browserContextId;
}

async function detach(session: CDPSession): Promise<void> {
  // The session ended with the browser, which is the goal.
  await session.detach().catch(() => null);
}
