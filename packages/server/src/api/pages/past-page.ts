import { instantSchema } from "@vedette/contract/common/paging.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { PageAddresses } from "../../pipeline/status-pages/page-url.ts";
import { readPastSnapshot } from "../../pipeline/status-pages/past/past-content.ts";
import { assertPastInstant } from "../../pipeline/status-pages/past/past-range.ts";
import type { ServedPage } from "../../pipeline/status-pages/served-queries.ts";
import { badFields } from "../../platform/kernel/errors.ts";
import type { Database } from "../../platform/storage/database.ts";
import type { AccessDeps } from "./access/page-access.ts";
import { type SignInDeps, sendChallenge } from "./access/sign-in.ts";
import { ArchiveLimit } from "./archive-limit.ts";
import { localeOf } from "./languages/catalogue.ts";
import { chooseLanguage, type PageRequest } from "./page-request.ts";
import { type Html, html } from "./render/html.ts";
import { renderIncidentPage } from "./render/incidents.ts";
import { renderDocument } from "./render/layout.ts";
import { renderComponentPage, renderStatusPage } from "./render/status-page.ts";
import { link, type View } from "./render/view.ts";

type Visit = { request: FastifyRequest; reply: FastifyReply; page: ServedPage; asked: PageRequest };

/** Answers a request with `?at=`; null if the page had no such document then. */
export type PastResponder = (visit: Visit) => Promise<FastifyReply | null>;

const PAST_PATH = /^(?:|\/(incidents|components)\/([a-z0-9]{16}))$/;

/** Whether the document can be shown as it was at an earlier time; others ignore `?at=`. */
export function isPastPath(path: string): boolean {
  return PAST_PATH.test(path);
}

type PastDeps = AccessDeps & SignInDeps & { database: Database; addresses: PageAddresses };

/**
 * Shows a page as it was known at an earlier time, to members of its organization only: it has posts that were withdrawn
 * since and components that were removed, which visitors are not to see again, and each instant is a rendering of its
 * own that no cache can answer.
 */
export function createPastResponder(deps: PastDeps): PastResponder {
  const { database, clock, secret, addresses, isMember } = deps;
  const limit = new ArchiveLimit(clock);
  return async (visit) => {
    const { request, reply, page, asked } = visit;
    if (!(await isMember(request.headers, page.org_id)))
      return sendChallenge(deps, { ...visit, access: "members" });
    limit.assertMayRead(request.ip);
    const at = readInstant(asked.query.get("at"));
    const nowMs = clock.now();
    await assertPastInstant(database, page.org_id, { at, nowMs });
    if (page.created_at > at)
      throw badFields([
        { path: "at", message: `the page exists since ${page.created_at.toISOString()}; use a later time` },
      ]);
    const { snapshot, published } = await readPastSnapshot(database, { page, addresses, secret, at, nowMs });
    const { language, isChosen } = chooseLanguage(page, {
      query: asked.query,
      header: request.headers["accept-language"],
    });
    const show = { ...snapshot.page.show, subscribers: false };
    const view: View = {
      snapshot: { ...snapshot, page: { ...snapshot.page, show } },
      locale: localeOf(language, snapshot.page.timezone),
      ...{ base: asked.base, isChosen, nowMs: at.getTime(), at: at.toISOString() },
    };
    const body = findBody(view, asked.path);
    if (!body) return null;
    const text = renderPastDocument(view, { path: asked.path, body, published });
    return reply.header("cache-control", "no-store").type("text/html; charset=utf-8").send(text);
  };
}

function readInstant(text: string | null): Date {
  const instant = instantSchema.safeParse(text);
  if (!instant.success)
    throw badFields([{ path: "at", message: "must be an instant, such as 2026-11-20T12:03:00Z" }]);
  return instant.data;
}

/** Only what the page itself showed: its incidents and components of then. */
function findBody(view: View, path: string): Html | null {
  const [, kind, id] = PAST_PATH.exec(path) ?? [];
  const { components, unresolved, recent } = view.snapshot;
  if (kind === undefined) return renderStatusPage(view);
  if (kind === "components") {
    const component = components.find(({ publicId }) => publicId === id);
    return component ? renderComponentPage(view, component) : null;
  }
  const incident = [...unresolved, ...recent].find(({ publicId }) => publicId === id);
  return incident ? renderIncidentPage(view, incident) : null;
}

function renderPastDocument(
  view: View,
  { path, body, published }: { path: string; body: Html; published: boolean },
): string {
  const { locale, snapshot, at: _at, ...now } = view;
  const { messages } = locale;
  const asOf = locale.fill(messages.asOf, { time: locale.time(snapshot.asOfMs) });
  const notice = html`<p class="notice" role="status"><strong>${asOf}.</strong> ${!published && html`${messages.unpublishedThen} `}${messages.pastNote} <a href="${link({ ...now, locale, snapshot }, "")}">${messages.backToNow}</a></p>`;
  return renderDocument(view, {
    title: asOf,
    body: html`${notice}
${body}`,
    ...{ path, isLive: false, version: "" },
  });
}
