import type { HeatMap as HeatMapData } from "@vedette/contract/targets/history.ts";
import { type KeyboardEvent, type PointerEvent, useId, useState } from "react";
import { responseText } from "../../../format.ts";
import { t } from "../../../language/t.ts";
import { absoluteTime } from "../../time-ago.tsx";
import type { ChartMarker, TimeRange } from "../time-series/series.ts";
import { timeTicks } from "../time-ticks.ts";
import { columnsTime } from "./heat-map-columns.ts";
import { HeatMapEvents } from "./heat-map-events.tsx";
import { cellStrength } from "./heat-map-table.ts";

type Position = { column: number; row: number };

type HeatMapProps = {
  label: string;
  data: HeatMapData;
  markers?: readonly ChartMarker[];
  /** A time was selected: by dragging, or with Shift, the arrow keys and Enter. */
  onZoom?(range: TimeRange): void;
};

/** Response times by time and duration: the darker a cell, the more there are. */
export function HeatMap({ label, data, markers = [], onZoom }: HeatMapProps) {
  const { bounds_ms: bounds, columns } = data;
  const id = useId();
  const [position, setPosition] = useState<Position | null>(null);
  const [anchor, setAnchor] = useState<number | null>(null);
  const rows = bounds.length - 1;
  if (rows < 1) return <p className="text-soft">{t("No response times in this period.")}</p>;
  const selected = position === null || anchor === null ? null : columnsTime(data, anchor, position.column);

  function clear(): void {
    setPosition(null);
    setAnchor(null);
  }
  function zoom(): void {
    clear();
    if (selected !== null) onZoom?.(selected);
  }
  function onKeyDown(event: KeyboardEvent): void {
    const { column, row } = position ?? { column: columns.length, row: 0 };
    const moved = {
      ArrowLeft: { column: column - 1, row },
      ArrowRight: { column: column + 1, row },
      ArrowUp: { column, row: row + 1 },
      ArrowDown: { column, row: row - 1 },
    }[event.key];
    if (moved) {
      const next = { column: clamp(moved.column, columns.length - 1), row: clamp(moved.row, rows - 1) };
      setAnchor(event.shiftKey && onZoom ? (anchor ?? clamp(column, columns.length - 1)) : null);
      setPosition(next);
    } else if (event.key === "Escape") clear();
    else if (event.key === "Enter" && selected !== null) zoom();
    else return;
    event.preventDefault();
  }
  function cellAt(event: PointerEvent): Position {
    const box = event.currentTarget.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * columns.length);
    const row = Math.floor((1 - (event.clientY - box.top) / box.height) * rows);
    return { column: clamp(column, columns.length - 1), row: clamp(row, rows - 1) };
  }
  const texts = [
    ...cellTexts(data, position ?? { column: columns.length - 1, row: 0 }),
    ...(selected === null
      ? []
      : [t("Selected: {times}. Press Enter to zoom.", { times: timesText(selected) })]),
  ];
  return (
    <div dir="ltr" className="grid gap-1">
      <HeatMapEvents data={data} markers={markers} />
      <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-2">
        <Bounds bounds={bounds} />
        <div
          role="listbox"
          tabIndex={0}
          aria-label={t("{label}: heat map", { label })}
          aria-activedescendant={`${id}-cell`}
          className="relative touch-pan-y rounded-sm"
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            const cell = cellAt(event);
            setPosition(cell);
            if (!onZoom || event.pointerType === "touch" || event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            setAnchor(cell.column);
          }}
          onPointerMove={(event) => setPosition(cellAt(event))}
          onPointerUp={() => {
            // A click selects no time.
            if (anchor !== null && position?.column !== anchor) zoom();
            else setAnchor(null);
          }}
          onPointerLeave={({ pointerType }) => pointerType === "mouse" && clear()}
          onBlur={clear}
        >
          <HeatMapCells data={data} position={position} anchor={anchor} />
          {/* biome-ignore lint/a11y/useFocusableInteractive: the list box has the focus and names its active option. */}
          <span id={`${id}-cell`} role="option" aria-selected={position !== null} className="sr-only">
            {texts.join(", ")}
          </span>
          {position && <CellTooltip texts={texts} share={(position.column + 0.5) / columns.length} />}
        </div>
      </div>
      <TimeAxis columns={columns} />
    </div>
  );
}

type HeatMapCellsProps = { data: HeatMapData; position: Position | null; anchor: number | null };

function HeatMapCells({ data, position, anchor }: HeatMapCellsProps) {
  const { bounds_ms: bounds, columns } = data;
  const rows = bounds.length - 1;
  const most = columns.reduce((max, { counts }) => Math.max(max, ...counts), 0);
  return (
    <svg
      viewBox={`0 0 ${columns.length} ${rows}`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      aria-hidden="true"
      className="block h-56 w-full bg-raised"
    >
      {columns.map(({ at, counts }, column) =>
        counts.map(
          (count, row) =>
            count > 0 && (
              <rect
                key={`${at} ${bounds[row]}`}
                x={column}
                y={rows - row - 1}
                width={1}
                height={1}
                className="fill-accent forced-colors:fill-[CanvasText]"
                fillOpacity={cellStrength(count, most)}
              />
            ),
        ),
      )}
      {position && anchor !== null && (
        <rect
          x={Math.min(position.column, anchor)}
          y={0}
          width={Math.abs(position.column - anchor) + 1}
          height={rows}
          className="fill-ink opacity-15 forced-colors:fill-[Highlight]"
        />
      )}
      {position && (
        <rect
          x={position.column}
          y={rows - position.row - 1}
          width={1}
          height={1}
          vectorEffect="non-scaling-stroke"
          className="fill-none stroke-ink stroke-2 forced-colors:stroke-[Highlight]"
        />
      )}
    </svg>
  );
}

function timesText({ fromMs, toMs }: TimeRange): string {
  const [from = "", to = ""] = [fromMs, toMs].map((ms) => absoluteTime(new Date(ms).toISOString()));
  return t("{from} to {to}", { from, to });
}

function cellTexts({ bounds_ms: bounds, columns }: HeatMapData, { column, row }: Position): string[] {
  const { at, counts } = columns[column] ?? { at: "", counts: [] };
  const count = counts[row] ?? 0;
  return [
    at === "" ? "" : absoluteTime(at),
    t("{from} to {to}", {
      from: responseText(bounds[row] ?? 0),
      to: responseText(bounds[row + 1] ?? 0),
    }),
    t("{count, plural, one {# response} other {# responses}}", { count }),
  ];
}

function CellTooltip({ texts, share }: { texts: readonly string[]; share: number }) {
  const [time, ...facts] = texts;
  return (
    <div
      aria-hidden="true"
      className="popup pointer-events-none absolute bottom-full z-20 mb-2 w-52 -translate-x-1/2 p-2.5 text-[0.8125rem] tabular-nums"
      style={{ left: `clamp(6.5rem, ${share * 100}%, calc(100% - 6.5rem))` }}
    >
      <strong className="block">{time}</strong>
      {facts.map((fact) => (
        <span key={fact} className="block">
          {fact}
        </span>
      ))}
    </div>
  );
}

const BOUNDS_SHOWN = 6;

function Bounds({ bounds }: { bounds: readonly number[] }) {
  const step = Math.ceil(bounds.length / BOUNDS_SHOWN);
  return (
    <div aria-hidden="true" className="relative text-end text-[0.75rem] text-soft tabular-nums">
      {bounds.map((bound, index) =>
        index % step === 0 ? (
          <span
            key={bound}
            className="absolute end-0 translate-y-1/2 whitespace-nowrap"
            style={{ bottom: `${(index / (bounds.length - 1)) * 100}%` }}
          >
            {responseText(bound)}
          </span>
        ) : null,
      )}
    </div>
  );
}

function TimeAxis({ columns }: { columns: HeatMapData["columns"] }) {
  const shown = [0, Math.floor(columns.length / 2), columns.length - 1].filter(
    (column, index, all) => all.indexOf(column) === index,
  );
  const seconds = shown.map((column) => Date.parse(columns[column]?.at ?? "") / 1_000);
  const stepSeconds = seconds.length > 1 ? (seconds[1] ?? 0) - (seconds[0] ?? 0) : 60;
  return (
    <div
      aria-hidden="true"
      className="flex justify-between ps-20 text-center text-[0.75rem] whitespace-pre-line text-soft"
    >
      {timeTicks(seconds, Math.min(stepSeconds, 86_399)).map((text) => (
        <span key={text}>{text}</span>
      ))}
    </div>
  );
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));
