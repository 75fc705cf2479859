import { type KeyboardEvent, useRef, useState } from "react";
import { t } from "../../../language/t.ts";
import { statusWord, type Tone } from "../../status-badge.tsx";
import { absoluteTime } from "../../time-ago.tsx";
import { BarTooltip } from "./bar-tooltip.tsx";
import { type Move, useRowKeys } from "./use-row-keys.ts";

/** `missed`: a check that was due and did not take place. */
export type BeatTone = Tone | "missed";
export type Beat = { id: string; status: BeatTone; at: string; detail: string };

type HeartbeatBarsProps = {
  label: string;
  /** Oldest first. Only the last `shownMax` are shown. */
  beats: readonly Beat[];
  shownMax?: number;
  /** Makes each bar a button; all together are one tab stop. */
  onChoose?: ((beat: Beat) => void) | undefined;
};

/** Height and color, so that a status is not shown by color alone. Failures are the highest. */
const STYLES: Record<BeatTone, string> = {
  missed: "h-full border border-dashed border-missed bg-missed/30 forced-colors:border-[GrayText]",
  up: "h-3/5 bg-up forced-colors:bg-[GrayText]",
  degraded: "h-4/5 bg-degraded forced-colors:bg-[CanvasText]",
  down: "h-full bg-down forced-colors:bg-[CanvasText]",
  unknown: "h-full bg-unknown forced-colors:bg-[CanvasText]",
  error: "h-full bg-unknown forced-colors:bg-[CanvasText]",
  pending: "h-1/4 bg-pending forced-colors:bg-[GrayText]",
  paused: "h-1/4 bg-paused forced-colors:bg-[GrayText]",
  maintenance: "h-1/4 bg-maintenance forced-colors:bg-[GrayText]",
};
const BAR = "block w-full rounded-[1px]";

/**
 * The latest checks, one bar each. Pointing at a bar, touching it, or the arrow keys show its details. In a row of a list
 * the bars are no tab stop: the arrow keys work while the focus is anywhere in the row.
 */
export function HeartbeatBars({ label, beats, shownMax = 40, onChoose }: HeartbeatBarsProps) {
  const shown = beats.slice(-shownMax);
  const strip = useRef<HTMLDivElement>(null);
  const [position, setPosition] = useState<number | null>(null);
  const last = shown.length - 1;
  const beat = position === null ? undefined : shown[position];
  const bar = position === null ? null : (strip.current?.children[position] ?? null);
  const isRowFocused = useRowKeys(strip, {
    isEnabled: !onChoose && shown.length > 0,
    move: (to) => setPosition(to === null ? null : destination(to, position, last)),
  });
  if (shown.length === 0) return <p className="text-[0.8125rem] text-soft">{t("No checks yet")}</p>;

  const point = {
    onPointerMove: (event: { target: EventTarget }) => setPosition(indexOf(strip.current, event.target)),
    onPointerDown: (event: { target: EventTarget }) => setPosition(indexOf(strip.current, event.target)),
    onPointerLeave: () => setPosition(null),
  };
  const tooltip = beat && bar && <BarTooltip anchor={bar} text={beatText(beat)} />;
  if (onChoose)
    return (
      <>
        <ChoosableBars
          {...{ label, shown, strip, position, setPosition, onChoose, point }}
          current={position ?? last}
        />
        {tooltip}
      </>
    );
  return (
    <>
      <div
        ref={strip}
        role="img"
        aria-label={`${label}: ${summary(shown)}`}
        dir="ltr"
        className={STRIP}
        {...point}
      >
        {shown.map((one, index) => (
          <span key={one.id} className={SLOT}>
            <span className={`${BAR} ${STYLES[one.status]} ${index === position ? MARKED : ""}`} />
          </span>
        ))}
      </div>
      {isRowFocused && (
        <span role="status" className="sr-only">
          {beat && beatText(beat)}
        </span>
      )}
      {tooltip}
    </>
  );
}

/** The newest bar is at the right end, as the newest day is in the strip of days. */
const STRIP = "flex h-7 touch-pan-y items-stretch justify-end";
/** The gap belongs to the slot, so that the pointer is always at a bar. */
const SLOT = "flex max-w-4 min-w-1 flex-1 items-end px-px";
const MARKED = "outline-2 outline-accent";

type ChoosableBarsProps = {
  label: string;
  shown: readonly Beat[];
  strip: React.RefObject<HTMLDivElement | null>;
  position: number | null;
  /** The bar that the tab key reaches. */
  current: number;
  setPosition(position: number | null): void;
  onChoose(beat: Beat): void;
  point: object;
};

function ChoosableBars(props: ChoosableBarsProps) {
  const { label, shown, strip, position, current, setPosition, onChoose, point } = props;

  function onKeyDown(event: KeyboardEvent): void {
    const to = MOVES.get(event.key);
    if (to === undefined) return;
    const next = destination(to, current, shown.length - 1);
    setPosition(next);
    strip.current?.querySelectorAll("button")[next]?.focus();
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields.
    <div
      ref={strip}
      role="group"
      aria-label={label}
      dir="ltr"
      className={STRIP}
      onKeyDown={onKeyDown}
      onBlur={() => setPosition(null)}
      {...point}
    >
      {shown.map((beat, index) => (
        <button
          key={beat.id}
          type="button"
          tabIndex={index === current ? 0 : -1}
          aria-label={beatText(beat)}
          className={SLOT}
          onFocus={() => setPosition(index)}
          onClick={() => onChoose(beat)}
        >
          <span className={`${BAR} ${STYLES[beat.status]} ${index === position ? MARKED : ""}`} />
        </button>
      ))}
    </div>
  );
}

const MOVES: ReadonlyMap<string, Move> = new Map([
  ["ArrowLeft", "previous"],
  ["ArrowRight", "next"],
  ["Home", "first"],
  ["End", "last"],
]);

function destination(move: Move, from: number | null, last: number): number {
  const start = from ?? last + 1;
  const to = { previous: start - 1, next: start + 1, first: 0, last }[move];
  return Math.max(0, Math.min(last, to));
}

function indexOf(strip: Element | null, target: EventTarget): number | null {
  if (!strip || !(target instanceof Element)) return null;
  const slot = [...strip.children].findIndex((child) => child.contains(target));
  return slot === -1 ? null : slot;
}

function summary(shown: readonly Beat[]): string {
  const failed = shown.filter(({ status }) => status === "down").length;
  const latest = shown.at(-1);
  const missed = shown.filter(({ status }) => status === "missed").length;
  const values = { latest: latest ? beatText(latest) : "", failed, measured: shown.length - missed, missed };
  return missed > 0
    ? t("{latest}. {failed} of {measured} down, {missed} not measured.", values)
    : t("{latest}. {failed} of {measured} down.", values);
}

function beatText(beat: Beat): string {
  const word = beat.status === "missed" ? t("Not measured") : statusWord(beat.status);
  return `${word}, ${absoluteTime(beat.at)}, ${beat.detail}`;
}
