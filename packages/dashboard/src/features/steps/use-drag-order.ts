import { type DragEvent, useState } from "react";

/** Orders a list by drag and drop with a mouse. Offer buttons too, for the keyboard and for touch screens. */
export function useDragOrder(onMove: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  /** The place before which the item would be inserted. */
  const [gap, setGap] = useState<number | null>(null);
  const reset = () => {
    setDragged(null);
    setGap(null);
  };
  return {
    gap,
    /** Props of the handle of an item. */
    handleProps: (place: number) => ({
      draggable: true,
      onDragStart({ currentTarget, dataTransfer }: DragEvent<HTMLElement>) {
        dataTransfer.effectAllowed = "move";
        // Firefox starts no drag without data.
        dataTransfer.setData("text/plain", String(place + 1));
        const item = currentTarget.closest("[data-drag-item]");
        if (item) dataTransfer.setDragImage(item, 0, 0);
        setDragged(place);
      },
      onDragEnd: reset,
    }),
    /** Props of an item. */
    itemProps: (place: number) => ({
      "data-drag-item": "",
      onDragOver(event: DragEvent<HTMLElement>) {
        if (dragged === null) return;
        event.preventDefault();
        setGap(gapUnder(event, place));
      },
      onDrop(event: DragEvent<HTMLElement>) {
        if (dragged === null) return;
        event.preventDefault();
        // Not the gap that is shown: a busy page may not have rendered the last movement yet.
        const target = gapUnder(event, place);
        const to = target > dragged ? target - 1 : target;
        if (to !== dragged) onMove(dragged, to);
        reset();
      },
    }),
    /** Shows where the item would be inserted. */
    gapClass(place: number, count: number): string {
      if (gap === place) return "shadow-[inset_0_3px_0_var(--accent)]";
      return gap === count && place === count - 1 ? "shadow-[inset_0_-3px_0_var(--accent)]" : "";
    },
  };
}

function gapUnder({ currentTarget, clientY }: DragEvent<HTMLElement>, place: number): number {
  const { top, height } = currentTarget.getBoundingClientRect();
  return clientY > top + height / 2 ? place + 1 : place;
}

export type DragHandle = ReturnType<ReturnType<typeof useDragOrder>["handleProps"]>;
