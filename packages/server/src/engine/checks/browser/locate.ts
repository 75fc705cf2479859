import { setTimeout as sleep } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { describePage } from "./evidence/describe-page.ts";
import { quote, StepFailure, seconds } from "./step-failure.ts";
import type { StepScope } from "./step-scope.ts";

/** How long one page is searched before checking whether another page has opened. */
const SLICE_MS = 500;
/** A closed page rejects at once. */
const CLOSED_POLL_MS = 50;

type LocateScope = Pick<StepScope, "newestPage" | "leftMs" | "signal" | "timeoutMs">;

/** Waits until an element exists on the newest page at that time. */
export async function locate(selector: string, scope: LocateScope): Promise<Locator> {
  for (;;) {
    const page = scope.newestPage();
    const locator = page.locator(selector);
    const leftMs = scope.leftMs();
    try {
      const timeout = Math.min(leftMs, SLICE_MS);
      await locator.waitFor({ state: "attached", timeout, signal: scope.signal });
      return locator;
    } catch (error) {
      const wrong = selectorError(error, selector);
      if (wrong !== null) throw wrong;
      if (!isTimeout(error) && !mayBeFollowed(page)) throw error;
      if (leftMs <= SLICE_MS) throw await notFound(selector, scope);
      if (page.isClosed()) await sleep(CLOSED_POLL_MS, null, { signal: scope.signal });
    }
  }
}

/** Whether another page may open or become the newest one. None does after the end of the browser. */
function mayBeFollowed(page: Page): boolean {
  return page.isClosed() && page.context().browser()?.isConnected() !== false;
}

async function notFound(selector: string, { newestPage, timeoutMs }: LocateScope): Promise<StepFailure> {
  const description = await describePage(newestPage(), selector);
  const message = `${nounFor(selector)} appeared within ${seconds(timeoutMs)}; ${description}`;
  return new StepFailure("ELEMENT_NOT_FOUND", message);
}

/**
 * Returns `no button named 'Pay'` for a role with a name; the selector itself if there is no shorter
 * description.
 */
export function nounFor(selector: string): string {
  const role = /^role=(?<role>[a-z]+)(?:\[name="(?<name>[^"]*)"i?\])?$/.exec(selector)?.groups;
  if (role?.name) return `no ${role.role} named ${quote(role.name)}`;
  if (role) return `no ${role.role}`;
  const text = /^text="?(?<text>[^"]*)"?$/.exec(selector)?.groups?.text;
  return text ? `no text ${quote(text)}` : `no element that matches ${quote(selector)}`;
}

/** Returns what is wrong with the selector itself; waiting does not fix it. */
export function selectorError(error: unknown, selector: string): StepFailure | null {
  const text = error instanceof Error ? error.message : "";
  const many = /resolved to (?<count>\d+) elements/.exec(text)?.groups?.count;
  if (many !== undefined) {
    const message = `${many} elements match ${quote(selector)}; a selector must match exactly one`;
    return new StepFailure("STEP_FAILED", message);
  }
  if (
    /while parsing (css )?selector|Unknown engine|Unexpected token|is not a valid selector|Invalid selector/i.test(
      text,
    )
  ) {
    return new StepFailure("STEP_FAILED", `${quote(selector)} is not a valid selector`);
  }
  return null;
}

export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError";
}
