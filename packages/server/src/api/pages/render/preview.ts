import type { PageLanguage } from "@vedette/contract/status-pages/page-languages.ts";
import type { StatusPageRow } from "../../../pipeline/status-pages/page-row.ts";
import type { PageSnapshot } from "../../../pipeline/status-pages/snapshot/snapshot.ts";
import { localeOf } from "../languages/catalogue.ts";
import { PAGES_PATH } from "../page-hosts.ts";
import { pageStyle } from "../page-style.ts";
import { renderDocument } from "./layout.ts";
import { renderStatusPage } from "./status-page.ts";
import type { View } from "./view.ts";

/**
 * The page for the editor of the dashboard. It is rendered like the page itself, but its style sheet is a text of its own,
 * because the one that is served is that of the saved page, and it has no script.
 */
export function renderPreview({
  page,
  snapshot,
  language,
  nowMs,
}: {
  /** With the fields that are not saved. */
  page: StatusPageRow;
  snapshot: PageSnapshot;
  language: PageLanguage;
  nowMs: number;
}): { html: string; css: string } {
  const view: View = {
    snapshot: { ...snapshot, page: { ...snapshot.page, hasCustomCss: false } },
    locale: localeOf(language, snapshot.page.timezone),
    base: `${PAGES_PATH}/${page.slug}`,
    ...{ isChosen: false, nowMs },
  };
  const body = renderStatusPage(view);
  const html = renderDocument(view, {
    title: null,
    path: "",
    body,
    isLive: false,
    isStatic: true,
    version: "",
  });
  return { html, css: pageStyle(page).text };
}
