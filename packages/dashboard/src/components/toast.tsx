import { useSyncExternalStore } from "react";
import { IconButton } from "./button.tsx";
import { Notice } from "./notice.tsx";

type Toast = { id: number; words: string; kind: "done" | "problem" };

/** Long enough to read a sentence twice. What went wrong stays until it is closed. */
const SHOWN_MS = 6_000;
const SHOWN_MAX = 4;

let toasts: readonly Toast[] = [];
let lastId = 0;
const watchers = new Set<() => void>();

/** Says that something was done, or was not, where its place on the page may be gone already. */
export function toast(words: string, kind: Toast["kind"] = "done"): void {
  lastId += 1;
  const id = lastId;
  change([...toasts, { id, words, kind }].slice(-SHOWN_MAX));
  if (kind === "done") setTimeout(() => close(id), SHOWN_MS);
}

export function ToastRegion() {
  const shown = useSyncExternalStore(
    (onChange) => {
      watchers.add(onChange);
      return () => watchers.delete(onChange);
    },
    () => toasts,
  );
  return (
    <section
      aria-label="Messages"
      className="fixed right-4 bottom-4 z-50 grid w-[min(24rem,calc(100vw-2rem))] gap-2"
    >
      {shown.map(({ id, words, kind }) => (
        <div key={id} className="popup flex items-center gap-2 p-1.5">
          <div className="flex-1">
            <Notice kind={kind}>{words}</Notice>
          </div>
          <IconButton label="Close" icon="close" onClick={() => close(id)} />
        </div>
      ))}
    </section>
  );
}

function close(id: number): void {
  change(toasts.filter((one) => one.id !== id));
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const notify of watchers) notify();
}
