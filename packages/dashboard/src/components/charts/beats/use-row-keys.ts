import { type RefObject, useEffect, useRef, useState } from "react";

export type Move = "previous" | "next" | "first" | "last";
type RowKeys = {
  isEnabled: boolean;
  /** Null: the focus left the row, or Escape was pressed. */
  move(to: Move | null): void;
};

const KEYS: ReadonlyMap<string, Move | null> = new Map([
  ["ArrowLeft", "previous"],
  ["ArrowRight", "next"],
  ["Escape", null],
]);

/** Elements that use the arrow keys themselves. */
const OWN_KEYS = "input:not([type=checkbox]), textarea, select, [role=menu], [role=dialog]";

/** Lets the arrow keys move within an element while the focus is anywhere in its row. Returns whether it is. */
export function useRowKeys(part: RefObject<Element | null>, { isEnabled, move }: RowKeys): boolean {
  const [isFocused, setFocused] = useState(false);
  const latest = useRef(move);
  useEffect(() => {
    latest.current = move;
  });
  useEffect(() => {
    const row = part.current?.closest<HTMLElement>("tr, li");
    if (!row || !isEnabled) return;
    const controller = new AbortController();
    const { signal } = controller;
    row.addEventListener(
      "keydown",
      (event) => {
        const to = KEYS.get(event.key);
        const isTyping = event.target instanceof Element && event.target.matches(OWN_KEYS);
        if (to === undefined || isTyping || event.altKey || event.ctrlKey || event.metaKey) return;
        latest.current(to);
        if (to !== null) event.preventDefault();
      },
      { signal },
    );
    row.addEventListener("focusin", () => setFocused(true), { signal });
    row.addEventListener(
      "focusout",
      ({ relatedTarget }) => {
        if (relatedTarget instanceof Node && row.contains(relatedTarget)) return;
        setFocused(false);
        latest.current(null);
      },
      { signal },
    );
    return () => controller.abort();
  }, [part, isEnabled]);
  return isFocused;
}
