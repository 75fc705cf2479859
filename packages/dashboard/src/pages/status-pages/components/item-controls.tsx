import { useEffect, useRef } from "react";
import { ForRole } from "../../../app/for-role.tsx";
import { IconButton } from "../../../components/button.tsx";
import { Icon } from "../../../components/icon.tsx";
import type { ItemDrag } from "./use-item-drag.ts";
import type { PageOrdering } from "./use-order.ts";

/** The handle of an item, for a mouse. */
export function DragGrip({ id, drag }: { id: string; drag: ItemDrag }) {
  return (
    <ForRole>
      <span
        {...drag.handleProps(id)}
        aria-hidden="true"
        title="Drag to move"
        className="hidden size-6 flex-none cursor-grab place-items-center rounded text-soft hover:bg-raised hover:text-ink active:cursor-grabbing pointer-fine:grid"
      >
        <Icon name="drag" />
      </span>
    </ForRole>
  );
}

type StepButtonsProps = { id: string; name: string; order: PageOrdering };

/** Moves an item by one place, also with the keyboard. */
export function StepButtons({ id, name, order }: StepButtonsProps) {
  const [up, down] = [order.step(id, -1), order.step(id, 1)];
  const { lastStep } = order;
  const buttons = useRef<HTMLDivElement>(null);
  // An item that enters or leaves a group gets a new element.
  useEffect(() => {
    if (lastStep.current?.id !== id) return;
    const pressed = buttons.current?.children[lastStep.current.by === -1 ? 0 : 1];
    if (pressed instanceof HTMLElement) pressed.focus();
  }, [id, lastStep]);
  return (
    <ForRole>
      <div ref={buttons} className="flex">
        <IconButton
          label={`Move ${name} up`}
          icon="up"
          aria-disabled={up === undefined}
          className="aria-disabled:opacity-40"
          onClick={up}
        />
        <IconButton
          label={`Move ${name} down`}
          icon="down"
          aria-disabled={down === undefined}
          className="aria-disabled:opacity-40"
          onClick={down}
        />
      </div>
    </ForRole>
  );
}
