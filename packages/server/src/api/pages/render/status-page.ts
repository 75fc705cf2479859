import type { SnapshotComponent } from "../../../pipeline/status-pages/snapshot/snapshot.ts";
import { renderComponent, renderComponents } from "./components.ts";
import { type Html, html } from "./html.ts";
import { renderBack, renderIncident, renderMaintenance } from "./incidents.ts";
import { overallText } from "./layout.ts";
import { renderMarkdown } from "./markdown.ts";
import { link, type View } from "./view.ts";

/** The page itself: the state of everything now, and what happened in the last days. */
export function renderStatusPage(view: View): Html {
  const { snapshot, locale } = view;
  const { messages } = locale;
  const { page, maintenances, unresolved, recent } = snapshot;
  const isActive = ({ status }: { status: string }) => status === "in_progress" || status === "verifying";
  const active = maintenances.filter(isActive);
  const planned = maintenances.filter(({ status }) => status === "scheduled");
  return html`<h1>${page.title}</h1>
${page.description !== "" && html`<div class="about" dir="auto">${renderMarkdown(page.description)}</div>`}
<p class="overall" role="status" data-status="${overallState(view)}">${overallText(view)}</p>
${page.show.subscribers && html`<p><a href="${link(view, "/subscribe")}">${messages.subscription.subscribe}</a></p>`}
${unresolved.length > 0 && html`<section aria-labelledby="open"><h2 id="open">${messages.openIncidents}</h2>${unresolved.map((one) => renderIncident(view, one, 3))}</section>`}
${active.length > 0 && html`<section aria-labelledby="active"><h2 id="active">${messages.overall.under_maintenance}</h2>${active.map((one) => renderMaintenance(view, one, 3))}</section>`}
${renderComponents(view)}
${planned.length > 0 && html`<section aria-labelledby="planned"><h2 id="planned">${messages.scheduledMaintenance}</h2>${planned.map((one) => renderMaintenance(view, one, 3))}</section>`}
<section aria-labelledby="past"><h2 id="past">${messages.pastIncidents}</h2>${recent.length === 0 ? html`<p>${messages.noIncidents}</p>` : recent.map((one) => renderIncident(view, one, 3))}
<p><a href="${link(view, "/history")}">${messages.incidentHistory}</a></p></section>`;
}

function overallState({ snapshot: { status, isMeasured } }: View): string {
  return isMeasured || status !== "operational" ? status : "not_measured";
}

/** One component with its bars, for pages with many of them. */
export function renderComponentPage(view: View, component: SnapshotComponent): Html {
  return html`<h1>${component.name}</h1><ul class="components">${renderComponent(view, component, true)}</ul>${renderBack(view)}`;
}
