import { useQueryClient } from "@tanstack/react-query";
import type { PageComponent, PageGroup } from "@vedette/contract/status-pages/page-components.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { toast } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";

export type RemovedItem = { kind: "component"; item: PageComponent } | { kind: "group"; item: PageGroup };

type RemoveDialogProps = { removed: RemovedItem; onClose(): void };

/** Asks before a component or a group is deleted. */
export function RemoveDialog({ removed: { kind, item }, onClose }: RemoveDialogProps) {
  const api = useApi();
  const queries = useQueryClient();
  const { id, page_id: pageId, name } = item;
  return (
    <ConfirmDialog
      isOpen
      title={t("Delete {name}?", { name })}
      description={
        kind === "component"
          ? t("Its bars disappear from the page. No target is deleted.")
          : t("Its components stay on the page, outside of groups.")
      }
      action={{
        label: kind === "component" ? t("Delete component") : t("Delete group"),
        busy: t("Deleting …"),
        async run() {
          if (kind === "component")
            await api.DELETE("/api/v1/status-pages/{id}/components/{component_id}", {
              params: { path: { id: pageId, component_id: id } },
            });
          else
            await api.DELETE("/api/v1/status-pages/{id}/component-groups/{group_id}", {
              params: { path: { id: pageId, group_id: id } },
            });
          await queries.invalidateQueries({ queryKey: keys.all("status-pages") });
          toast(t("{name} deleted.", { name }));
        },
      }}
      onClose={onClose}
    />
  );
}
