import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { localeOf } from "../languages/catalogue.ts";
import { PAGE_ROUTE } from "../page-hosts.ts";
import { chooseLanguage } from "../page-request.ts";
import { cachingOf } from "../send-copy.ts";
import { renderBadge } from "./badge-document.ts";
import { BadgeFigures, type BadgeFiguresDeps, unlessUnavailable } from "./badge-figures.ts";
import { readBadgeOptions, readBadgePath } from "./badge-request.ts";
import { badgeText, defaultLabel } from "./badge-text.ts";
import { renderWidget, WIDGET_POLICY, WIDGET_SCRIPT } from "./widget.ts";

/**
 * Serves badges and the widgets of status pages, at `/badge/<key>/…` and at the same path below a page. A badge shows a
 * status or a figure, and nothing else of what it belongs to. An unknown key looks like a target without data, so that the
 * response does not say which keys exist.
 */

const ROUTES = ["/badge/:key/*", `${PAGE_ROUTE}/badge/:key/*`];
const KEY = /^[A-Za-z0-9_-]{22}$/;
const CACHE_CONTROL = "public, max-age=60, stale-while-revalidate=300";
/** A widget in an open page is loaded again after this time; it has no script that could do so. */
const REFRESH_SECONDS = 120;

type BadgeRequest = FastifyRequest<{ Params: { key: string; "*": string } }>;

export class BadgeServer {
  readonly #deps: BadgeFiguresDeps;
  readonly #figures: BadgeFigures;

  constructor(deps: BadgeFiguresDeps) {
    this.#deps = deps;
    this.#figures = new BadgeFigures(deps);
  }

  start(): Promise<void> {
    return this.#figures.start();
  }

  stop(): Promise<void> {
    return this.#figures.stop();
  }

  register(server: FastifyInstance): void {
    const config = { access: "public", isForAllOrigins: true } as const;
    for (const url of ROUTES)
      server.get(url, { config, schema: { hide: true } }, (request, reply) =>
        this.#answer(request as BadgeRequest, reply),
      );
  }

  async #answer(request: BadgeRequest, reply: FastifyReply): Promise<FastifyReply> {
    // Images, requests of scripts and frames of all sites; without credentials, which are never sent along.
    reply.header("access-control-allow-origin", "*").header("cross-origin-resource-policy", "cross-origin");
    reply.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'");
    const { key, "*": path } = request.params;
    if (path === "embed" || path === "embed.js") return this.#sendWidget(request, reply, path);
    const badge = readBadgePath(path);
    if (!badge) return notFound(reply);
    const options = readBadgeOptions(request.query);
    const { metric, format } = badge;
    const figure = KEY.test(key) ? await this.#figures.find(key, metric) : null;
    const { threshold_good: good, threshold_warning: warning } = options;
    const text = badgeText(figure, this.#deps.clock.now(), {
      ...(good !== undefined && { good }),
      ...(warning !== undefined && { warning }),
    });
    return send(
      request,
      reply,
      await renderBadge(format, { label: options.label ?? defaultLabel(metric), text, options }),
    );
  }

  /** Only of a page that everyone can read: a frame on another site has no session, and shows more than a badge. */
  async #sendWidget(
    request: BadgeRequest,
    reply: FastifyReply,
    path: "embed" | "embed.js",
  ): Promise<FastifyReply> {
    const { key } = request.params;
    const page = KEY.test(key) ? await this.#figures.findPage(key) : null;
    if (!page || cachingOf(page) !== "public") return notFound(reply);
    if (path === "embed.js")
      return send(request, reply, { type: "text/javascript; charset=utf-8", text: WIDGET_SCRIPT });
    const version = await this.#deps.store.get(page).catch(unlessUnavailable);
    if (!version) return unavailable(reply);
    const { snapshot } = version;
    const query = new URLSearchParams(request.url.split("?")[1] ?? "");
    const { language } = chooseLanguage(page, { query, header: request.headers["accept-language"] });
    const text = renderWidget(snapshot, localeOf(language, snapshot.page.timezone));
    reply.removeHeader("x-frame-options").header("content-security-policy", WIDGET_POLICY);
    reply.header("refresh", REFRESH_SECONDS).header("vary", "Accept-Language");
    return send(request, reply, { type: "text/html; charset=utf-8", text });
  }
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, text }: { type: string; text: string },
): FastifyReply {
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  reply.header("cache-control", CACHE_CONTROL).header("etag", etag);
  if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
  return reply.type(type).send(text);
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .header("cache-control", "public, max-age=60")
    .type("text/plain; charset=utf-8")
    .send(
      "There is no such badge. Badges are status, uptime/30d, response/24h, certificate and heartbeat, as .svg, .json and .shields.",
    );
}

function unavailable(reply: FastifyReply): FastifyReply {
  reply.code(503).header("retry-after", "30").header("cache-control", "no-store");
  return reply
    .type("text/plain; charset=utf-8")
    .send("The status cannot be read now. Try again in a minute.");
}
