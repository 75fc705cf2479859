import { useId, useState } from "react";
import { asApiError } from "../api/api-error.ts";
import { Message } from "../language/message.tsx";
import { t } from "../language/t.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Notice } from "./notice.tsx";

export type ConfirmDialogProps = {
  isOpen: boolean;
  title: string;
  /** One sentence that describes the consequences. */
  description: string;
  action: { label: string; busy: string; run(): Promise<void> };
  /** The text that the user must type to confirm an action with large consequences. */
  typed?: string;
  onClose(): void;
};

/** Asks for confirmation of an action that cannot be undone. Stays open with the error if the action fails. */
export function ConfirmDialog({ isOpen, title, onClose, ...question }: ConfirmDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <Question {...question} onClose={onClose} />
    </Dialog>
  );
}

function Question({ description, action, typed, onClose }: Omit<ConfirmDialogProps, "isOpen" | "title">) {
  const [entered, setEntered] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();

  async function run(): Promise<void> {
    setBusy(true);
    try {
      await action.run();
      onClose();
    } catch (error) {
      setProblem(asApiError(error).message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <p className="text-soft">{description}</p>
      {typed !== undefined && (
        <label htmlFor={id} className="grid gap-1.5">
          <span>
            <Message text="Type {name} to confirm" values={{ name: <strong>{typed}</strong> }} />
          </span>
          <input
            id={id}
            autoComplete="off"
            className="min-h-10 rounded-lg border border-line-strong bg-surface px-3"
            value={entered}
            onChange={(event) => setEntered(event.target.value)}
          />
        </label>
      )}
      {problem && <Notice>{problem}</Notice>}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button
          variant="danger"
          busy={isBusy && action.busy}
          disabled={typed !== undefined && entered !== typed}
          onClick={() => void run()}
        >
          {action.label}
        </Button>
      </div>
    </>
  );
}
