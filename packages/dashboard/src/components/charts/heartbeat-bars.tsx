import { type KeyboardEvent, useState } from "react";
import { statusWord, type Tone } from "../status-badge.tsx";
import { absoluteTime } from "../time-ago.tsx";

export type Beat = { id: string; status: Tone; at: string; detail: string };

type HeartbeatBarsProps = {
  label: string;
  /** Oldest first. Only the last `shownMax` are shown. */
  beats: readonly Beat[];
  shownMax?: number;
  onChoose?(beat: Beat): void;
};

/** Height and color, so that a status is not shown by color alone. */
const STYLES: Record<Tone, string> = {
  up: "h-full bg-up",
  degraded: "h-3/4 bg-degraded",
  down: "h-1/2 bg-down",
  unknown: "h-1/2 bg-unknown",
  error: "h-1/2 bg-unknown",
  pending: "h-1/4 bg-pending",
  paused: "h-1/4 bg-paused",
  maintenance: "h-1/4 bg-maintenance",
};

/** The latest checks, one bar each. A single tab stop; the arrow keys move between the bars. */
export function HeartbeatBars({ label, beats, shownMax = 40, onChoose }: HeartbeatBarsProps) {
  const shown = beats.slice(-shownMax);
  const [position, setPosition] = useState<number | null>(null);
  const beat = position === null ? undefined : shown[position];

  function onKeyDown(event: KeyboardEvent): void {
    const last = shown.length - 1;
    const from = position ?? last;
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key];
    if (to !== undefined) setPosition(Math.max(0, Math.min(last, to)));
    else if (event.key === "Enter" && beat) onChoose?.(beat);
    else return;
    event.preventDefault();
  }

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, shown.length - 1)}
      aria-valuenow={position ?? Math.max(0, shown.length - 1)}
      aria-valuetext={beatText(beat ?? shown.at(-1))}
      className="relative flex h-7 items-end gap-0.5"
      onKeyDown={onKeyDown}
      onBlur={() => setPosition(null)}
      onMouseLeave={() => setPosition(null)}
    >
      {shown.map((item, index) => (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the strip handles the keys.
        <span
          key={item.id}
          title={beatText(item)}
          className={`max-w-3 min-w-0.5 flex-1 rounded-full ${STYLES[item.status]} ${index === position ? "outline-2 outline-accent" : ""} ${onChoose ? "cursor-pointer" : ""}`}
          onMouseEnter={() => setPosition(index)}
          onClick={() => onChoose?.(item)}
        />
      ))}
      {shown.length === 0 && <span className="self-center text-sm text-soft">No checks yet</span>}
    </div>
  );
}

function beatText(beat: Beat | undefined): string {
  return beat ? `${statusWord(beat.status)}, ${absoluteTime(beat.at)}, ${beat.detail}` : "No checks yet";
}
