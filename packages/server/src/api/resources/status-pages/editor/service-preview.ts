import type { PageLanguage } from "@vedette/contract/status-pages/page-languages.ts";
import type { PagePreview, StatusPagePreviewRequest } from "@vedette/contract/status-pages/page-preview.ts";
import type { StatusPageRow } from "../../../../pipeline/status-pages/page-row.ts";
import { readSnapshot } from "../../../../pipeline/status-pages/snapshot/read-snapshot.ts";
import type { PageSnapshot } from "../../../../pipeline/status-pages/snapshot/snapshot.ts";
import type { PageHistory } from "../../../../pipeline/status-pages/snapshot/snapshot-request.ts";
import { fieldErrors, mergeFields } from "../definition.ts";
import { getPage, type PageReadContext } from "../page-context.ts";

/** Renders a page as visitors would see it; `api/pages/` does. */
export type RenderPreview = (request: {
  page: StatusPageRow;
  snapshot: PageSnapshot;
  language: PageLanguage;
  nowMs: number;
}) => Pick<PagePreview, "html" | "css">;

type PreviewContext = PageReadContext & {
  secret: string;
  hasMailServer: boolean;
  renderPreview: RenderPreview;
  histories: PreviewHistories;
};

/** Shows how a page would look with fields that are not saved. Stores nothing. */
export async function previewPage(
  ctx: PreviewContext,
  pageId: string,
  { language, ...input }: StatusPagePreviewRequest,
): Promise<PagePreview> {
  const { db, addresses, secret, clock, histories } = ctx;
  const stored = await getPage(ctx, pageId);
  const fields = mergeFields(stored, input);
  // The files of the page are at its stored address.
  const page = { ...stored, ...fields, slug: stored.slug };
  const nowMs = clock.now();
  const request = { page, addresses, secret, nowMs, history: histories.get(pageId) };
  const { snapshot, history } = await readSnapshot(db, request);
  histories.put(pageId, history);
  const { default_language } = fields.settings;
  const rendered = ctx.renderPreview({ page, snapshot, language: language ?? default_language, nowMs });
  const { hasMailServer } = ctx;
  // A password is not part of the request: whether one is missing is found when the page is saved.
  const errors = fieldErrors(fields, { hasPassword: true, hasMailServer });
  return { ...rendered, errors: errors.map(({ path, message }) => ({ path, message })) };
}

/** Pages that are edited at the same time. */
const HISTORIES_MAX = 20;

/** The past days of pages that are previewed: they are the same for each change of a form. */
export class PreviewHistories {
  readonly #histories = new Map<string, PageHistory>();

  get(pageId: string): PageHistory | null {
    return this.#histories.get(pageId) ?? null;
  }

  put(pageId: string, history: PageHistory): void {
    this.#histories.delete(pageId);
    if (this.#histories.size >= HISTORIES_MAX)
      this.#histories.delete(this.#histories.keys().next().value ?? "");
    this.#histories.set(pageId, history);
  }
}
