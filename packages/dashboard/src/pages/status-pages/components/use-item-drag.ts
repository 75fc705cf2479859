import { type DragEvent, useState } from "react";
import type { OrderPlace } from "./page-order.ts";

/** Moves groups and components with a mouse. The buttons of an item do the same for keyboards and touch screens. */
export function useItemDrag(onMove: (id: string, place: OrderPlace) => void) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<OrderPlace | null>(null);
  const reset = () => {
    setDragged(null);
    setOver(null);
  };
  return {
    /** Props of the handle of an item. */
    handleProps: (id: string) => ({
      draggable: true,
      onDragStart({ currentTarget, dataTransfer }: DragEvent<HTMLElement>) {
        dataTransfer.effectAllowed = "move";
        // Firefox starts no drag without data.
        dataTransfer.setData("text/plain", id);
        const item = currentTarget.closest("[data-drag-item]");
        if (item) dataTransfer.setDragImage(item, 0, 0);
        setDragged(id);
      },
      onDragEnd: reset,
    }),
    /** Props of the element that stands at a place; an empty list has one too. */
    placeProps: (place: OrderPlace) => ({
      "data-drag-item": "",
      onDragOver(event: DragEvent<HTMLElement>) {
        if (dragged === null) return;
        event.preventDefault();
        event.stopPropagation();
        setOver(placeUnder(event, place));
      },
      onDrop(event: DragEvent<HTMLElement>) {
        if (dragged === null) return;
        event.preventDefault();
        event.stopPropagation();
        // Not the place that is shown: a busy page may not have rendered the last movement yet.
        onMove(dragged, placeUnder(event, place));
        reset();
      },
    }),
    /** Shows where the item would be put. */
    gapClass({ group, index }: OrderPlace): string {
      if (over?.group !== group) return "";
      if (over.index === index) return "shadow-[inset_0_3px_0_var(--accent)]";
      return over.index === index + 1 ? "shadow-[inset_0_-3px_0_var(--accent)]" : "";
    },
  };
}

/** The place before or after an element, whichever half of it the pointer is over. */
function placeUnder({ currentTarget, clientY }: DragEvent<HTMLElement>, place: OrderPlace): OrderPlace {
  const { top, height } = currentTarget.getBoundingClientRect();
  return { group: place.group, index: place.index + (clientY > top + height / 2 ? 1 : 0) };
}

export type ItemDrag = ReturnType<typeof useItemDrag>;
