import type { PageLanguage } from "@vedette/contract/status-pages/page-languages.ts";
import type { PageSnapshot } from "../../../pipeline/status-pages/snapshot/snapshot.ts";
import { localeOf } from "../languages/catalogue.ts";
import { type DocumentSource, findDocument } from "../page-documents.ts";
import { PAGES_PATH } from "../page-hosts.ts";
import { pageStyle } from "../page-style.ts";
import { renderDocument } from "./layout.ts";
import type { View } from "./view.ts";

type PreviewRequest = {
  /** The page with the fields that are not saved. */
  source: DocumentSource;
  snapshot: PageSnapshot;
  language: PageLanguage;
  /** Below the page; empty for the page itself. */
  path: string;
};

/**
 * A document of the page for the editor of the dashboard. It is rendered like that of visitors, but its style sheet is a
 * text of its own, because the one that is served is that of the saved page, and it has no script. Null if the page has no
 * document at the path.
 */
export async function renderPreview({
  source,
  snapshot,
  language,
  path,
}: PreviewRequest): Promise<{ html: string; css: string } | null> {
  const { page, nowMs } = source;
  const view: View = {
    snapshot: { ...snapshot, page: { ...snapshot.page, hasCustomCss: false } },
    locale: localeOf(language, snapshot.page.timezone),
    base: `${PAGES_PATH}/${page.slug}`,
    ...{ isChosen: false, nowMs },
  };
  const found = await findDocument(source, view, path);
  if (!found) return null;
  const html = renderDocument(view, { ...found, path, isLive: false, isStatic: true, version: "" });
  return { html, css: (await pageStyle(page)).text };
}
