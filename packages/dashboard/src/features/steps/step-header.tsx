import type { ReactNode } from "react";
import { IconButton } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { t } from "../../language/t.ts";
import type { DragHandle } from "./use-drag-order.ts";

type StepHeaderProps = {
  /** Starts at 1. */
  number: number;
  count: number;
  title: string;
  isOpen: boolean;
  /** ID of the element that the header expands. */
  controls: string;
  /** Makes the step draggable with a mouse. */
  drag?: DragHandle;
  /** Shown after the title. */
  children?: ReactNode;
  onToggle(): void;
  /** Takes the new place, counted from 0. */
  onMove(to: number): void;
  onDuplicate(): void;
  onRemove(): void;
};

/** The head of a step in a form: expands it, moves, duplicates and removes it. */
export function StepHeader(props: StepHeaderProps) {
  const { number, count, title, isOpen, controls, drag, children } = props;
  const { onToggle, onMove, onDuplicate, onRemove } = props;
  const place = number - 1;
  return (
    <div className="flex flex-wrap items-center gap-1 px-2 py-1.5">
      {drag && (
        <span
          {...drag}
          aria-hidden="true"
          title={t("Drag to move")}
          className="hidden size-6 cursor-grab place-items-center rounded text-soft hover:bg-raised hover:text-ink active:cursor-grabbing pointer-fine:grid"
        >
          <Icon name="drag" />
        </span>
      )}
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={controls}
        className="flex min-h-9 min-w-0 flex-1 basis-52 items-center gap-2.5 rounded-lg px-2 text-start hover:bg-raised"
        onClick={onToggle}
      >
        <Icon name={isOpen ? "up" : "down"} className="text-soft" />
        <span className="text-soft tabular-nums">{number}.</span>
        <span className="min-w-0 wrap-anywhere">{title}</span>
      </button>
      {children}
      <div className="ms-auto flex">
        <IconButton
          label={t("Move step {number} up", { number })}
          icon="up"
          aria-disabled={place === 0}
          className="aria-disabled:opacity-40"
          onClick={() => place > 0 && onMove(place - 1)}
        />
        <IconButton
          label={t("Move step {number} down", { number })}
          icon="down"
          aria-disabled={number === count}
          className="aria-disabled:opacity-40"
          onClick={() => number < count && onMove(place + 1)}
        />
        <IconButton label={t("Duplicate step {number}", { number })} icon="copy" onClick={onDuplicate} />
        <IconButton
          label={t("Remove step {number}", { number })}
          icon="close"
          aria-disabled={count === 1}
          className="aria-disabled:opacity-40"
          onClick={() => count > 1 && onRemove()}
        />
      </div>
    </div>
  );
}
