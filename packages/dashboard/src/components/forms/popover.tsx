import { Popover as Base } from "@base-ui/react/popover";
import type { ReactNode } from "react";
import { buttonClass } from "../button.tsx";
import { Icon } from "../icon.tsx";

type PopoverProps = {
  /** The text of the button, and the name of what it opens. */
  label: string;
  /** Shown after the label, such as a number. */
  badge?: ReactNode;
  children: ReactNode;
};

/** A button that opens a panel with controls. */
export function Popover({ label, badge, children }: PopoverProps) {
  return (
    <Base.Root>
      <Base.Trigger className={`${buttonClass()} font-normal!`}>
        {label}
        {badge}
        <Icon name="down" className="-me-1 text-soft" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} align="start" collisionPadding={12} className="z-40">
          <Base.Popup
            aria-label={label}
            className="popup max-h-(--available-height) w-max max-w-[min(34rem,calc(100vw-1.5rem))] overflow-y-auto p-4 outline-none"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
