import { useState } from "react";
import { Button, type ButtonVariant } from "./button.tsx";
import { ConfirmDialog, type ConfirmDialogProps } from "./confirm-dialog.tsx";

type ConfirmButtonProps = Omit<ConfirmDialogProps, "isOpen" | "onClose"> & {
  label: string;
  /** For screen readers, if the label alone does not name the object. */
  longLabel?: string;
  variant?: ButtonVariant;
  disabled?: boolean;
};

/** A button for an action that needs a confirmation. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, longLabel, variant = "quiet", disabled, ...dialog } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant={variant} aria-label={longLabel} disabled={disabled} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog {...dialog} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
