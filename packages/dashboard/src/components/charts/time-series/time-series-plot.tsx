import { type KeyboardEvent, useId, useRef, useState } from "react";
import { t } from "../../../language/t.ts";
import { absoluteTime } from "../../time-ago.tsx";
import { ChartLegend } from "./chart-legend.tsx";
import { ChartTooltip, pointTexts } from "./chart-tooltip.tsx";
import type { PlotInput } from "./plot-options.ts";
import { moveSelection, selectedTime } from "./select-time.ts";
import { type Hovered, moveCursor, showSelection, usePlot } from "./use-plot.ts";

/** Import it only through time-series-chart.tsx, which is loaded on demand: uPlot is 50 kB. */

type TimeSeriesPlotProps = PlotInput & { label: string };

/**
 * The canvas of the chart. One tab stop: the arrow keys move between the points, and screen readers read the values of
 * the current one. Dragging selects a time, and so do the arrow keys with Shift, and then Enter.
 */
export function TimeSeriesPlot({ label, ...input }: TimeSeriesPlotProps) {
  const { at, onZoom } = input;
  const id = useId();
  const container = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<Hovered | null>(null);
  const [anchor, setAnchor] = useState<number | null>(null);
  const plot = usePlot(container, input, setHovered);
  const index = hovered === null ? null : Math.min(hovered.index, at.length - 1);
  const selected = onZoom === undefined ? null : selectedTime({ index, anchor }, at);

  function clear(): void {
    setHovered(null);
    setAnchor(null);
    showSelection(plot.current, null);
  }
  function onKeyDown(event: KeyboardEvent): void {
    const { key, shiftKey } = event;
    const isShift = shiftKey && onZoom !== undefined;
    const next = at.length === 0 ? null : moveSelection({ index, anchor }, { key, isShift }, at.length - 1);
    if (next !== null) {
      moveCursor(plot.current, at[next.index ?? 0]);
      setAnchor(next.anchor);
      showSelection(plot.current, selectedTime(next, at));
    } else if (key === "Escape") clear();
    else if (key === "Enter" && selected !== null) {
      clear();
      onZoom?.(selected);
    } else return;
    event.preventDefault();
  }
  const texts = at.length > 0 ? pointTexts(input, index ?? at.length - 1) : [];
  return (
    <>
      <div
        role="listbox"
        tabIndex={0}
        aria-label={t("{label}: values", { label })}
        aria-activedescendant={`${id}-point`}
        aria-orientation="horizontal"
        dir="ltr"
        className="relative rounded-sm"
        onKeyDown={onKeyDown}
        onBlur={clear}
      >
        <div ref={container} aria-hidden="true" className="overflow-hidden [contain:inline-size]" />
        {/* biome-ignore lint/a11y/useFocusableInteractive: the list box has the focus and names its active option. */}
        <span id={`${id}-point`} role="option" aria-selected={index !== null} className="sr-only">
          {texts.length === 0 ? t("No values") : texts.join(", ")}
          {selected !== null && `. ${selectionText(selected)}`}
        </span>
        {hovered !== null && index !== null && (
          <ChartTooltip
            texts={selected === null ? texts : [...texts, selectionText(selected)]}
            left={hovered.left}
            width={container.current?.clientWidth ?? 0}
          />
        )}
      </div>
      <ChartLegend {...input} />
    </>
  );
}

function selectionText({ fromMs, toMs }: { fromMs: number; toMs: number }): string {
  const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
  return t("Selected: {absoluteTime} to {absoluteTime2}. Press Enter to zoom.", {
    absoluteTime: absoluteTime(from),
    absoluteTime2: absoluteTime(to),
  });
}
