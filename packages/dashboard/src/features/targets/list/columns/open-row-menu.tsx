import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { useState } from "react";
import { ApiError } from "../../../../api/api-error.ts";
import { ConfirmDialog } from "../../../../components/confirm-dialog.tsx";
import { Icon } from "../../../../components/icon.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../../../components/menu/menu.tsx";
import { toastError } from "../../../../components/toast.tsx";
import { t } from "../../../../language/t.ts";
import { SnoozeDialog } from "../../../snooze/snooze-dialog.tsx";
import type { BulkVerb } from "../../bulk/bulk-messages.ts";
import { type BulkChange, type BulkFailure, useBulk } from "../../bulk/use-bulk.ts";
import { showEnabled } from "../../target-operations.ts";
import { NOUN_OF_KIND, TARGET_LISTS } from "../target-lists.ts";

const TRIGGER =
  "grid size-9 flex-none place-items-center rounded-lg text-soft hover:bg-raised hover:text-ink";

/** The actions for one row of a list of targets, opened. */
export function OpenRowMenu({ target, label }: { target: Target; label: string }) {
  const { id, kind, name, enabled, snooze } = target;
  const noun = NOUN_OF_KIND[kind];
  const { run } = TARGET_LISTS[noun];
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { change, enable, remove } = useBulk(TARGET_LISTS[noun]);
  const [asked, setAsked] = useState<"delete" | "snooze" | null>(null);
  const close = () => setAsked(null);

  async function finish(work: Promise<readonly BulkFailure[]>): Promise<void> {
    const [failure] = await work;
    if (failure) throw new ApiError("BAD_REQUEST", failure.message);
  }
  const apply = (verb: BulkVerb, request: BulkChange) => finish(change(verb, [target], request));
  const quietly = (verb: BulkVerb, request: BulkChange) => void apply(verb, request).catch(toastError);
  function toggle(): void {
    showEnabled(queries, { kind: noun, ids: new Set([id]), enabled: !enabled });
    finish(enable([target], enabled ? "pause" : "resume")).catch(toastError);
  }

  return (
    <>
      <Menu trigger={<Icon name="more" />} label={label} triggerClass={TRIGGER} isOpenAtFirst>
        <MenuItem onChoose={() => quietly(noun === "monitors" ? "check" : "start", { action: "check" })}>
          {run}
        </MenuItem>
        <MenuItem onChoose={toggle}>{enabled ? t("Pause") : t("Resume")}</MenuItem>
        {snooze === null ? (
          <MenuItem onChoose={() => setAsked("snooze")}>{t("Snooze …")}</MenuItem>
        ) : (
          <MenuItem onChoose={() => quietly("unsnooze", { action: "unsnooze" })}>{t("End snooze")}</MenuItem>
        )}
        <MenuSeparator />
        <MenuItem onChoose={() => void navigate({ to: `/${noun}/$id/edit`, params: { id } })}>
          {t("Edit")}
        </MenuItem>
        <MenuItem onChoose={() => void navigate({ to: `/${noun}/new`, search: { copy: id } })}>
          {t("Clone")}
        </MenuItem>
        <MenuSeparator />
        <MenuItem onChoose={() => setAsked("delete")}>{t("Delete …")}</MenuItem>
      </Menu>
      <ConfirmDialog
        isOpen={asked === "delete"}
        title={t("Delete {name}?", { name })}
        description={t(
          "It stays in the trash for a while, with its history, and can be restored from there.",
        )}
        action={{ label: t("Delete"), busy: t("Deleting …"), run: () => finish(remove([target])) }}
        onClose={close}
      />
      <SnoozeDialog
        isOpen={asked === "snooze"}
        title={t("Snooze {name}", { name })}
        onSnooze={(span) => apply("snooze", { action: "snooze", snooze: span })}
        onClose={close}
      />
    </>
  );
}
