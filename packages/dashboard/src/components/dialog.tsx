import { useMemo, useRef, useState } from "react";
import { DialogFrame, type DialogProps } from "./forms/dialog-frame.tsx";
import { DiscardDialog } from "./forms/discard-dialog.tsx";
import { UnsavedScope } from "./forms/unsaved-scope.ts";

/** A dialog. If a form inside has unsaved input, it asks before it closes. */
export function Dialog({ onClose, children, ...frame }: DialogProps) {
  const unsaved = useRef(new Set<string>());
  const [leaving, setLeaving] = useState<{ leave(): void } | null>(null);
  const scope = useMemo(
    () => ({
      report(id: string, isUnsaved: boolean): void {
        if (isUnsaved) unsaved.current.add(id);
        else unsaved.current.delete(id);
      },
      leave(leave: () => void): void {
        if (unsaved.current.size > 0) setLeaving({ leave });
        else leave();
      },
    }),
    [],
  );
  return (
    <DialogFrame {...frame} onClose={onClose && (() => scope.leave(onClose))}>
      <UnsavedScope value={scope}>{children}</UnsavedScope>
      <DiscardDialog
        isOpen={leaving !== null}
        onStay={() => setLeaving(null)}
        onLeave={() => {
          setLeaving(null);
          leaving?.leave();
        }}
      />
    </DialogFrame>
  );
}
