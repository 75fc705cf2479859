import { useSyncExternalStore } from "react";
import { asApiError } from "../api/api-error.ts";
import { IconButton } from "./button.tsx";
import { Notice } from "./notice.tsx";

type Toast = { id: number; text: string; kind: "done" | "problem" };

/** Long enough to read a sentence twice. Errors stay until they are closed. */
const SHOWN_MS = 6_000;
const SHOWN_MAX = 4;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a short message at the edge of the page, independent of the component that caused it. */
export function toast(text: string, kind: Toast["kind"] = "done"): void {
  lastId += 1;
  const id = lastId;
  change([...toasts, { id, text, kind }].slice(-SHOWN_MAX));
  if (kind === "done") setTimeout(() => close(id), SHOWN_MS);
}

/** Shows the message of a failed request. */
export function toastError(error: unknown): void {
  toast(asApiError(error).message, "problem");
}

export function ToastRegion() {
  const shown = useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    () => toasts,
  );
  return (
    <section
      aria-label="Notifications"
      className="fixed right-4 bottom-4 z-50 grid w-[min(24rem,calc(100vw-2rem))] gap-2"
    >
      {shown.map(({ id, text, kind }) => (
        <div key={id} className="popup flex items-center gap-2 p-1.5">
          <div className="flex-1">
            <Notice kind={kind}>{text}</Notice>
          </div>
          <IconButton label="Close" icon="close" onClick={() => close(id)} />
        </div>
      ))}
    </section>
  );
}

function close(id: number): void {
  change(toasts.filter((other) => other.id !== id));
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const notify of listeners) notify();
}
