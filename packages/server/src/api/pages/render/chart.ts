import type { SnapshotComponent } from "../../../pipeline/status-pages/snapshot/snapshot.ts";
import { type Html, html } from "./html.ts";
import type { View } from "./view.ts";

/** The response times of a component by hour, as a line. Hours without a value are gaps; those with missed checks are grey. */

const HEIGHT = 40;
const WIDTH_PER_HOUR = 2;

export function renderChart(
  { locale, snapshot }: View,
  { name, responseMs, unmeasuredHours }: SnapshotComponent,
): Html {
  const values = (responseMs ?? []).filter((value) => value !== null);
  if (!snapshot.page.show.response_chart || !responseMs || values.length === 0) return html``;
  const high = Math.max(...values);
  const low = Math.min(...values);
  const grey = unmeasuredHours.map(
    (nr) => html`<rect class="x" x="${nr * WIDTH_PER_HOUR}" width="${WIDTH_PER_HOUR}" height="${HEIGHT}"/>`,
  );
  const note =
    unmeasuredHours.length > 0 && html` <span class="unmeasured">${locale.messages.notMeasured}</span>`;
  const label = locale.fill(locale.messages.responseChart, {
    ...{ name, low: locale.milliseconds(low), high: locale.milliseconds(high) },
  });
  return html`<figure class="chart"><figcaption>${locale.messages.responseTime}: ${locale.milliseconds(values.at(-1) ?? high)}${note}</figcaption><svg viewBox="0 0 ${responseMs.length * WIDTH_PER_HOUR} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">${grey}<path d="${linePath(responseMs, high)}"/></svg></figure>`;
}

/** A line from zero at the bottom to `high` at the top. */
function linePath(values: readonly (number | null)[], high: number): string {
  let isOpen = false;
  let path = "";
  for (const [index, value] of values.entries()) {
    if (value === null) {
      isOpen = false;
      continue;
    }
    const y = Math.round((HEIGHT - 1 - (value / Math.max(high, 1)) * (HEIGHT - 2)) * 10) / 10;
    const isAlone = !isOpen && (values[index + 1] ?? null) === null;
    // A line of no length is not drawn.
    path += `${isOpen ? "L" : "M"}${index * WIDTH_PER_HOUR} ${y}${isAlone ? "h1" : ""}`;
    isOpen = true;
  }
  return path;
}
