import { randomUUID } from "node:crypto";
import type { HttpCheckSpec } from "@vedette/contract/checks/check-run.ts";
import type { HttpRequest } from "./request-headers.ts";

/** What a check sends. */
export type SentFields = Pick<
  HttpCheckSpec,
  "url" | "method" | "headers" | "secretHeaders" | "body" | "cacheBust"
>;

/** Returns null if the URL is invalid, which the value of a variable can cause after validation. */
export function firstRequest({
  url,
  method,
  headers,
  secretHeaders,
  body,
  cacheBust,
}: SentFields): HttpRequest | null {
  const parsed = URL.parse(url);
  if (parsed === null || (parsed.protocol !== "http:" && parsed.protocol !== "https:")) return null;
  if (cacheBust) parsed.search += `${parsed.search === "" ? "?" : "&"}cache_bust=${randomUUID()}`;
  const bytes = body === null ? null : Buffer.from(body);
  return { method, url: parsed, headers, ...(secretHeaders && { secretHeaders }), body: bytes };
}
