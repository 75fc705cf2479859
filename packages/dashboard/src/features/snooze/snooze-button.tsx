import { useMutation } from "@tanstack/react-query";
import type { Snooze } from "@vedette/contract/targets/snooze.ts";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { toast, toastError } from "../../components/toast.tsx";
import { useNow } from "../../components/use-now.ts";
import { t } from "../../language/t.ts";
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
    onSuccess: () => toast(t("{name} is no longer snoozed.", { name })),
    onError: toastError,
  });
  if (snoozeText(current, useNow()) !== null)
    return (
      <Button busy={isPending && t("Ending …")} onClick={() => end()}>
        {t("End snooze")}
      </Button>
    );
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("Snooze")}</Button>
      <SnoozeDialog
        isOpen={isOpen}
        title={t("Snooze {name}", { name })}
        onSnooze={async (span) => {
          await refetch(await snooze(id, span));
          toast(t("{name} snoozed.", { name }));
        }}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
