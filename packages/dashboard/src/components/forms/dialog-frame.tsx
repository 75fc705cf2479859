import { Dialog as Base } from "@base-ui/react/dialog";
import { type ReactNode, useRef } from "react";
import { t } from "../../language/t.ts";
import { IconButton } from "../button.tsx";

export type DialogProps = {
  isOpen: boolean;
  /** Null if only the buttons inside close the dialog. */
  onClose: (() => void) | null;
  title: string;
  isTitleHidden?: boolean;
  isWide?: boolean;
  children: ReactNode;
};

/** A dialog that closes at once, without asking about unsaved input. */
export function DialogFrame({
  isOpen,
  onClose,
  title,
  isTitleHidden = false,
  isWide = false,
  children,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose?.()}>
      <Base.Portal>
        {/* Also dims a dialog below this one. */}
        <Base.Backdrop forceRender className="fixed inset-0 z-40 bg-[rgb(0_0_0/45%)]" />
        <Base.Popup
          ref={popup}
          initialFocus={() => firstField(popup.current) ?? true}
          className={`popup fixed inset-x-0 top-[8dvh] z-40 mx-auto grid max-h-[84dvh] w-[calc(100vw-2rem)] gap-4 overflow-y-auto p-5 ${isWide ? "max-w-3xl" : "max-w-lg"}`}
        >
          <div className={isTitleHidden ? "sr-only" : "flex items-start justify-between gap-4"}>
            <Base.Title>{title}</Base.Title>
            {!isTitleHidden && onClose && <IconButton label={t("Close")} icon="close" onClick={onClose} />}
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** The field that gets the focus first. None on touch screens, where the keyboard would cover the dialog. */
function firstField(popup: HTMLElement | null): HTMLElement | null {
  if (window.matchMedia("(pointer: coarse)").matches) return null;
  return popup?.querySelector<HTMLElement>(":is(input, select, textarea):not(:disabled)") ?? null;
}
