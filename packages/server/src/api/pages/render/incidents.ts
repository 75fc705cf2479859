import type {
  SnapshotIncident,
  SnapshotMaintenance,
  SnapshotUpdate,
} from "../../../pipeline/status-pages/snapshot/snapshot.ts";
import type { Locale } from "../languages/locale.ts";
import { type Html, html } from "./html.ts";
import { renderMarkdown } from "./markdown.ts";
import { link, type View } from "./view.ts";

/** Incidents and maintenances, short on the page and complete on their own pages. */

type Level = 2 | 3;

export function renderIncident(view: View, incident: SnapshotIncident, level: Level): Html {
  const { messages } = view.locale;
  const { title, impact, status, publicId, updates } = incident;
  const heading = html`<a href="${link(view, `/incidents/${publicId}`)}">${title}</a>`;
  return html`<article class="incident" data-impact="${impact}">
${level === 2 ? html`<h2>${heading}</h2>` : html`<h3>${heading}</h3>`}
<p class="meta"><span class="tag">${messages.incidentStatus[status]}</span>${impact !== "none" && html`<span class="tag">${messages.impactLabel}: ${messages.impact[impact]}</span>`}${renderNames(view, incident.components)}</p>
${renderUpdates(view, updates)}
${incident.hasMoreUpdates && html`<p><a href="${link(view, `/incidents/${publicId}`)}" aria-label="${messages.allUpdates}: ${title}">${messages.allUpdates}</a></p>`}
</article>`;
}

function renderNames({ locale: { messages } }: View, components: readonly { name: string }[]): Html {
  if (components.length === 0) return html``;
  return html`<span class="affected">${messages.affectedComponents}: ${components.map(({ name }) => name).join(", ")}</span>`;
}

function renderUpdates(view: View, updates: readonly SnapshotUpdate[]): Html {
  return html`<ol class="updates">${updates.map((update) => renderUpdate(view, update))}</ol>`;
}

function renderUpdate(
  { locale }: View,
  { publicId, status, message, atMs, editedAtMs }: SnapshotUpdate,
): Html {
  const { messages } = locale;
  return html`<li id="u-${publicId}"><p class="meta"><strong>${messages.incidentStatus[status]}</strong> ${renderTime(locale, atMs)}${editedAtMs !== null && html` (${messages.edited} ${renderTime(locale, editedAtMs)})`}</p><div class="message" dir="auto">${renderMarkdown(message)}</div></li>`;
}

function renderTime(locale: Locale, ms: number): Html {
  return html`<time datetime="${new Date(ms).toISOString()}">${locale.time(ms)}</time>`;
}

/** The complete incident. */
export function renderIncidentPage(view: View, incident: SnapshotIncident): Html {
  const { locale } = view;
  const { messages } = locale;
  const { title, status, impact, startedAtMs, resolvedAtMs, components, postmortem, updates } = incident;
  const endMs = resolvedAtMs ?? view.nowMs;
  return html`<article class="incident" data-impact="${impact}"><h1>${title}</h1>
<dl>
<div><dt>${messages.currentStatus}</dt><dd>${messages.incidentStatus[status]}</dd></div>
<div><dt>${messages.impactLabel}</dt><dd>${messages.impact[impact]}</dd></div>
<div><dt>${messages.started}</dt><dd>${renderTime(locale, startedAtMs)}</dd></div>
${resolvedAtMs !== null && html`<div><dt>${messages.resolved}</dt><dd>${renderTime(locale, resolvedAtMs)}</dd></div>`}
<div><dt>${messages.duration}</dt><dd>${locale.duration(Math.max(endMs - startedAtMs, 0))}</dd></div>
${components.length > 0 && html`<div><dt>${messages.affectedComponents}</dt><dd>${components.map(({ name }) => name).join(", ")}</dd></div>`}
</dl>
<h2>${messages.updates}</h2>
${renderUpdates(view, updates)}
${postmortem !== null && html`<section><h2>${messages.postmortem}</h2><div class="message" dir="auto">${renderMarkdown(postmortem)}</div></section>`}
</article>
${renderBack(view)}`;
}

export function renderMaintenance(view: View, maintenance: SnapshotMaintenance, level: Level): Html {
  const { locale } = view;
  const { publicId, title, message, status, fromMs, toMs, components } = maintenance;
  const heading = html`<a href="${link(view, `/maintenances/${publicId}`)}">${title}</a>`;
  return html`<article class="incident" data-impact="maintenance">
${level === 2 ? html`<h2>${heading}</h2>` : html`<h3>${heading}</h3>`}
<p class="meta"><span class="tag">${locale.messages.maintenanceStatus[status]}</span><span>${locale.timeRange(fromMs, toMs)}</span>${renderNames(view, components)}</p>
<div class="message" dir="auto">${renderMarkdown(message)}</div>
</article>`;
}

export function renderMaintenancePage(view: View, maintenance: SnapshotMaintenance): Html {
  const { locale } = view;
  const { messages } = locale;
  const { title, message, status, fromMs, toMs, components } = maintenance;
  return html`<article class="incident" data-impact="maintenance"><h1>${title}</h1>
<dl>
<div><dt>${messages.currentStatus}</dt><dd>${messages.maintenanceStatus[status]}</dd></div>
<div><dt>${messages.time}</dt><dd>${locale.timeRange(fromMs, toMs)}</dd></div>
<div><dt>${messages.duration}</dt><dd>${locale.duration(toMs - fromMs)}</dd></div>
${components.length > 0 && html`<div><dt>${messages.affectedComponents}</dt><dd>${components.map(({ name }) => name).join(", ")}</dd></div>`}
</dl>
<div class="message" dir="auto">${renderMarkdown(message)}</div></article>
${renderBack(view)}`;
}

export function renderBack(view: View): Html {
  const { messages } = view.locale;
  return html`<nav class="back" aria-label="${messages.currentStatus}"><ul><li><a href="${link(view, "")}">${messages.currentStatus}</a></li><li><a href="${link(view, "/history")}">${messages.incidentHistory}</a></li></ul></nav>`;
}
