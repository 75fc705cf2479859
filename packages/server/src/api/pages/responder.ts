import type { FastifyReply, FastifyRequest } from "fastify";
import { findImage } from "../../pipeline/status-pages/domains/domain-queries.ts";
import type { ServedPage } from "../../pipeline/status-pages/served-queries.ts";
import { readLatestIncidents } from "../../pipeline/status-pages/snapshot/read-archive.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import type { Database } from "../../platform/storage/database.ts";
import { ArchiveLimit } from "./archive-limit.ts";
import type { EarlyAnswers } from "./early-answers.ts";
import type { VisitorStreams } from "./event-stream.ts";
import { isFeedPath, renderFeed, renderForRobots } from "./feeds/feed-documents.ts";
import { localeOf } from "./languages/catalogue.ts";
import { isArchivePath, renderPath } from "./page-documents.ts";
import { chooseLanguage, type PageRequest } from "./page-request.ts";
import { pageStyle } from "./page-style.ts";
import { notFoundPage, unavailablePage } from "./render/message-page.ts";
import { isOutdated, type View } from "./render/view.ts";
import { cachingOf, sendCopy } from "./send-copy.ts";
import { copyKey, type Rendered } from "./store/copies.ts";
import { type PageStore, PageUnavailableError, type PageVersion } from "./store/page-store.ts";

/** Answers a visitor who may open the page. */
export type Responder = (visit: {
  request: FastifyRequest;
  reply: FastifyReply;
  page: ServedPage;
  asked: PageRequest;
  isStillAllowed: () => Promise<boolean>;
}) => Promise<FastifyReply>;

type ResponderDeps = {
  database: Database;
  clock: Clock;
  secret: string;
  store: PageStore;
  streams: VisitorStreams;
  early: EarlyAnswers;
};

type Visit = Parameters<Responder>[0];

export function createResponder(deps: ResponderDeps): Responder {
  const limit = new ArchiveLimit(deps.clock);
  return async (visit) => {
    const { page, request, reply, asked } = visit;
    try {
      const { path } = asked;
      if (path.startsWith("/images/")) return await sendImage(deps, visit, path.slice("/images/".length));
      const version = await deps.store.get(page);
      if (path === "/events") return startStream(deps, visit, version);
      if (isArchivePath(path)) limit.assertMayRead(request.ip);
      return await (isFeedPath(path) ? sendFeed : sendDocument)(deps, visit, version);
    } catch (error) {
      if (!(error instanceof PageUnavailableError)) throw error;
      const { language } = chooseLanguage(page, {
        query: asked.query,
        header: request.headers["accept-language"],
      });
      const text = unavailablePage({ locale: localeOf(language, "UTC"), base: asked.base });
      reply.code(503).header("retry-after", "30").header("cache-control", "no-store");
      return reply.type("text/html; charset=utf-8").send(text);
    }
  };
}

async function sendDocument(deps: ResponderDeps, visit: Visit, current: PageVersion): Promise<FastifyReply> {
  const { request, reply, page, asked } = visit;
  const { path, base, query } = asked;
  const { snapshot, version, copies } = current;
  const nowMs = deps.clock.now();
  const { language, isChosen } = chooseLanguage(page, { query, header: request.headers["accept-language"] });
  const view: View = {
    ...{ snapshot, base, isChosen, nowMs },
    locale: localeOf(language, snapshot.page.timezone),
  };
  const source = { db: deps.database, page, secret: deps.secret, version, nowMs };
  const key = copyKey({ path, base, language, isChosen, isOld: isOutdated({ snapshot, nowMs }) });
  const render = async (): Promise<Rendered> =>
    (path === "/custom.css" ? await pageStyle(page) : null) ??
    renderForRobots(path, snapshot) ??
    (await renderPath(source, view, path)) ?? {
      ...{ type: "text/html; charset=utf-8", status: 404 },
      text: notFoundPage(view),
    };
  const copy = await copies.get(key, render);
  if (path === "") deps.early.learnFrom(request, copy);
  return sendCopy(request, reply, { copy, caching: cachingOf(page) });
}

/** In the language of `?lang=` or that of the page: a reader has one copy for all who use it. */
async function sendFeed(deps: ResponderDeps, visit: Visit, current: PageVersion): Promise<FastifyReply> {
  const { request, reply, page, asked } = visit;
  const { path, query } = asked;
  const { snapshot, copies } = current;
  const { language } = chooseLanguage(page, { query, header: undefined });
  const locale = localeOf(language, snapshot.page.timezone);
  const nowMs = deps.clock.now();
  const readLatest = () => readLatestIncidents(deps.database, { page, nowMs });
  const copy = await copies.get(
    `${path} ${language}`,
    async () => (await renderFeed(path, { snapshot, locale, readLatest })) ?? NO_FEED,
  );
  // Any site may show the state of a page; no credentials are sent with such a request.
  reply.header("access-control-allow-origin", "*").header("cross-origin-resource-policy", "cross-origin");
  return sendCopy(request, reply, { copy, caching: cachingOf(page) });
}

const NO_FEED: Rendered = {
  ...{ type: "application/json; charset=utf-8", status: 404 },
  text: JSON.stringify({ error: "There is no such document. summary.json contains everything." }),
};

function startStream(
  { store, streams }: ResponderDeps,
  visit: Visit,
  { version }: PageVersion,
): FastifyReply {
  const { request, reply, page, isStillAllowed } = visit;
  streams.start(reply, {
    address: request.ip,
    version,
    listen: (listener) => store.listen(page, listener),
    isStillAllowed,
  });
  return reply;
}

async function sendImage(
  { database }: ResponderDeps,
  { request, reply, page }: Visit,
  name: string,
): Promise<FastifyReply> {
  const image = await findImage(database, page.org_id, { pageId: page.id, image: name });
  if (!image) return reply.code(404).type("text/plain").send("not found");
  // The hash of the content is in the address that the page uses.
  const isNamed = request.url.includes(`v=${image.hash}`);
  const isPublic = cachingOf(page) === "public";
  const age = isNamed ? "max-age=31536000, immutable" : "max-age=300";
  reply.header("cache-control", `${isPublic ? "public" : "private"}, ${age}`);
  return reply.header("x-content-type-options", "nosniff").type(image.content_type).send(image.content);
}
