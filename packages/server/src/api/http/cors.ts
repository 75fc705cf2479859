import cors from "@fastify/cors";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Origins whose pages may call the API: `*` for all, or a list. An empty list turns CORS off. */
export type CorsOrigins = "*" | readonly string[];

const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE"];
const REQUEST_HEADERS = [
  "Authorization",
  "Content-Type",
  "Idempotency-Key",
  "If-Match",
  "Last-Event-ID",
  "MCP-Protocol-Version",
  "X-Request-Id",
];
const RESPONSE_HEADERS = [
  "ETag",
  "Link",
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
  "Retry-After",
  "X-Request-Id",
];
/** How long a browser caches a preflight, in seconds. Chromium caps this at two hours. */
const PREFLIGHT_SECONDS = 600;

/**
 * Allows pages of other origins to call the API with an API key. `Access-Control-Allow-Credentials` is never
 * sent, so browsers neither send session cookies nor expose such responses to a page of another origin.
 */
export async function allowOrigins(app: FastifyInstance, origins: CorsOrigins): Promise<void> {
  if (origins.length === 0) return;
  const options = {
    origin: origins === "*" ? "*" : [...origins],
    credentials: false,
    methods: METHODS,
    allowedHeaders: REQUEST_HEADERS,
    exposedHeaders: RESPONSE_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
  };
  await app.register(
    cors,
    () =>
      async ({ routeOptions }: FastifyRequest) =>
        routeOptions.config.isForAllOrigins ? { origin: false } : options,
  );
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Pages of any origin may use the route, and it says so itself. */
    isForAllOrigins?: boolean;
  }
}
