import type { UptimeDay } from "@vedette/contract/targets/daily-uptime.ts";
import { type KeyboardEvent, type PointerEvent, useId, useState } from "react";
import { t } from "../../../language/t.ts";
import {
  DAY_HEIGHT,
  DAY_LABELS,
  DAY_TONES,
  DAY_WIDTH,
  type DayTone,
  dayPath,
  daysSummary,
  dayTexts,
  missedPath,
  shapePath,
} from "./day-shapes.ts";

type DayStripProps = {
  /** The accessible name: "Uptime of the last 90 days". */
  label: string;
  /** Oldest first, from `GET /api/v1/uptime/daily`. */
  days: readonly UptimeDay[];
  /** The date of the selected day. */
  selected?: string | null;
  onSelect(day: UptimeDay): void;
};

const FILLS: Record<DayTone, string> = {
  up: "fill-up forced-colors:fill-[CanvasText]",
  partial: "fill-degraded forced-colors:fill-[CanvasText]",
  down: "fill-down forced-colors:fill-[CanvasText]",
  maintenance: "fill-maintenance forced-colors:fill-[CanvasText]",
  none: "fill-line-strong forced-colors:fill-[GrayText]",
};

const MISSED_FILL = "fill-missed stroke-surface forced-colors:fill-[GrayText]";

const WEEK = 7;

/** A cell for each day. One tab stop: the arrow keys move between the days, Enter selects one. */
export function DayStrip({ label, days, selected = null, onSelect }: DayStripProps) {
  const id = useId();
  const last = days.length - 1;
  const selectedIndex = days.findIndex(({ date }) => date === selected);
  const [pointed, setPointed] = useState<number | null>(null);
  const active = pointed === null ? undefined : days[pointed];
  const start = selectedIndex === -1 ? last : selectedIndex;
  const option = days[pointed ?? start];

  function onKeyDown(event: KeyboardEvent): void {
    const from = pointed ?? start;
    const to = {
      ArrowLeft: from - 1,
      ArrowRight: from + 1,
      PageUp: from - WEEK,
      PageDown: from + WEEK,
      Home: 0,
      End: last,
    }[event.key];
    if (to !== undefined) setPointed(Math.max(0, Math.min(last, to)));
    else if (event.key === "Escape") setPointed(null);
    else if ((event.key === "Enter" || event.key === " ") && option) onSelect(option);
    else return;
    event.preventDefault();
  }
  const pointAt = (event: PointerEvent) => setPointed(indexAt(event, days.length));

  if (days.length === 0) return null;
  return (
    <div dir="ltr" className="relative">
      {active && <DayTooltip day={active} position={((pointed ?? 0) + 0.5) / days.length} />}
      <div
        role="listbox"
        tabIndex={0}
        aria-label={label}
        aria-describedby={`${id}-summary`}
        aria-orientation="horizontal"
        aria-activedescendant={`${id}-day`}
        className="cursor-pointer touch-pan-y rounded-sm"
        onKeyDown={onKeyDown}
        onFocus={() => setPointed((before) => before ?? start)}
        onBlur={() => setPointed(null)}
        onPointerDown={pointAt}
        onPointerMove={pointAt}
        // A finger leaves when it is lifted: its tooltip stays until something else is touched.
        onPointerLeave={({ pointerType }) => pointerType === "mouse" && setPointed(null)}
        onClick={(event) => {
          const day = days[indexAt(event, days.length)];
          if (day) onSelect(day);
        }}
      >
        <svg
          viewBox={`0 0 ${days.length * DAY_WIDTH} ${DAY_HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          className="block h-9 w-full"
        >
          {DAY_TONES.map((tone) => (
            <path key={tone} d={dayPath(days, tone)} className={FILLS[tone]} />
          ))}
          <path d={missedPath(days)} className={MISSED_FILL} />
          {selectedIndex >= 0 && <Frame index={selectedIndex} />}
          {pointed !== null && pointed !== selectedIndex && <Frame index={pointed} />}
        </svg>
        {option && (
          // biome-ignore lint/a11y/useFocusableInteractive: the list box has the focus and names its active option.
          <span
            id={`${id}-day`}
            role="option"
            aria-selected={option.date === selected}
            aria-posinset={days.indexOf(option) + 1}
            aria-setsize={days.length}
            className="sr-only"
          >
            {dayTexts(option).join(", ")}
          </span>
        )}
      </div>
      <p id={`${id}-summary`} className="sr-only">
        {daysSummary(days)}
      </p>
    </div>
  );
}

function Frame({ index }: { index: number }) {
  return (
    <rect
      x={index * DAY_WIDTH}
      y={0}
      width={DAY_WIDTH}
      height={DAY_HEIGHT}
      vectorEffect="non-scaling-stroke"
      className="fill-none stroke-ink stroke-[3] forced-colors:stroke-[Highlight]"
    />
  );
}

/** Its content is the active option of the list box, so that screen readers do not need it. */
function DayTooltip({ day, position }: { day: UptimeDay; position: number }) {
  const [date, ...facts] = dayTexts(day);
  return (
    <div
      aria-hidden="true"
      className="popup pointer-events-none absolute bottom-full z-20 mb-2 w-56 -translate-x-1/2 p-2.5 text-[0.8125rem] tabular-nums"
      style={{ left: `clamp(7rem, ${position * 100}%, calc(100% - 7rem))` }}
    >
      <strong>{date}</strong>
      {facts.map((fact) => (
        <span key={fact} className="block">
          {fact}
        </span>
      ))}
    </div>
  );
}

/** What the shapes mean. */
export function DayLegend() {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-[0.8125rem] text-soft">
      {DAY_TONES.map((tone) => (
        <li key={tone} className="flex items-center gap-1.5">
          <svg viewBox={`0 0 ${DAY_WIDTH} ${DAY_HEIGHT}`} aria-hidden="true" className="h-4 w-1.5">
            <path d={shapePath(tone)} className={FILLS[tone]} />
          </svg>
          {DAY_LABELS[tone]}
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <svg viewBox={`0 0 ${DAY_WIDTH} ${DAY_HEIGHT}`} aria-hidden="true" className="h-4 w-1.5">
          <path d={shapePath("up")} className={FILLS.up} />
          <path d="M1 20v12h8v-12z" className={MISSED_FILL} />
        </svg>
        {t("Partly not measured")}
      </li>
    </ul>
  );
}

function indexAt(event: { clientX: number; currentTarget: Element }, count: number): number {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return Math.max(0, Math.min(count - 1, Math.floor(((event.clientX - left) / width) * count)));
}
