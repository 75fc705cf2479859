import { t } from "../../language/t.ts";
import { Button } from "../button.tsx";
import { DialogFrame } from "./dialog-frame.tsx";

type DiscardDialogProps = { isOpen: boolean; onStay(): void; onLeave(): void };

/** Asks before unsaved input is lost. */
export function DiscardDialog({ isOpen, onStay, onLeave }: DiscardDialogProps) {
  return (
    <DialogFrame isOpen={isOpen} onClose={onStay} title={t("Discard changes?")}>
      <p className="text-soft">{t("Your changes are not saved yet.")}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="danger" onClick={onLeave}>
          {t("Discard changes")}
        </Button>
        <Button variant="primary" onClick={onStay}>
          {t("Keep editing")}
        </Button>
      </div>
    </DialogFrame>
  );
}
