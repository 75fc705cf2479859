import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import helmet from "helmet";

/** One year. */
const HSTS_SECONDS = 31_536_000;

/**
 * Keeps responses with tenant data out of every cache, including that of a browser on a shared computer.
 * Files of runs set their own cache lifetime. Runs after `compressResponses`, which does not compress a
 * response that its route marked `no-store`.
 */
export function disableCaching(server: FastifyInstance): void {
  server.addHook("onSend", async (request, reply) => {
    const { access = "public" } = request.routeOptions.config;
    if (access === "public" || reply.hasHeader("cache-control")) return;
    reply.header("cache-control", "no-store");
  });
}

/**
 * Headers for browsers: no content from other origins, no framing, no content sniffing.
 * `Strict-Transport-Security` is sent only if the public URL is https, because a server on a local network
 * may have no certificate. It excludes subdomains, because other operators may own them. The inline script and style of
 * the dashboard's page are allowed by their hashes.
 */
export function addPageSecurityHeaders(
  server: FastifyInstance,
  { publicUrl, page }: { publicUrl: string | null; page: string },
): void {
  // Built once: Fastify's plugin builds all headers again for each request.
  const addHeaders = helmet({
    strictTransportSecurity: publicUrl?.startsWith("https://")
      ? { maxAge: HSTS_SECONDS, includeSubDomains: false }
      : false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...hashesOf(page, /<script>([\s\S]*?)<\/script>/g)],
        styleSrc: ["'self'", ...hashesOf(page, /<style>([\s\S]*?)<\/style>/g)],
        imgSrc: ["'self'", "data:"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    xFrameOptions: { action: "deny" },
  });
  server.addHook("onRequest", async (request, reply) => {
    addHeaders(request.raw, reply.raw, rethrow);
  });
}

function rethrow(error?: unknown): void {
  if (error) throw error;
}

function hashesOf(page: string, inline: RegExp): string[] {
  const texts = [...page.matchAll(inline)].map(([, text = ""]) => text);
  return texts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
}
