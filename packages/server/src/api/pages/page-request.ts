import type { PageLanguage } from "@vedette/contract/status-pages/page-languages.ts";
import type { FastifyRequest } from "fastify";
import type { ServedPage } from "../../pipeline/status-pages/served-queries.ts";
import { type LanguageChoice, preferredLanguage, requestedLanguage } from "./languages/catalogue.ts";
import { PAGES_PATH } from "./page-hosts.ts";

/** What a request for a page asks for. */
export type PageRequest = {
  /** Path below the page without a slash at its end; empty for the page itself. */
  path: string;
  /** Path of the page; empty at its own domain. */
  base: string;
  query: URLSearchParams;
};

export function readPageRequest(request: FastifyRequest, slug: string): PageRequest {
  const { url, originalUrl } = request;
  const start = url.indexOf("?");
  const full = start === -1 ? url : url.slice(0, start);
  const prefix = `${PAGES_PATH}/${slug}`;
  return {
    path: full.slice(prefix.length).replace(/\/+$/, ""),
    base: originalUrl === url ? prefix : "",
    query: new URLSearchParams(start === -1 ? "" : url.slice(start)),
  };
}

/** The language of `?lang=`, or the one that the browser prefers. */
export function chooseLanguage(
  page: ServedPage | null,
  { query, header }: { query: URLSearchParams; header: string | undefined },
): { language: PageLanguage; isChosen: boolean } {
  const choice: LanguageChoice = {
    offered: page?.settings.languages ?? [],
    fallback: page?.settings.default_language ?? "en",
  };
  const wanted = requestedLanguage(query.get("lang"), choice);
  return wanted === null
    ? { language: preferredLanguage(header, choice), isChosen: false }
    : { language: wanted, isChosen: true };
}
