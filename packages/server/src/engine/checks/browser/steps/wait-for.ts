import { setTimeout as sleep } from "node:timers/promises";
import type { StepOf } from "@vedette/contract/journeys/journey-steps.ts";
import type { Page } from "playwright-core";
import { isTimeout } from "../locate.ts";
import { quote, StepFailure, seconds } from "../step-failure.ts";
import type { StepScope } from "../step-scope.ts";
import { waitUntilVisible } from "./visibility.ts";

/** Waits for an element, a URL, a load state, or a duration. */
export async function waitFor(step: StepOf<"wait_for">, scope: StepScope): Promise<undefined> {
  if (step.selector !== null) return waitUntilVisible(scope.fill(step.selector), scope).then(() => undefined);
  if (step.url !== null) return waitForUrl(scope.fill(step.url), scope);
  if (step.load_state !== null) return waitForLoad(step.load_state, scope);
  await sleep(step.milliseconds ?? 0, null, { signal: scope.signal });
}

/** Accepts a glob, as in Playwright, or the exact URL. */
async function waitForUrl(url: string, scope: StepScope): Promise<undefined> {
  const page = scope.newestPage();
  try {
    await page.waitForURL(url, { timeout: scope.leftMs(), waitUntil: "commit", signal: scope.signal });
  } catch (error) {
    if (!isTimeout(error)) throw error;
    const message = `the URL did not become ${quote(url)} within ${seconds(scope.timeoutMs)}; it is ${quote(page.url())}`;
    throw new StepFailure("TIMEOUT", message);
  }
}

type LoadState = NonNullable<StepOf<"wait_for">["load_state"]>;

const NOT_YET: Record<LoadState, string> = {
  load: "did not finish loading",
  domcontentloaded: "was not parsed completely",
  networkidle: "did not stop sending network requests",
};

async function waitForLoad(state: LoadState, scope: StepScope): Promise<undefined> {
  const page: Page = scope.newestPage();
  try {
    await page.waitForLoadState(state, { timeout: scope.leftMs(), signal: scope.signal });
  } catch (error) {
    if (!isTimeout(error)) throw error;
    const message = `the page (${page.url()}) ${NOT_YET[state]} within ${seconds(scope.timeoutMs)}`;
    throw new StepFailure("TIMEOUT", message);
  }
}
