import { PAGE_LANGUAGE_NAMES, PAGE_LANGUAGES } from "@vedette/contract/status-pages/page-languages.ts";
import { SCRIPT_HASH, STYLE_HASH } from "../assets/assets.ts";
import { type Html, html } from "./html.ts";
import { isOutdated, link, type View } from "./view.ts";

/** The frame of every document of a status page: head, header and footer. */

export type Document = {
  /** Before the title of the page; null for the page itself. */
  title: string | null;
  /** The path of the document below the page, for the language switch and the canonical link. */
  path: string;
  body: Html;
  /** Whether the document changes with the page, so that a script replaces it. */
  isLive: boolean;
  /** A document without the script. */
  isStatic?: boolean;
  version: string;
};

export function renderDocument(view: View, document: Document): string {
  const { locale, base, snapshot } = view;
  const { page } = snapshot;
  const title = document.title === null ? page.title : `${document.title} – ${page.title}`;
  const live = document.isLive && html` data-events="${base}/events" data-version="${document.version}"`;
  return html`<!doctype html>
<html lang="${locale.language}" dir="${locale.direction}" data-theme="${page.theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${title}: ${overallText(view)}">
${page.noindex && html`<meta name="robots" content="noindex">`}
<link rel="canonical" href="${page.url}${document.path}">
<link rel="stylesheet" href="${base}/assets/page.css?v=${STYLE_HASH}">
${page.hasCustomCss && html`<link rel="stylesheet" href="${base}/custom.css?v=${page.updatedAtMs}">`}
${page.images.favicon ? html`<link rel="icon" href="${base}/images/favicon?v=${page.images.favicon}">` : html`<link rel="icon" href="${base}/assets/favicon.svg">`}
<link rel="alternate" type="application/atom+xml" title="${page.title}" href="${link(view, "/feed.atom")}">
<link rel="alternate" type="application/rss+xml" title="${page.title}" href="${link(view, "/feed.rss")}">
<link rel="alternate" type="text/calendar" title="${page.title}" href="${link(view, "/calendar.ics")}">
${!document.isStatic && html`<script src="${base}/assets/page.js?v=${SCRIPT_HASH}" defer></script>`}
</head>
<body${live}>
<a class="skip" href="#content">${locale.messages.skipToContent}</a>
${renderHeader(view)}
<main id="content" tabindex="-1">
${isOutdated(view) && html`<p class="notice" role="status">${locale.fill(locale.messages.outdated, { time: locale.time(snapshot.asOfMs) })}</p>`}
${document.body}
</main>
${renderFooter(view, document.path)}
</body>
</html>
`.text;
}

/** The state of the page in one sentence. */
export function overallText({ snapshot, locale: { messages } }: Pick<View, "snapshot" | "locale">): string {
  return snapshot.isMeasured || snapshot.status !== "operational"
    ? messages.overall[snapshot.status]
    : messages.notMeasured;
}

function renderHeader(view: View): Html {
  const { snapshot, base, locale } = view;
  const { title, images, links } = snapshot.page;
  const logo = (image: "logo_light" | "logo_dark", hash: string, name: string) =>
    html`<img class="${name}" src="${base}/images/${image}?v=${hash}" alt="${title}" height="40">`;
  const { logo_light: light, logo_dark: dark } = images;
  const shown =
    light || dark
      ? [
          light && logo("logo_light", light, dark ? "logo for-light" : "logo"),
          dark && logo("logo_dark", dark, light ? "logo for-dark" : "logo"),
        ]
      : title;
  return html`<header><div class="head">
<a class="brand" href="${link(view, "")}">${shown}</a>
${links.length > 0 && html`<nav aria-label="${locale.messages.links}"><ul>${links.map(({ label, url }) => html`<li><a href="${url}" rel="noopener">${label}</a></li>`)}</ul></nav>`}
</div></header>`;
}

function renderFooter(view: View, path: string): Html {
  const { snapshot, locale } = view;
  const { messages } = locale;
  const { page } = snapshot;
  const languages = page.languages.length > 0 ? page.languages : PAGE_LANGUAGES;
  const language = (tag: (typeof languages)[number]) => {
    const current = tag === locale.language && html` aria-current="true"`;
    const href = link({ ...view, isChosen: true, locale: { ...locale, language: tag } }, path);
    return html`<li><a href="${href}" lang="${tag}" hreflang="${tag}"${current}>${PAGE_LANGUAGE_NAMES[tag]}</a></li>`;
  };
  return html`<footer>
<p class="as-of">${locale.fill(messages.asOf, { time: locale.time(snapshot.asOfMs) })}. ${locale.fill(messages.timeZone, { zone: locale.zone(snapshot.asOfMs) })}</p>
<nav aria-label="${messages.feeds}"><ul><li><a href="${link(view, "/feed.atom")}">Atom</a></li><li><a href="${link(view, "/feed.rss")}">RSS</a></li><li><a href="${link(view, "/calendar.ics")}">${messages.calendar}</a></li><li><a href="${view.base}/api/v2/summary.json">JSON</a></li></ul></nav>
${languages.length > 1 && html`<details class="languages"><summary>${messages.language}: ${PAGE_LANGUAGE_NAMES[locale.language]}</summary><ul>${languages.map(language)}</ul></details>`}
${!page.hide_branding && html`<p>${locale.fill(messages.madeWith, { product: "Vedette" })}</p>`}
</footer>`;
}
