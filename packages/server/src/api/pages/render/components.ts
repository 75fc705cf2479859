import type {
  PageSnapshot,
  SnapshotComponent,
  SnapshotGroup,
} from "../../../pipeline/status-pages/snapshot/snapshot.ts";
import { renderBars } from "./bars.ts";
import { renderChart } from "./chart.ts";
import { type Html, html } from "./html.ts";
import { link, type View } from "./view.ts";

/** The components of a page in their groups. */

/** With more components their bars are on pages of their own, so that the page stays small. */
const BARS_MAX = 50;

export function renderComponents(view: View): Html {
  const { snapshot, locale } = view;
  const { components } = snapshot;
  if (components.length === 0) return html``;
  const withBars = components.filter(({ days }) => days !== null).length <= BARS_MAX;
  const blocks = inOrder(snapshot).map((block) =>
    "group" in block
      ? html`<section class="group" aria-labelledby="g-${block.group.publicId}"><h3 id="g-${block.group.publicId}">${block.group.name}</h3>${block.group.description !== "" && html`<p class="description">${block.group.description}</p>`}<ul class="components">${block.components.map((one) => renderComponent(view, one, withBars))}</ul></section>`
      : html`<ul class="components">${block.components.map((one) => renderComponent(view, one, withBars))}</ul>`,
  );
  return html`<section aria-labelledby="components"><h2 id="components">${locale.messages.components}</h2>${renderLegend(view)}${blocks}</section>`;
}

type Block = { group: SnapshotGroup; components: SnapshotComponent[] } | { components: SnapshotComponent[] };

/** Groups and components outside of them by their positions; adjacent components share a list. Empty groups are left out. */
function inOrder({ groups, components }: Pick<PageSnapshot, "groups" | "components">): Block[] {
  const members = Map.groupBy(components, ({ groupId }) => groupId);
  const known = new Set(groups.map(({ publicId }) => publicId));
  const items = [
    ...groups.map((group) => ({ position: group.position, name: group.name, group, component: null })),
    ...components
      .filter(({ groupId }) => groupId === null || !known.has(groupId))
      .map((component) => ({ position: component.position, name: component.name, group: null, component })),
  ].sort((one, other) => one.position - other.position);
  const blocks: Block[] = [];
  for (const { group, component } of items) {
    const last = blocks.at(-1);
    if (group) {
      const own = members.get(group.publicId) ?? [];
      if (own.length > 0) blocks.push({ group, components: own });
    } else if (last && !("group" in last)) last.components.push(component);
    else blocks.push({ components: [component] });
  }
  return blocks;
}

function renderLegend({ locale: { messages }, snapshot }: View): Html {
  if (!snapshot.page.show.uptime || !snapshot.components.some(({ days }) => days !== null)) return html``;
  const items = [
    ["o", messages.status.operational],
    ["u", messages.status.under_maintenance],
    ["d", messages.status.degraded_performance],
    ["p", messages.status.partial_outage],
    ["m", messages.status.major_outage],
    ["x", messages.notMeasured],
  ] as const;
  return html`<ul class="legend">${items.map(([name, text]) => html`<li><svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true"><rect class="${name}" width="10" height="10"/></svg> ${text}</li>`)}</ul>`;
}

export function renderComponent(view: View, component: SnapshotComponent, withBars: boolean): Html {
  const { show } = view.snapshot.page;
  const { publicId, name, description } = component;
  const isLinked = show.uptime && component.days !== null && !withBars;
  return html`<li class="component" id="c-${publicId}">
<p class="row"><span class="name">${isLinked ? html`<a href="${link(view, `/components/${publicId}`)}">${name}</a>` : name}</span>${renderStatus(view, component)}</p>
${description !== "" && html`<p class="description">${description}</p>`}
${show.uptime && withBars && renderBars(view, component)}
${withBars && renderChart(view, component)}
</li>`;
}

/** The status in words with a symbol, so that it does not depend on color. */
function renderStatus({ locale: { messages } }: View, { status, isMeasured }: SnapshotComponent): Html {
  const isUnknown = !isMeasured && status === "operational";
  return html`<span class="status" data-status="${isUnknown ? "not_measured" : status}">${isUnknown ? messages.notMeasured : messages.status[status]}</span>`;
}
