import { useSyncExternalStore } from "react";
import { storedTheme, type Theme } from "./stored.ts";

const watchers = new Set<() => void>();
let theme: Theme = "system";

/** Before anything is drawn. */
export function startTheme(): void {
  show(storedTheme.read());
}

export function setTheme(chosen: Theme): void {
  storedTheme.write(chosen);
  show(chosen);
  for (const notify of watchers) notify();
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    (onChange) => {
      watchers.add(onChange);
      return () => watchers.delete(onChange);
    },
    () => theme,
  );
}

function show(chosen: Theme): void {
  theme = chosen;
  if (chosen === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}
