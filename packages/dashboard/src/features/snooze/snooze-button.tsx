import { useMutation } from "@tanstack/react-query";
import type { Snooze } from "@vedette/contract/targets/snooze.ts";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { toast, toastError } from "../../components/toast.tsx";
import { useNow } from "../../components/use-now.ts";
import { SnoozeDialog } from "./snooze-dialog.tsx";
import { snoozeText } from "./snooze-text.ts";
import { useSnooze } from "./use-snooze.ts";

type SnoozeButtonProps = { target: { id: string; name: string; snooze: Snooze | null } };

/** Snoozes a target, or ends its snooze. */
export function SnoozeButton({ target: { id, name, snooze: current } }: SnoozeButtonProps) {
  const { snooze, unsnooze, refetch } = useSnooze();
  const [isOpen, setOpen] = useState(false);
  const { mutate: end, isPending } = useMutation({
    mutationFn: async () => refetch(await unsnooze(id)),
    onSuccess: () => toast(`${name} is no longer snoozed.`),
    onError: toastError,
  });
  if (snoozeText(current, useNow()) !== null)
    return (
      <Button busy={isPending && "Ending …"} onClick={() => end()}>
        End snooze
      </Button>
    );
  return (
    <>
      <Button onClick={() => setOpen(true)}>Snooze</Button>
      <SnoozeDialog
        isOpen={isOpen}
        title={`Snooze ${name}`}
        onSnooze={async (span) => {
          await refetch(await snooze(id, span));
          toast(`${name} snoozed.`);
        }}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
