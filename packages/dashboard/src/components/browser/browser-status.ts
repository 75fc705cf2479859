import { t } from "../../language/t.ts";

/** The state of the targets in the browser's own interface: the title and icon of the tab, and the badge of the app. */

let title = "";
let downCount = 0;
let isDegraded = false;

export function setPageTitle(next: string): void {
  title = next;
  showTitle();
}

/** `degraded` matters only if nothing is down. */
export function setBrowserStatus({ down, degraded }: { down: number; degraded: number }): void {
  downCount = down;
  isDegraded = degraded > 0;
  showTitle();
  showIcon();
  showBadge();
}

function showTitle(): void {
  const state = downCount > 0 ? t("{downCount, number} down · ", { downCount }) : "";
  document.title = `${state}${title} · Vedette`;
}

function showIcon(): void {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  const href = downCount > 0 ? "/favicon-down.svg" : isDegraded ? "/favicon-degraded.svg" : "/favicon.svg";
  if (icon && icon.getAttribute("href") !== href) icon.href = href;
}

function showBadge(): void {
  if (!("setAppBadge" in navigator)) return;
  // Only an installed app has a badge; for a tab this has no effect.
  const change = downCount > 0 ? navigator.setAppBadge(downCount) : navigator.clearAppBadge();
  change.catch((error: unknown) => {
    // Refused by the browser or the system, which is no loss.
    if (!(error instanceof DOMException)) throw error;
  });
}
