import type { BarDay } from "../../../pipeline/status-pages/components/bar-days.ts";
import type { SnapshotComponent } from "../../../pipeline/status-pages/snapshot/snapshot.ts";
import type { Locale } from "../languages/locale.ts";
import { type Html, html } from "./html.ts";
import { link, type View } from "./view.ts";

/**
 * One bar a day, as SVG. Time that was not measured is grey, from the bottom up. The days are also a list of links, for
 * keyboards and screen readers; a script lets arrow keys move along the bars.
 */

const HEIGHT = 34;
const BAR_WIDTH = 3;
const PITCH = 5;
/** Seconds without a measurement must be visible in a bar of a whole day. */
const GREY_MIN = 4;
/** More days are in the history. */
const EVENT_DAYS_MAX = 30;

export function renderBars(view: View, { name, days, figures }: SnapshotComponent): Html {
  const { locale } = view;
  const { messages } = locale;
  if (!days) return html``;
  const label = locale.fill(messages.bars, { name, days: locale.days(days.length) });
  const { show } = view.snapshot.page;
  const uptime = figures?.uptime ?? null;
  return html`<div class="bars"><svg viewBox="0 0 ${days.length * PITCH - PITCH + BAR_WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">${days.map((day, index) => renderBar(locale, day, index * PITCH))}</svg>
<p class="scale"><span>${locale.daysAgo(days.length - 1)}</span>${show.component_values && uptime !== null && html`<span class="uptime">${locale.fill(messages.uptime, { percent: locale.percent(uptime) })}</span>`}<span>${locale.daysAgo(0)}</span></p>
${show.component_values && figures && renderFigures(locale, figures)}
${renderEventDays(view, days)}</div>`;
}

const CLASSES: Record<BarDay["worst"], string> = {
  none: "n",
  operational: "o",
  under_maintenance: "u",
  degraded_performance: "d",
  partial_outage: "p",
  major_outage: "m",
};

function renderBar(locale: Locale, day: BarDay, x: number): Html {
  const total = day.upMs + day.degradedMs + day.downMs + day.maintenanceMs + day.unknownMs;
  const share = total === 0 ? 0 : day.unknownMs / total;
  const grey = share === 0 ? 0 : Math.min(HEIGHT, Math.max(GREY_MIN, Math.round(share * HEIGHT)));
  return html`<g><title>${locale.day(day.date)}: ${dayText(locale, day)}</title><rect class="${CLASSES[day.worst]}" x="${x}" width="${BAR_WIDTH}" height="${HEIGHT}"/>${grey > 0 && html`<rect class="x" x="${x}" y="${HEIGHT - grey}" width="${BAR_WIDTH}" height="${grey}"/>`}</g>`;
}

/** What happened on a day: its worst state, and how long each one lasted. */
function dayText({ messages, fill, duration }: Locale, day: BarDay): string {
  const isUnmeasured = day.worst === "none" && day.unknownMs > 0;
  const state =
    day.worst === "none"
      ? isUnmeasured
        ? messages.notMeasured
        : messages.noData
      : messages.status[day.worst];
  const parts: [number, string][] = [
    [day.downMs, messages.down],
    [day.degradedMs, messages.degraded],
    [day.maintenanceMs, messages.inMaintenance],
    [day.unknownMs, messages.unmeasured],
  ];
  return [
    state,
    ...parts.filter(([ms]) => ms > 0).map(([ms, text]) => fill(text, { duration: duration(ms) })),
  ].join(", ");
}

function renderFigures(
  { messages, fill, percent }: Locale,
  figures: NonNullable<SnapshotComponent["figures"]>,
): Html {
  const { min: low, max: high, observed } = figures;
  if (observed === null || observed === 100 || low === null || high === null) return html``;
  return html`<p class="figures">${fill(messages.uptimeRange, { low: percent(low), high: percent(high) })}; ${fill(messages.observed, { percent: percent(observed) })}</p>`;
}

function renderEventDays(view: View, days: readonly BarDay[]): Html {
  const { locale } = view;
  const eventful = days
    .filter(
      ({ downMs, degradedMs, maintenanceMs, unknownMs }) =>
        downMs + degradedMs + maintenanceMs + unknownMs > 0,
    )
    .slice(-EVENT_DAYS_MAX)
    .reverse();
  if (eventful.length === 0) return html``;
  return html`<details class="days"><summary>${locale.messages.daysWithEvents}</summary><ul>${eventful.map(
    (day) =>
      html`<li><a href="${link(view, `/history/${day.date.slice(0, 7)}`, `#day-${day.date}`)}">${locale.day(day.date)}</a>: ${dayText(locale, day)}</li>`,
  )}</ul></details>`;
}
