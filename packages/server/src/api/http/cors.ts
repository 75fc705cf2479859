import cors from "@fastify/cors";
import type { FastifyInstance } from "fastify";

/** Origins whose pages may call the API: `*` for all, or those listed; none turns CORS off. */
export type CorsOrigins = "*" | readonly string[];

const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE"];
const REQUEST_HEADERS = [
  "Authorization",
  "Content-Type",
  "Idempotency-Key",
  "If-Match",
  "Last-Event-ID",
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
/** Seconds that a browser remembers a preflight. Chromium caps this at two hours. */
const PREFLIGHT_SECONDS = 600;

/**
 * Lets pages of other origins call the API with an API key. `Access-Control-Allow-Credentials` is never sent: a
 * browser then neither sends session cookies nor shows a page of another origin what they open.
 */
export async function allowOrigins(app: FastifyInstance, origins: CorsOrigins): Promise<void> {
  if (origins.length === 0) return;
  await app.register(cors, {
    origin: origins === "*" ? "*" : [...origins],
    credentials: false,
    methods: METHODS,
    allowedHeaders: REQUEST_HEADERS,
    exposedHeaders: RESPONSE_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
  });
}
