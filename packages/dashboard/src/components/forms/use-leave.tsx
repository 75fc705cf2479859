import { type ReactNode, useState } from "react";
import { DiscardDialog } from "./discard-dialog.tsx";
import { hasUnsaved } from "./unsaved-forms.ts";

/** For actions that discard the page without navigation, such as signing out. Render the question. */
export function useLeave(): { leave(action: () => void): void; question: ReactNode } {
  const [waiting, setWaiting] = useState<{ action(): void } | null>(null);
  return {
    leave(action) {
      if (hasUnsaved()) setWaiting({ action });
      else action();
    },
    question: (
      <DiscardDialog
        isOpen={waiting !== null}
        onStay={() => setWaiting(null)}
        onLeave={() => {
          setWaiting(null);
          waiting?.action();
        }}
      />
    ),
  };
}
