import { t } from "../../../language/t.ts";
import { absoluteTime } from "../../time-ago.tsx";
import { markerTexts } from "./group-markers.ts";
import type { ChartMarker, ChartSpan, Series } from "./series.ts";

type PointTexts = {
  at: readonly string[];
  series: readonly Series[];
  text(value: number | null): string;
  spans?: readonly ChartSpan[];
  markers?: readonly ChartMarker[];
};

/**
 * The values at a position, and what happened until the next one. Markers before the first and after the last position
 * belong to these, so that each marker is shown at one.
 */
export function pointTexts(
  { at, series, text, spans = [], markers = [] }: PointTexts,
  index: number,
): string[] {
  const fromMs = Date.parse(at[index] ?? "");
  const nextMs = Date.parse(at[index + 1] ?? "");
  const toMs = Number.isNaN(nextMs) ? fromMs + lastWidth(at) : nextMs;
  const values = series.flatMap(({ label, values: all }) => {
    const value = all[index] ?? null;
    return value === null ? [] : [`${label}: ${text(value)}`];
  });
  return [
    absoluteTime(at[index] ?? ""),
    ...(values.length === 0 ? [t("No response times")] : values),
    ...new Set(spans.filter((span) => span.fromMs < toMs && span.toMs > fromMs).map(({ label }) => label)),
    ...markerTexts(
      markers.filter(
        ({ atMs }) => (index === 0 || atMs >= fromMs) && (Number.isNaN(nextMs) || atMs < nextMs),
      ),
    ),
  ];
}

/** The last point is as wide as the one before it. */
function lastWidth(at: readonly string[]): number {
  const [before, last] = at.slice(-2).map((instant) => Date.parse(instant));
  return before !== undefined && last !== undefined ? last - before : 1;
}

/** Beside the pointer, on the side with more space. */
export function ChartTooltip({
  texts,
  left,
  width,
}: {
  texts: readonly string[];
  left: number;
  width: number;
}) {
  const [time, ...facts] = texts;
  const side = left < width / 2 ? { left: left + 12 } : { right: width - left + 12 };
  return (
    <div
      aria-hidden="true"
      className="popup pointer-events-none absolute top-2 z-20 max-w-64 p-2.5 text-[0.8125rem] tabular-nums"
      style={side}
    >
      <strong className="block">{time}</strong>
      {facts.map((fact) => (
        <span key={fact} className="block wrap-anywhere">
          {fact}
        </span>
      ))}
    </div>
  );
}
