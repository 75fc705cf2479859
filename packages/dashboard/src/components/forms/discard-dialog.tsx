import { Button } from "../button.tsx";
import { DialogFrame } from "./dialog-frame.tsx";

type DiscardDialogProps = { isOpen: boolean; onStay(): void; onLeave(): void };

/** Asks before unsaved input is lost. */
export function DiscardDialog({ isOpen, onStay, onLeave }: DiscardDialogProps) {
  return (
    <DialogFrame isOpen={isOpen} onClose={onStay} title="Discard changes?">
      <p className="text-soft">Your changes are not saved yet.</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="danger" onClick={onLeave}>
          Discard changes
        </Button>
        <Button variant="primary" onClick={onStay}>
          Keep editing
        </Button>
      </div>
    </DialogFrame>
  );
}
