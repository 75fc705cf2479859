import { useEffect, useState, useSyncExternalStore } from "react";
import { asApiError } from "../api/api-error.ts";
import { t } from "../language/t.ts";
import { Button, IconButton } from "./button.tsx";

/** A short message at the edge of the page. */
type Toast = {
  id: number;
  text: string;
  kind: "done" | "problem";
  /** Reverts what the message reports; null if that cannot be reverted. */
  undo: (() => Promise<unknown>) | null;
};

/** Long enough to read a sentence twice. Errors stay until they are closed. */
const SHOWN_MS = 6_000;
/** Long enough to read it, to notice the mistake and to reach the button. */
const SHOWN_WITH_UNDO_MS = 10_000;

const SHOWN_MAX = 4;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a short message, independent of the component that caused it. */
export function toast(text: string, kind: Toast["kind"] = "done"): void {
  show({ text, kind, undo: null });
}

/** Shows a message with a button that reverts what it reports. */
export function toastWithUndo(text: string, undo: () => Promise<unknown>): void {
  show({ text, kind: "done", undo });
}

/** Shows the message of a failed request. */
export function toastError(error: unknown): void {
  toast(asApiError(error).message, "problem");
}

/** Reverts what a message reports, once. */
async function undoToast({ id, undo }: Toast): Promise<void> {
  closeToast(id);
  if (undo === null) return;
  try {
    await undo();
    toast(t("Undone."));
  } catch (error) {
    toastError(error);
  }
}

/** Reverts the newest action that a shown message can revert. Returns whether there is one. */
export function undoLast(): boolean {
  const last = toasts.findLast(({ undo }) => undo !== null);
  if (last === undefined) return false;
  void undoToast(last);
  return true;
}

function closeToast(id: number): void {
  change(toasts.filter((other) => other.id !== id));
}

function listToasts(): readonly Toast[] {
  return toasts;
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

function show(message: Omit<Toast, "id">): void {
  lastId += 1;
  change([...toasts, { id: lastId, ...message }].slice(-SHOWN_MAX));
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const notify of listeners) notify();
}

const STYLES = { done: "bg-up-ground text-up", problem: "bg-down-ground text-down" };

/** The messages. Screen readers announce each new one, without moving the focus. */
export function ToastRegion() {
  const shown = useSyncExternalStore(subscribe, listToasts);
  const [isHeld, setHeld] = useState(false);
  // They stay while the pointer or the focus is inside, so that no one has to hurry.
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <section
      aria-label={t("Notifications")}
      aria-live="polite"
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
      className="fixed end-4 bottom-4 z-50 grid w-[min(24rem,calc(100vw-2rem))] gap-2"
    >
      {shown.map((message) => (
        <ToastItem key={message.id} message={message} isHeld={isHeld && shown.length > 0} />
      ))}
    </section>
  );
}

function ToastItem({ message, isHeld }: { message: Toast; isHeld: boolean }) {
  const { id, text, kind, undo } = message;
  useEffect(() => {
    if (isHeld || kind === "problem") return;
    const timer = setTimeout(() => closeToast(id), undo ? SHOWN_WITH_UNDO_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isHeld, kind, id, undo]);
  return (
    <div role={kind === "problem" ? "alert" : undefined} className="popup flex items-center gap-2 p-1.5">
      <p className={`min-w-0 flex-1 rounded-lg px-3.5 py-2.5 wrap-anywhere ${STYLES[kind]}`}>{text}</p>
      {undo && (
        <Button
          aria-keyshortcuts="Control+Z Meta+Z"
          onClick={() => {
            // The button disappears; the focus would be lost with it.
            document.getElementById("content")?.focus({ preventScroll: true });
            void undoToast(message);
          }}
        >
          {t("Undo")}
        </Button>
      )}
      <IconButton label={t("Close")} icon="close" onClick={() => closeToast(id)} />
    </div>
  );
}
