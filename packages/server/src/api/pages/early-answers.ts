import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ServedPages } from "../../pipeline/status-pages/served-pages.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { PAGES_PATH } from "./page-hosts.ts";
import { chooseLanguage } from "./page-request.ts";
import { isOutdated } from "./render/view.ts";
import { cachingOf } from "./send-copy.ts";
import { type Copy, chooseCoding, copyKey } from "./store/copies.ts";
import type { PageStore } from "./store/page-store.ts";

type Deps = { pages: Pick<ServedPages, "findBySlug">; store: PageStore; clock: Clock };

/**
 * Answers requests for public pages that are in memory before the framework sees them, because the framework costs more
 * than the answer. The headers are those of an earlier response with the same copy, so that both ways send the same. Only
 * plain requests for the page itself are answered here.
 */
export class EarlyAnswers {
  readonly #deps: Deps;
  readonly #copies = new WeakMap<FastifyRequest, Copy>();
  readonly #heads = new WeakMap<Copy, OutgoingHttpHeaders>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Makes the headers of this response those of early answers with the copy. */
  learnFrom(request: FastifyRequest, copy: Copy): void {
    if (request.query instanceof Object && Object.keys(request.query).length > 0) return;
    if (isPlain(request.raw)) this.#copies.set(request, copy);
  }

  /** To be registered after all hooks that set headers. */
  observe(server: FastifyInstance): void {
    server.addHook("onSend", async (request, reply) => {
      const copy = this.#copies.get(request);
      if (!copy || reply.hasHeader("connection")) return;
      const shared = Object.entries(reply.getHeaders()).filter(([name]) => !OF_ONE_RESPONSE.has(name));
      this.#heads.set(copy, Object.fromEntries(shared));
    });
  }

  /**
   * `url` is the path after the host was considered. Returns the status, or null if nothing was sent, because the request
   * has to take the usual way.
   */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    { url, requestId }: { url: string; requestId: string },
  ): number | null {
    const { pages, store, clock } = this.#deps;
    if (!url.startsWith(PREFIX) || !isPlain(request)) return null;
    const slug = url.slice(PREFIX.length);
    const page = pages.findBySlug(slug);
    if (!page || cachingOf(page) !== "public") return null;
    const version = store.find(page);
    if (!version) return null;
    const header = request.headers["accept-language"];
    const key = copyKey({
      ...{ path: "", base: url === request.url ? url : "" },
      ...chooseLanguage(page, { query: NO_QUERY, header }),
      isOld: isOutdated({ snapshot: version.snapshot, nowMs: clock.now() }),
    });
    const copy = version.copies.find(key);
    const head = copy && this.#heads.get(copy);
    if (!copy || !head) return null;
    const coding = chooseCoding(request.headers["accept-encoding"]);
    const body = copy.bodies[coding];
    response.writeHead(copy.status, {
      ...{ "x-request-id": requestId, ...head },
      ...(coding === "identity" ? {} : { "content-encoding": coding }),
      "content-length": body.length,
    });
    response.end(body);
    return copy.status;
  }
}

const PREFIX = `${PAGES_PATH}/`;
const NO_QUERY = new URLSearchParams();
/** Depend on the request, or on how the response is sent. */
const OF_ONE_RESPONSE = new Set(["x-request-id", "content-encoding", "content-length", "date"]);
/** A request with one of these may be answered in another way than others. */
const DECISIVE_HEADERS = [
  ...["origin", "if-none-match", "expect", "upgrade"],
  ...["content-length", "transfer-encoding"],
];

/** Whether nothing but its address and the accepted languages and codings decides about the response. */
function isPlain({ method, headers }: Pick<IncomingMessage, "method" | "headers">): boolean {
  return method === "GET" && !DECISIVE_HEADERS.some((name) => headers[name] !== undefined);
}
