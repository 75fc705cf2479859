import type { PlotInput } from "./plot-options.ts";
import { MARKER_STYLES, SPAN_STYLES } from "./series.ts";

/** The colors of the series, of the shaded times and of the markers. */
export function ChartLegend({
  series,
  spans = [],
  markers = [],
}: Pick<PlotInput, "series" | "spans" | "markers">) {
  const kinds = [...new Set(spans.map(({ kind }) => kind))];
  const marked = [...new Set(markers.map(({ kind }) => kind))];
  return (
    <ul className="flex min-h-6 flex-wrap gap-x-4 gap-y-1 text-[0.8125rem] text-soft">
      {series.map(({ label, color, dash, isStacked }) => (
        <li key={label} className="flex min-w-0 items-center gap-1.5">
          <SeriesLine color={color} dash={dash} isStacked={isStacked} />
          <span className="min-w-0 wrap-anywhere">{label}</span>
        </li>
      ))}
      {kinds.map((kind) => (
        <li key={kind} className="flex items-center gap-1.5">
          <span
            className={`rounded-sm forced-color-adjust-none ${SPAN_STYLES[kind].look === "bar" ? "h-1 w-3.5" : "size-2.5"} ${SPAN_STYLES[kind].background}`}
          />
          {SPAN_STYLES[kind].label}
        </li>
      ))}
      {marked.map((kind) => (
        <li key={kind} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={MARKER_STYLES[kind].text}>
            {MARKER_STYLES[kind].symbol}
          </span>
          {MARKER_STYLES[kind].label}
        </li>
      ))}
    </ul>
  );
}

type SeriesLineProps = {
  color: `--${string}`;
  dash?: "dashed" | "dotted" | undefined;
  isStacked?: boolean | undefined;
};

/** How a series looks in the chart. */
export function SeriesLine({ color, dash, isStacked }: SeriesLineProps) {
  if (isStacked)
    return (
      <span
        className="size-2.5 flex-none rounded-sm forced-color-adjust-none"
        style={{ background: `var(${color})` }}
      />
    );
  const line = dash === "dashed" ? "border-dashed" : dash === "dotted" ? "border-dotted" : "";
  return (
    <span
      className={`w-4 flex-none forced-color-adjust-none border-t-2 ${line}`}
      style={{ borderColor: `var(${color})` }}
    />
  );
}
