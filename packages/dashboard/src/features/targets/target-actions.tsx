import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { Snooze } from "@vedette/contract/targets/snooze.ts";
import { type ReactNode, useMemo, useState } from "react";
import { keys } from "../../api/keys.ts";
import { useCommands } from "../../app/commands.tsx";
import { Button, buttonClass } from "../../components/button.tsx";
import { type CopyAs, CopyAsMenu } from "../../components/code/copy-as-menu.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { toastError, toastWithUndo } from "../../components/toast.tsx";
import { t } from "../../language/t.ts";
import { BadgeButton } from "../badges/badge-button.tsx";
import { SnoozeButton } from "../snooze/snooze-button.tsx";
import type { TargetNoun } from "./target-noun.ts";
import { useTargetOperations } from "./target-operations.ts";

type TargetActionsProps = {
  kind: TargetNoun;
  target: { id: string; name: string; enabled: boolean; snooze: Snooze | null };
  formats: readonly CopyAs[];
  /** The button that starts a check or run. */
  run: ReactNode;
};

/** Actions for one target on its page and in the command palette. */
export function TargetActions({ kind, target, formats, run }: TargetActionsProps) {
  const { id, name, enabled } = target;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { noun, change, remove, restore } = useTargetOperations(kind);
  const [isAsking, setAsking] = useState(false);
  function showChanged(changed: { enabled: boolean }): void {
    queries.setQueryData(keys.detail(kind, id), changed);
    void queries.invalidateQueries({ queryKey: keys.list(kind) });
  }
  const { mutate: pause, isPending } = useMutation({
    mutationFn: () => change(id, { enabled: !enabled }),
    onSuccess(changed) {
      showChanged(changed);
      toastWithUndo(
        changed.enabled ? t("{name} resumed.", { name }) : t("{name} paused.", { name }),
        async () => showChanged(await change(id, { enabled })),
      );
    },
    onError: toastError,
  });

  useCommands(
    useMemo(() => {
      const group = `${noun.one.charAt(0).toUpperCase()}${noun.one.slice(1)}`;
      return [
        {
          group,
          label: enabled ? t("Pause {name}", { name }) : t("Resume {name}", { name }),
          run: () => pause(),
        },
        {
          group,
          label: t("Edit {name}", { name }),
          run: () => void navigate({ to: `/${kind}/$id/edit`, params: { id } }),
        },
        { group, label: t("Delete {name}", { name }), run: () => setAsking(true) },
      ];
    }, [enabled, name, id, kind, noun, pause, navigate]),
  );

  async function removeAndLeave(): Promise<void> {
    await remove(id);
    toastWithUndo(t("{name} deleted.", { name }), async () => {
      await restore(id);
      // Lists of targets and rules show it again.
      await queries.invalidateQueries();
    });
    await navigate({ to: `/${kind}` });
    // After navigation, otherwise the page would request a deleted target.
    queries.removeQueries({ queryKey: keys.detail(kind, id) });
    await queries.invalidateQueries({ queryKey: keys.list(kind) });
  }

  return (
    <>
      {run}
      <Button busy={isPending && (enabled ? t("Pausing …") : t("Resuming …"))} onClick={() => pause()}>
        {enabled ? t("Pause") : t("Resume")}
      </Button>
      <SnoozeButton target={target} />
      <BadgeButton subject={{ kind, id, name }} />
      <Link to={`/${kind}/$id/edit`} params={{ id }} className={buttonClass()}>
        {t("Edit")}
      </Link>
      <Link to={`/${kind}/new`} search={{ copy: id }} className={buttonClass()}>
        {t("Clone")}
      </Link>
      <CopyAsMenu formats={formats} />
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t("Delete")}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t("Delete {name}?", { name })}
        description={t(
          "It stays in the trash for a while, with its history, and can be restored from there.",
        )}
        action={{ label: t("Delete"), busy: t("Deleting …"), run: removeAndLeave }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
