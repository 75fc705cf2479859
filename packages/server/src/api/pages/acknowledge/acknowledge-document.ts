import { createHash } from "node:crypto";
import type { LinkRow } from "../../../pipeline/on-call/acknowledge/link-queries.ts";
import { escapeHtml } from "../../../platform/mail/escape-html.ts";

/** The page of an acknowledge link, as HTML without scripts. Pure. */

const STYLE =
  ":root{color-scheme:light dark;font:1.0625rem/1.5 system-ui,sans-serif;background:light-dark(#f4f6f8,#0e1319);" +
  "color:light-dark(#17212c,#e7edf3)}body{margin:0}main{max-width:34rem;margin:0 auto;padding:2rem 1.25rem}" +
  "h1{font-size:1.375rem;line-height:1.3;overflow-wrap:anywhere}dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}" +
  "ul{padding-left:1.25rem;overflow-wrap:anywhere}dt{color:light-dark(#54616f,#a2afbc)}dd{margin:0;overflow-wrap:anywhere}" +
  "button{font:inherit;font-weight:600;width:100%;min-height:3.25rem;border:0;border-radius:.5rem;cursor:pointer;" +
  "background:light-dark(#1d4f86,#7db4ee);color:light-dark(#fff,#0e1319)}" +
  "button:focus-visible{outline:3px solid light-dark(#17212c,#e7edf3);outline-offset:3px}" +
  "[role=status]{padding:1rem;border-radius:.5rem;background:light-dark(#fff,#161d25);border:1px solid light-dark(#dde3e9,#28323d)}";

export type AcknowledgeDocument = { status: 200 | 404 | 429; html: string };

/** What a link can do now. */
export type LinkState = "open" | "acknowledged" | "resolved" | "expired" | "used";

export function stateOfLink(link: LinkRow, nowMs: number): LinkState {
  const isOpen = link.also_open.length > 0;
  if (link.resolved_at !== null && !isOpen) return "resolved";
  if (link.acknowledged_at !== null && !isOpen) return "acknowledged";
  if (link.used_at !== null) return "used";
  return link.expires_at.getTime() <= nowMs ? "expired" : "open";
}

export function linkDocument(link: LinkRow, nowMs: number): AcknowledgeDocument {
  const state = stateOfLink(link, nowMs);
  const facts = [
    ["Organization", link.organization_name],
    ["Severity", link.severity],
    ["Since", instant(link.triggered_at)],
  ] as const;
  const rows = facts.map(([label, value]) => `<dt>${label}</dt><dd>${escapeHtml(value)}</dd>`).join("");
  const end = state === "open" ? BUTTON : `<p role="status">${escapeHtml(endText(link, state))}</p>`;
  const titles = [...(isNeeded(link) ? [link.title] : []), ...link.also_open.map(({ title }) => title)];
  const title = titles.length > 1 ? `${titles.length} alerts` : (titles[0] ?? link.title);
  const list =
    titles.length > 1 ? `<ul>${titles.map((each) => `<li>${escapeHtml(each)}</li>`).join("")}</ul>` : "";
  return {
    status: 200,
    html: documentOf(title, `<h1>${escapeHtml(title)}</h1>${list}<dl>${rows}</dl>${end}`),
  };
}

function isNeeded({ acknowledged_at, resolved_at }: LinkRow): boolean {
  return (acknowledged_at ?? resolved_at) === null;
}

const BUTTON =
  '<form method="post"><button type="submit">Acknowledge</button></form>' +
  "<p>This stops reminders and escalations. An alert stays open until it resolves.</p>";

function endText(link: LinkRow, state: Exclude<LinkState, "open">): string {
  switch (state) {
    case "resolved":
      return `Resolved on ${instant(link.resolved_at)}. Nothing is left to acknowledge.`;
    case "acknowledged":
      return `Acknowledged by ${link.acknowledger ?? "a former member"} on ${instant(link.acknowledged_at)}.`;
    case "used":
      return "This link was used, and the acknowledgement was withdrawn later. Acknowledge the alert in the dashboard.";
    case "expired":
      return "This link has expired. Acknowledge the alert in the dashboard.";
  }
}

/** The same for every token that is not one of a link. */
export const NOT_FOUND_DOCUMENT: AcknowledgeDocument = {
  status: 404,
  html: documentOf(
    "Link not found",
    "<h1>Link not found</h1><p>Open the alert in the dashboard, or use the link of a newer message.</p>",
  ),
};

export const TOO_MANY_DOCUMENT: AcknowledgeDocument = {
  status: 429,
  html: documentOf("Too many requests", "<h1>Too many requests</h1><p>Try again in a minute.</p>"),
};

/** Seconds are shown, so that readers can compare them with logs. */
function instant(at: Date | null): string {
  const iso = at?.toISOString() ?? "";
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

function documentOf(title: string, body: string): string {
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
    `<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>` +
    `<body><main>${body}</main></body></html>`
  );
}

/** Nothing but its own style and form. */
export const ACKNOWLEDGE_POLICY =
  `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; ` +
  "form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
