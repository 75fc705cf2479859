import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ServedPages } from "../../pipeline/status-pages/served-pages.ts";
import type { ServedPage } from "../../pipeline/status-pages/served-queries.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { Database } from "../../platform/storage/database.ts";
import { type AccessDeps, accessOf } from "./access/page-access.ts";
import { type SignInDeps, sendChallenge, signIn } from "./access/sign-in.ts";
import { BadgeServer } from "./badges/badge-server.ts";
import { serveDomainChecks } from "./domain-checks.ts";
import { EarlyAnswers } from "./early-answers.ts";
import { VisitorStreams } from "./event-stream.ts";
import { isFeedPath } from "./feeds/feed-documents.ts";
import { localeOf } from "./languages/catalogue.ts";
import { sendAsset } from "./page-assets.ts";
import { hostName, PAGE_ROUTE, PAGES_PATH, pathAtHost } from "./page-hosts.ts";
import { setPolicy } from "./page-policy.ts";
import { chooseLanguage, type PageRequest, readPageRequest } from "./page-request.ts";
import { createPastResponder, isPastPath, type PastResponder } from "./past-page.ts";
import { notFoundPage } from "./render/message-page.ts";
import { createResponder, type Responder } from "./responder.ts";
import { PageStore } from "./store/page-store.ts";
import {
  isHeldPath,
  type SubscriptionDeps,
  SubscriptionServer,
} from "./subscriptions/subscription-server.ts";

/**
 * Serves status pages to visitors, at `/status/<slug>` and at their own domains. Knows nothing of the API; what pages show
 * comes from `pipeline/status-pages/`.
 */
export type StatusPageServerDeps = AccessDeps &
  SignInDeps &
  Omit<SubscriptionDeps, "store"> & {
    database: Database;
    clock: Clock;
    log: Logger;
    publicUrl: string | null;
    /** The address of this server if it has no public URL. */
    serverUrl: string;
    statusDomain: string | null;
  };

type PageParams = { Params: { slug: string } };

export class StatusPageServer {
  readonly #deps: StatusPageServerDeps;
  readonly #pages: ServedPages;
  readonly #store: PageStore;
  readonly #streams = new VisitorStreams();
  readonly #responder: Responder;
  readonly #showPast: PastResponder;
  readonly #early: EarlyAnswers;
  readonly #badges: BadgeServer;
  #isStopping = false;
  readonly #subscriptions: SubscriptionServer;

  constructor(deps: StatusPageServerDeps) {
    const { database, clock, log, secret, publicUrl, serverUrl, statusDomain } = deps;
    this.#deps = deps;
    this.#store = new PageStore({
      database,
      clock,
      log,
      secret,
      addresses: { publicUrl, serverUrl, statusDomain },
    });
    this.#subscriptions = new SubscriptionServer({ ...deps, store: this.#store });
    this.#pages = new ServedPages({ database, log, onChanged: (page) => this.#store.invalidate(page) });
    this.#badges = new BadgeServer({ database, clock, log, pages: this.#pages, store: this.#store });
    this.#showPast = createPastResponder({ ...deps, addresses: { publicUrl, serverUrl, statusDomain } });
    this.#early = new EarlyAnswers({ pages: this.#pages, store: this.#store, clock });
    this.#responder = createResponder({
      ...deps,
      ...{ store: this.#store, streams: this.#streams, early: this.#early },
    });
  }

  /** Resolves when the pages are known. */
  async start(): Promise<void> {
    await this.#pages.start();
    await this.#badges.start();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#streams.close();
    this.#store.stop();
    await this.#badges.stop();
    await this.#subscriptions.stop();
    await this.#pages.stop();
  }

  /** Leads a request for the domain of a page to its path. */
  readonly rewriteUrl = (request: Parameters<typeof pathAtHost>[0]): string =>
    pathAtHost(request, {
      statusDomain: this.#deps.statusDomain,
      findByHost: (host) => this.#pages.findByHost(host),
    });

  /** Answers a request without the framework. Returns the status, or null if it did nothing. */
  answerEarly(request: IncomingMessage, response: ServerResponse, requestId: string): number | null {
    if (this.#isStopping) return null;
    return this.#early.answer(request, response, { url: this.rewriteUrl(request), requestId });
  }

  register(server: FastifyInstance): void {
    serveDomainChecks(server, { pages: this.#pages, statusDomain: this.#deps.statusDomain });
    this.#badges.register(server);
    void server.register(async (routes) => {
      // The forms of a page are those of browsers without a script.
      routes.addContentTypeParser(
        "application/x-www-form-urlencoded",
        { parseAs: "string", bodyLimit: FORM_BYTES_MAX },
        (_request, body, done) => done(null, new URLSearchParams(body.toString())),
      );
      // A mail program may unsubscribe with a form of either type (RFC 8058); what it says is in the URL already.
      routes.removeContentTypeParser("multipart/form-data");
      routes.addContentTypeParser(
        "multipart/form-data",
        { parseAs: "string", bodyLimit: FORM_BYTES_MAX },
        (_request, _body, done) => done(null, undefined),
      );
      routes.addHook("onRequest", async (_request, reply) => setPolicy(reply));
      this.#early.observe(routes);
      const options = { config: { access: "public" }, schema: { hide: true } } as const;
      for (const url of [PAGE_ROUTE, `${PAGE_ROUTE}/*`])
        routes.get<PageParams>(url, options, (request, reply) => this.#answer(request, reply));
      routes.post<PageParams>(`${PAGE_ROUTE}/sign-in`, options, (request, reply) =>
        this.#signIn(request, reply),
      );
      for (const path of ["subscribe", "subscription", "unsubscribe"])
        routes.post<PageParams>(
          `${PAGE_ROUTE}/${path}`,
          { ...options, bodyLimit: SUBSCRIPTION_BYTES_MAX },
          (request, reply) => this.#changeSubscription(request, reply),
        );
    });
  }

  async #answer(request: FastifyRequest<PageParams>, reply: FastifyReply): Promise<FastifyReply> {
    const { slug } = request.params;
    const asked = readPageRequest(request, slug);
    // The forms and messages of pages that are not public need them too.
    if (asked.path.startsWith("/assets/"))
      return sendAsset(request, reply, asked.path.slice("/assets/".length));
    const page = this.#pages.findBySlug(slug);
    if (!page) return this.#redirect(request, reply, asked);
    const access = await this.#accessOf(request, page, asked);
    if (isHeldPath(asked.path))
      return this.#subscriptions.showHeld({ request, reply, page, asked, isGranted: access === "granted" });
    if (access === "hidden") return this.#notFound(request, reply, asked);
    if (access !== "granted") return sendChallenge(this.#deps, { request, reply, page, asked, access });
    if (asked.query.has("at") && isPastPath(asked.path))
      return (await this.#showPast({ request, reply, page, asked })) ?? this.#notFound(request, reply, asked);
    if (asked.path === "/subscribe" && page.settings.show.subscribers)
      return this.#subscriptions.showForm({ request, reply, page, asked });
    return this.#responder({
      ...{ request, reply, page, asked },
      isStillAllowed: async () => {
        const present = this.#pages.findBySlug(slug);
        return present !== null && (await this.#accessOf(request, present, asked)) === "granted";
      },
    });
  }

  #accessOf(request: FastifyRequest, page: ServedPage, { path, query }: PageRequest) {
    const token = isFeedPath(path) ? query.get("token") : null;
    const visit = { headers: request.headers, address: request.ip, token };
    return accessOf(this.#deps, page, { visit, nowMs: this.#deps.clock.now() });
  }

  /** An earlier slug leads to the page for a time. */
  #redirect(request: FastifyRequest<PageParams>, reply: FastifyReply, asked: PageRequest): FastifyReply {
    const { statusDomain, publicUrl } = this.#deps;
    const page = this.#pages.findByOldSlug(request.params.slug, this.#deps.clock.now());
    if (!page?.published) return this.#notFound(request, reply, asked);
    const query = asked.query.size > 0 ? `?${asked.query}` : "";
    const protocol = publicUrl?.startsWith("http://") ? "http" : "https";
    const base =
      asked.base === "" ? `${protocol}://${page.slug}.${statusDomain}` : `${PAGES_PATH}/${page.slug}`;
    return reply.redirect(`${base}${asked.path}${query}`, 301);
  }

  #notFound(request: FastifyRequest, reply: FastifyReply, { base, query }: PageRequest): FastifyReply {
    const { language } = chooseLanguage(null, { query, header: request.headers["accept-language"] });
    const text = notFoundPage({ locale: localeOf(language, "UTC"), base });
    return reply.code(404).header("cache-control", "no-store").type("text/html; charset=utf-8").send(text);
  }

  async #changeSubscription(request: FastifyRequest<PageParams>, reply: FastifyReply): Promise<FastifyReply> {
    const asked = readPageRequest(request, request.params.slug);
    const { slug } = request.params;
    // A mail program that unsubscribes follows no redirect.
    const page = this.#pages.findBySlug(slug) ?? this.#pages.findByOldSlug(slug, this.#deps.clock.now());
    if (!page) return this.#notFound(request, reply, asked);
    const access = await this.#accessOf(request, page, asked);
    const visit = { request, reply, page, asked, isGranted: access === "granted" };
    // The link is what proves that the subscription is the visitor's, also without access to the page.
    if (asked.path === "/unsubscribe") return this.#subscriptions.unsubscribe(visit);
    if (asked.path === "/subscription") return this.#subscriptions.changeHeld(visit);
    if (access === "hidden" || !page.settings.show.subscribers) return this.#notFound(request, reply, asked);
    if (access !== "granted") return sendChallenge(this.#deps, { request, reply, page, asked, access });
    return this.#subscriptions.submit(visit);
  }

  async #signIn(request: FastifyRequest<PageParams>, reply: FastifyReply): Promise<FastifyReply> {
    const asked = readPageRequest(request, request.params.slug);
    const page = this.#pages.findBySlug(request.params.slug);
    if (!page?.published) return this.#notFound(request, reply, asked);
    return signIn(this.#deps, { request, reply, page, asked, host: hostName(request.headers.host) });
  }
}

/** A password and an address are shorter. */
const FORM_BYTES_MAX = 4_096;
/** The IDs of all 2,000 components that a subscriber can choose. */
const SUBSCRIPTION_BYTES_MAX = 65_536;
