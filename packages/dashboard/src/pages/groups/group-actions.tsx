import { useQueryClient } from "@tanstack/react-query";
import type { Group } from "@vedette/contract/targets/groups.ts";
import { useState } from "react";
import { keys } from "../../api/keys.ts";
import { useRole } from "../../app/role.ts";
import { useApi } from "../../app/session.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Icon } from "../../components/icon.tsx";
import { Menu, MenuItem } from "../../components/menu/menu.tsx";
import { toast } from "../../components/toast.tsx";
import { t } from "../../language/t.ts";
import { GroupForm } from "./group-form.tsx";

type GroupActionsProps = { group: Group; onDeleted?(): void };

/** The actions on a group that the role allows. */
export function GroupActions({ group, onDeleted }: GroupActionsProps) {
  const { id, name } = group;
  const api = useApi();
  const queries = useQueryClient();
  const [action, setAction] = useState<"edit" | "delete" | null>(null);
  if (!useRole().reaches("member")) return null;
  const close = () => setAction(null);
  return (
    <>
      <Menu
        trigger={<Icon name="more" />}
        label={t("Actions for {name}", { name })}
        triggerClass="inline-grid size-9 place-items-center rounded-lg text-soft hover:bg-raised hover:text-ink"
      >
        <MenuItem onChoose={() => setAction("edit")}>{t("Edit")}</MenuItem>
        <MenuItem onChoose={() => setAction("delete")}>{t("Delete")}</MenuItem>
      </Menu>
      {action === "edit" && <GroupForm group={group} onClose={close} />}
      <ConfirmDialog
        isOpen={action === "delete"}
        title={t("Delete {name}?", { name })}
        description={t("No target is deleted: its targets and groups move up to the group that contains it.")}
        action={{
          label: t("Delete group"),
          busy: t("Deleting …"),
          async run() {
            await api.DELETE("/api/v1/groups/{id}", { params: { path: { id } } });
            onDeleted?.();
            await queries.invalidateQueries({ queryKey: keys.all("groups") });
            toast(t("{name} deleted.", { name }));
          },
        }}
        onClose={close}
      />
    </>
  );
}
