import type { PageLanguage } from "@vedette/contract/status-pages/page-languages.ts";
import type {
  PagePreview,
  PreviewDocument,
  StatusPagePreviewRequest,
} from "@vedette/contract/status-pages/page-preview.ts";
import { listStarted } from "../../../../pipeline/status-pages/incidents/incident-queries.ts";
import type { StatusPageRow } from "../../../../pipeline/status-pages/page-row.ts";
import { readSnapshot } from "../../../../pipeline/status-pages/snapshot/read-snapshot.ts";
import type { PageSnapshot } from "../../../../pipeline/status-pages/snapshot/snapshot.ts";
import type { PageHistory } from "../../../../pipeline/status-pages/snapshot/snapshot-request.ts";
import { AppError } from "../../../../platform/kernel/errors.ts";
import type { Db } from "../../../../platform/storage/database.ts";
import { fieldErrors, mergeFields } from "../definition.ts";
import { getPage, type PageReadContext } from "../page-context.ts";

/** Renders a document of a page as visitors would see it; `api/pages/` does. Null if there is none at the path. */
export type RenderPreview = (request: {
  source: { db: Db; page: StatusPageRow; secret: string; nowMs: number };
  snapshot: PageSnapshot;
  language: PageLanguage;
  path: string;
}) => Promise<Pick<PagePreview, "html" | "css"> | null>;

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
  { language, document, ...input }: StatusPagePreviewRequest,
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
  const rendered = await ctx.renderPreview({
    ...{ source: { db, page, secret, nowMs }, snapshot, language: language ?? default_language },
    path: await pathOf(ctx, pageId, document),
  });
  if (!rendered) throw noDocument();
  const { hasMailServer } = ctx;
  // A password is not part of the request: whether one is missing is found when the page is saved.
  const errors = await fieldErrors(fields, { hasPassword: true, hasMailServer });
  return { ...rendered, errors: errors.map(({ path, message }) => ({ path, message })) };
}

async function pathOf({ db, orgId, clock }: PreviewContext, pageId: string, document: PreviewDocument) {
  if (document === "page") return "";
  if (document === "history") return "/history";
  const span = { from: new Date(0), to: new Date(clock.now() + 1) };
  const [newest] = await listStarted(db, orgId, { pageId, ...span, limit: 1 });
  if (!newest) throw noDocument();
  return `/incidents/${newest.public_id}`;
}

function noDocument(): AppError {
  return new AppError("BAD_REQUEST", "The page has no published incident. Post one to preview its page.");
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
