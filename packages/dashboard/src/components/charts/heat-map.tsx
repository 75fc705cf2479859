import type { HeatMap as HeatMapData } from "@vedette/contract/targets/history.ts";
import { type KeyboardEvent, type PointerEvent, useId, useState } from "react";
import { numberText, responseText } from "../../format.ts";
import { absoluteTime } from "../time-ago.tsx";
import { timeTicks } from "./time-ticks.ts";

type Position = { column: number; row: number };

/** Response times by time and duration: the darker a cell, the more there are. */
export function HeatMap({ label, data }: { label: string; data: HeatMapData }) {
  const { bounds_ms: bounds, columns } = data;
  const id = useId();
  const [position, setPosition] = useState<Position | null>(null);
  const rows = bounds.length - 1;
  const most = columns.reduce((max, { counts }) => Math.max(max, ...counts), 0);
  if (rows < 1) return <p className="text-soft">No response times in this period.</p>;

  function onKeyDown(event: KeyboardEvent): void {
    const { column, row } = position ?? { column: columns.length, row: 0 };
    const moved = {
      ArrowLeft: { column: column - 1, row },
      ArrowRight: { column: column + 1, row },
      ArrowUp: { column, row: row + 1 },
      ArrowDown: { column, row: row - 1 },
    }[event.key];
    if (moved)
      setPosition({
        column: clamp(moved.column, columns.length - 1),
        row: clamp(moved.row, rows - 1),
      });
    else if (event.key === "Escape") setPosition(null);
    else return;
    event.preventDefault();
  }
  function onPointer(event: PointerEvent): void {
    const box = event.currentTarget.getBoundingClientRect();
    setPosition({
      column: clamp(
        Math.floor(((event.clientX - box.left) / box.width) * columns.length),
        columns.length - 1,
      ),
      row: clamp(Math.floor((1 - (event.clientY - box.top) / box.height) * rows), rows - 1),
    });
  }
  const texts = cellTexts(data, position ?? { column: columns.length - 1, row: 0 });
  return (
    <div className="grid gap-1">
      <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-2">
        <Bounds bounds={bounds} />
        <div
          role="listbox"
          tabIndex={0}
          aria-label={`${label}: heat map`}
          aria-activedescendant={`${id}-cell`}
          className="relative touch-pan-y rounded-sm"
          onKeyDown={onKeyDown}
          onPointerDown={onPointer}
          onPointerMove={onPointer}
          onPointerLeave={({ pointerType }) => pointerType === "mouse" && setPosition(null)}
          onBlur={() => setPosition(null)}
        >
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
                      // By the logarithm: single slow responses stay visible beside thousands of fast ones.
                      fillOpacity={0.15 + (0.85 * Math.log1p(count)) / Math.log1p(most)}
                    />
                  ),
              ),
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

function cellTexts({ bounds_ms: bounds, columns }: HeatMapData, { column, row }: Position): string[] {
  const { at, counts } = columns[column] ?? { at: "", counts: [] };
  const count = counts[row] ?? 0;
  return [
    at === "" ? "" : absoluteTime(at),
    `${responseText(bounds[row] ?? 0)} to ${responseText(bounds[row + 1] ?? 0)}`,
    `${numberText(count)} ${count === 1 ? "response" : "responses"}`,
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
    <div aria-hidden="true" className="relative text-right text-[0.75rem] text-soft tabular-nums">
      {bounds.map((bound, index) =>
        index % step === 0 ? (
          <span
            key={bound}
            className="absolute right-0 translate-y-1/2 whitespace-nowrap"
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
      className="flex justify-between pl-20 text-center text-[0.75rem] whitespace-pre-line text-soft"
    >
      {timeTicks(seconds, Math.min(stepSeconds, 86_399)).map((text) => (
        <span key={text}>{text}</span>
      ))}
    </div>
  );
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));
