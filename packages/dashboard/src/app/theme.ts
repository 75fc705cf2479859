import { useSyncExternalStore } from "react";
import { storedTheme, type Theme } from "./stored.ts";

const listeners = new Set<() => void>();
let theme: Theme = "system";

/** Applies the stored theme. Call it before the first render. */
export function startTheme(): void {
  apply(storedTheme.read());
}

export function setTheme(chosen: Theme): void {
  storedTheme.write(chosen);
  apply(chosen);
  for (const notify of listeners) notify();
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    () => theme,
  );
}

function apply(chosen: Theme): void {
  theme = chosen;
  if (chosen === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}
