import { type PointerEvent, useRef, useState } from "react";
import type { OverrideDraft } from "../override-dialog.tsx";
import type { CalendarRange } from "./calendar-range.ts";

export type DragOptions = {
  /** Called with the range when the pointer is released. */
  onRange(draft: OverrideDraft): void;
  /** Start and end are rounded to it. */
  stepMs: number;
};

/** A smaller movement is a click. */
const DRAG_PIXELS_MIN = 6;

/** Selects a time range by dragging over a row of the calendar. */
export function useDragRange(range: CalendarRange, options: DragOptions | null) {
  const [selection, setSelection] = useState<{ fromMs: number; toMs: number } | null>(null);
  const start = useRef<{ x: number; atMs: number } | null>(null);
  const dragged = useRef(false);
  if (options === null) return { selection: null, handlers: {}, hasDragged: () => false };

  const timeAt = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const ratio = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    const atMs = range.fromMs + ratio * (range.toMs - range.fromMs);
    return Math.round(atMs / options.stepMs) * options.stepMs;
  };
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      dragged.current = false;
      start.current = { x: event.clientX, atMs: timeAt(event) };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!start.current) return;
      if (!dragged.current && Math.abs(event.clientX - start.current.x) < DRAG_PIXELS_MIN) return;
      if (!dragged.current) event.currentTarget.setPointerCapture(event.pointerId);
      dragged.current = true;
      const [fromMs, toMs] = [start.current.atMs, timeAt(event)].toSorted((a, b) => a - b);
      setSelection({ fromMs: fromMs ?? 0, toMs: toMs ?? 0 });
    },
    onPointerUp() {
      if (selection && selection.fromMs < selection.toMs) options.onRange({ personId: "", ...selection });
      start.current = null;
      setSelection(null);
    },
    onPointerCancel() {
      start.current = null;
      setSelection(null);
    },
  };
  return { selection, handlers, hasDragged: () => dragged.current };
}
