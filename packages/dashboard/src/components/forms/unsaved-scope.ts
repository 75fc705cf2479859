import { createContext } from "react";

/** The dialog around a form. */
type Scope = {
  /** Reports whether the form with this id has unsaved input. */
  report(id: string, isUnsaved: boolean): void;
  /** Runs `leave`, which closes the dialog, at once or after the user confirmed that input is discarded. */
  leave(leave: () => void): void;
};

/** Null for a form that is not in a dialog. */
export const UnsavedScope = createContext<Scope | null>(null);
