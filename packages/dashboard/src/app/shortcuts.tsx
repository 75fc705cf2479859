import { useEffect, useRef } from "react";
import { Dialog } from "../components/dialog.tsx";
import { t, tContext } from "../language/t.ts";

const SHORTCUTS: readonly (readonly [keys: string, meaning: string])[] = [
  [t("Ctrl K  or  ⌘ K"), t("Search pages and commands")],
  ["/", t("Search the list")],
  ["j  k", t("Next or previous row")],
  [tContext("key", "Enter"), t("Open the row")],
  ["x", t("Select or deselect the row")],
  [t("Ctrl Z  or  ⌘ Z"), t("Undo the last deletion, pause or acknowledgement")],
  ["?", t("Show keyboard shortcuts")],
  [t("Esc"), t("Close dialog or menu")],
];

export type ShortcutKey = "palette" | "help" | "search" | "next" | "previous" | "toggle" | "undo";

const PLAIN_KEYS: ReadonlyMap<string, ShortcutKey> = new Map([
  ["?", "help"],
  ["/", "search"],
  ["j", "next"],
  ["k", "previous"],
  ["x", "toggle"],
]);

/** Elements that handle keys themselves. Dialogs and menus block the shortcuts of the page behind them. */
const OWN_KEYS =
  "input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu]";

/** Calls `onKey` for keys pressed outside of text fields, and for Ctrl-K and ⌘-K everywhere. */
export function useShortcuts(onKey: (key: ShortcutKey) => void): void {
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const key = shortcutOf(event);
      if (key === null) return;
      event.preventDefault();
      latest.current(key);
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

function shortcutOf(event: KeyboardEvent): ShortcutKey | null {
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && event.key.toLowerCase() === "k") return "palette";
  // Checks the whole path: the script editor is in a shadow root, so the event target is its host.
  const isTyping = event.composedPath().some((part) => part instanceof Element && part.matches(OWN_KEYS));
  if (isCommand && event.key.toLowerCase() === "z" && !event.shiftKey && !isTyping) return "undo";
  if (isCommand || event.altKey || isTyping) return null;
  return PLAIN_KEYS.get(event.key) ?? null;
}

export function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t("Keyboard shortcuts")}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-3">
        {SHORTCUTS.map(([keys, meaning]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="rounded-md border border-line bg-raised px-2 py-0.5 font-mono text-sm">
                {keys}
              </kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
