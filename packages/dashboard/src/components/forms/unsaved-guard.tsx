import { useBlocker } from "@tanstack/react-router";
import { useCallback, useContext, useEffect, useId, useRef } from "react";
import { DiscardDialog } from "./discard-dialog.tsx";
import { trackUnsaved } from "./unsaved-forms.ts";
import { UnsavedScope } from "./unsaved-scope.ts";

type UnsavedGuardProps = {
  isUnsaved: boolean;
  /** Whether the input is being submitted: the form may then leave the page by itself. */
  isBusy?: boolean;
};

/**
 * Asks before the unsaved input of the form around it is lost: by leaving the page, closing the tab or closing the dialog
 * of the form.
 */
export function UnsavedGuard({ isUnsaved, isBusy = false }: UnsavedGuardProps) {
  const id = useId();
  const scope = useContext(UnsavedScope);
  const mustAsk = useRef(false);
  useEffect(() => {
    mustAsk.current = isUnsaved && !isBusy;
  });
  useEffect(() => {
    scope?.report(id, isUnsaved);
    return () => scope?.report(id, false);
  }, [scope, id, isUnsaved]);
  useEffect(() => (isUnsaved ? trackUnsaved() : undefined), [isUnsaved]);
  const shouldBlockFn = useCallback(
    ({ current, next }: { current: { pathname: string }; next: { pathname: string } }) =>
      mustAsk.current && current.pathname !== next.pathname,
    [],
  );
  const blocker = useBlocker({ shouldBlockFn, disabled: !isUnsaved, withResolver: true });
  return (
    <DiscardDialog
      isOpen={blocker.status === "blocked"}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
    />
  );
}
