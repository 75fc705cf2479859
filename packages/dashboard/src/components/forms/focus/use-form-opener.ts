import { useState } from "react";

type FormOpener = {
  isOpen: boolean;
  open(): void;
  close(): void;
  /** For `autoFocus` of the button: whether it appears because the form was closed. */
  isReturn: boolean;
};

/** A form that replaces the button that opens it. When it closes, the button gets the focus back. */
export function useFormOpener(): FormOpener {
  const [state, setState] = useState<"initial" | "open" | "closed">("initial");
  return {
    isOpen: state === "open",
    open: () => setState("open"),
    close: () => setState("closed"),
    isReturn: state === "closed",
  };
}
