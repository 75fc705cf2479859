import { Menu as Base } from "@base-ui/react/menu";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

type MenuProps = {
  trigger: ReactNode;
  /** The accessible label of a trigger without text. */
  label?: string;
  triggerClass?: string;
  /** For a menu that is created when its button is pressed. */
  isOpenAtFirst?: boolean;
  children: ReactNode;
};

const TRIGGER =
  "flex w-full items-center gap-2 rounded-lg border border-line px-3 py-1.5 text-left hover:border-line-strong";

/** A button that opens a menu of actions or options. */
export function Menu({ trigger, label, triggerClass = TRIGGER, isOpenAtFirst = false, children }: MenuProps) {
  return (
    <Base.Root modal={false} defaultOpen={isOpenAtFirst}>
      <Base.Trigger aria-label={label} className={triggerClass}>
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="z-40">
          <Base.Popup className="popup max-h-96 min-w-48 overflow-y-auto p-1.5 outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

type MenuItemProps = { isChosen?: boolean; onChoose?(): void; href?: string; children: ReactNode };

const ITEM =
  "flex items-center justify-between gap-4 rounded-md px-2.5 py-1.5 outline-none data-highlighted:bg-accent-ground";

export function MenuItem({ isChosen, onChoose, href, children }: MenuItemProps) {
  if (href !== undefined) {
    return (
      <Base.LinkItem href={href} className={ITEM}>
        {children}
      </Base.LinkItem>
    );
  }
  return (
    <Base.Item className={ITEM} onClick={onChoose}>
      {children}
      {isChosen && <Icon name="check" />}
      {isChosen && <span className="sr-only">(selected)</span>}
    </Base.Item>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-line" />;
}
