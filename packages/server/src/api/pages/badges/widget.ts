import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { PageSnapshot } from "../../../pipeline/status-pages/snapshot/snapshot.ts";
import { ownFile } from "../../../platform/kernel/own-files.ts";
import type { Locale } from "../languages/locale.ts";
import { Html, html } from "../render/html.ts";
import { overallText } from "../render/layout.ts";

/** The widget of a status page: a document without a script, to be framed by other sites, and the script that does so. */

const read = (name: string): string => readFileSync(ownFile(`src/api/pages/badges/${name}`), "utf8");

export const WIDGET_SCRIPT = read("widget.js");

const STYLE = read("widget.css");
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** Any site may frame it: the only document of this server that allows that. */
export const WIDGET_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors *",
].join("; ");

/** A frame is small; the page shows all of them. */
const INCIDENTS_MAX = 2;

export function renderWidget(snapshot: PageSnapshot, locale: Locale): string {
  const { page, status, isMeasured, unresolved } = snapshot;
  const state = isMeasured || status !== "operational" ? status : "not_measured";
  const shown = unresolved.slice(0, INCIDENTS_MAX);
  // The style is a constant of ours, and the hash of the policy covers exactly these bytes.
  return html`<!doctype html>
<html lang="${locale.language}" dir="${locale.direction}" data-theme="${page.theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${page.title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main data-status="${state}">
<h1><a href="${page.url}" target="_blank" rel="noopener">${page.title}</a></h1>
<p class="overall">${overallText({ snapshot, locale })}</p>
${shown.length > 0 && html`<ul>${shown.map(({ title, publicId }) => html`<li><a href="${page.url}/incidents/${publicId}" target="_blank" rel="noopener">${title}</a></li>`)}</ul>`}
</main>
</body>
</html>
`.text;
}
