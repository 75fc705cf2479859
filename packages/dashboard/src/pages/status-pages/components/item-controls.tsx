import { useEffect, useRef } from "react";
import { Button, IconButton } from "../../../components/button.tsx";
import { Icon } from "../../../components/icon.tsx";
import { t } from "../../../language/t.ts";
import { hasStep, type OrderPlace } from "./page-order.ts";
import type { ItemDrag } from "./use-item-drag.ts";
import type { PageOrdering } from "./use-order.ts";

/** What a row of a group or a component does. A page can have thousands of rows, so that their dialogs are shared. */
export type ItemProps = {
  place: OrderPlace;
  order: PageOrdering;
  drag: ItemDrag;
  /** Whether the role may change the page. */
  isEditable: boolean;
  onEdit(): void;
  onRemove(): void;
};

/** The handle of an item, for a mouse. */
export function DragGrip({ id, drag }: { id: string; drag: ItemDrag }) {
  return (
    <span
      {...drag.handleProps(id)}
      aria-hidden="true"
      title={t("Drag to move")}
      className="hidden size-6 flex-none cursor-grab place-items-center rounded text-soft hover:bg-raised hover:text-ink active:cursor-grabbing pointer-fine:grid"
    >
      <Icon name="drag" />
    </span>
  );
}

type ItemActionsProps = Omit<ItemProps, "drag" | "isEditable"> & {
  id: string;
  name: string;
  /** The name with its noun, for the buttons that need it. */
  longName: string;
};

/** Moves an item by one place, also with the keyboard; edits and deletes it. */
export function ItemActions({ id, name, longName, place, order, onEdit, onRemove }: ItemActionsProps) {
  const { items, step, lastStep } = order;
  const buttons = useRef<HTMLDivElement>(null);
  // An item that enters or leaves a group gets a new element.
  useEffect(() => {
    if (lastStep.current?.id !== id) return;
    const pressed = buttons.current?.children[lastStep.current.by === -1 ? 0 : 1];
    if (pressed instanceof HTMLElement) pressed.focus();
  }, [id, lastStep]);
  return (
    <div ref={buttons} className="ms-auto flex items-center">
      <IconButton
        label={t("Move {name} up", { name })}
        icon="up"
        aria-disabled={!hasStep(items, place, -1)}
        className="aria-disabled:opacity-40"
        onClick={() => step(id, -1)}
      />
      <IconButton
        label={t("Move {name} down", { name })}
        icon="down"
        aria-disabled={!hasStep(items, place, 1)}
        className="aria-disabled:opacity-40"
        onClick={() => step(id, 1)}
      />
      <Button variant="quiet" aria-label={t("Edit {longName}", { longName })} onClick={onEdit}>
        {t("Edit")}
      </Button>
      <Button variant="quiet" aria-label={t("Delete {longName}", { longName })} onClick={onRemove}>
        {t("Delete")}
      </Button>
    </div>
  );
}
