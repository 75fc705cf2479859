import type { FastifyReply, FastifyRequest } from "fastify";
import type { ServedPage } from "../../pipeline/status-pages/served-queries.ts";
import { type Copy, chooseCoding } from "./store/copies.ts";

/** Who may keep a response: everyone, or the browser of the visitor only. */
export type Caching = "public" | "private" | "immutable";

const CACHE_CONTROL: Record<Caching, string> = {
  // The times of Statuspage v2; a visitor sees a change 15 s later at most, and a proxy answers while the server restarts.
  public: "public, max-age=15, stale-while-revalidate=60",
  private: "private, no-cache",
  // The hash of the content is in the address.
  immutable: "public, max-age=31536000, immutable",
};

/** A page that is not public must not be in a cache that others use. */
export function cachingOf(page: Pick<ServedPage, "published" | "access" | "ip_allow">): Caching {
  return page.published && page.access === "public" && page.ip_allow.length === 0 ? "public" : "private";
}

/** Sends a stored response, or 304 if the client has it. */
export function sendCopy(
  request: FastifyRequest,
  reply: FastifyReply,
  { copy, caching }: { copy: Copy; caching: Caching },
): FastifyReply {
  const { type, status, etag, bodies } = copy;
  reply.header("cache-control", CACHE_CONTROL[caching]);
  reply.header("vary", caching === "immutable" ? "Accept-Encoding" : "Accept-Encoding, Accept-Language");
  // Weak: the codings of one document have the same tag.
  reply.header("etag", `W/"${etag}"`);
  if (status === 200 && request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
  const coding = chooseCoding(request.headers["accept-encoding"]);
  if (coding !== "identity") reply.header("content-encoding", coding);
  return reply.code(status).type(type).send(bodies[coding]);
}
