import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { TrashedTarget } from "@vedette/contract/targets/trash.ts";
import { pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { usePages } from "../../api/use-pages.ts";
import { useRole } from "../../app/role.ts";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import type { Column } from "../../components/table.tsx";
import { absoluteTime, TimeAgo } from "../../components/time-ago.tsx";
import { toast, toastError } from "../../components/toast.tsx";
import { TARGET_KIND_LABELS } from "../../features/alerts/alert-labels.ts";
import { t } from "../../language/t.ts";

/** Deleted targets, which can be restored. */
export function TrashPage() {
  const api = useApi();
  const { items, error, more } = usePages<TrashedTarget>({
    queryKey: keys.list("trash"),
    read: ({ signal, ...page }) => pageOf(api.GET("/api/v1/trash", { params: { query: page }, signal })),
  });
  return (
    <>
      <PageHeader
        title={t("Trash")}
        lead={t("Deleted targets keep their results and rules until they are purged.")}
      />
      <ListTable
        caption={t("Deleted targets, latest first")}
        columns={COLUMNS}
        rows={items}
        error={error}
        empty={{
          title: t("The trash is empty"),
          description: t(
            "Deleted monitors, API monitors, journeys and heartbeats can be restored from here.",
          ),
        }}
        more={more}
      />
    </>
  );
}

const COLUMNS: readonly Column<TrashedTarget>[] = [
  {
    id: "name",
    title: t("Name"),
    cell: ({ name, kind }) => (
      <div className="wrap-anywhere">
        <span className="font-semibold">{name}</span>
        <span className="block text-[0.8125rem] text-soft">{TARGET_KIND_LABELS[kind]}</span>
      </div>
    ),
  },
  { id: "deleted", title: t("Deleted"), cell: ({ deleted_at }) => <TimeAgo at={deleted_at} /> },
  {
    id: "purge",
    title: t("Purged on"),
    isWideOnly: true,
    cell: ({ purge_at }) => absoluteTime(purge_at),
  },
  {
    id: "actions",
    title: t("Actions"),
    isTitleHidden: true,
    isNumber: true,
    cell: (target) => <TrashActions target={target} />,
  },
];

function TrashActions({ target: { id, name } }: { target: TrashedTarget }) {
  const api = useApi();
  const queries = useQueryClient();
  const params = { path: { id } };
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.POST("/api/v1/trash/{id}/restore", { params }),
    async onSuccess() {
      // Lists of targets and rules show it again.
      await queries.invalidateQueries();
      toast(t("{name} restored.", { name }));
    },
    onError: toastError,
  });
  if (!useRole().reaches("member")) return null;
  return (
    <div className="flex flex-wrap justify-end gap-2 md:flex-nowrap">
      <Button
        busy={isPending && t("Restoring …")}
        aria-label={`${t("Restore")}: ${name}`}
        onClick={() => mutate()}
      >
        {t("Restore")}
      </Button>
      <ConfirmButton
        label={t("Purge")}
        longLabel={`${t("Purge")}: ${name}`}
        title={t("Delete {name} for good?", { name })}
        description={t("The target and its results are deleted permanently. This cannot be undone.")}
        action={{
          label: t("Delete permanently"),
          busy: t("Deleting …"),
          async run() {
            await api.DELETE("/api/v1/trash/{id}", { params });
            await queries.invalidateQueries({ queryKey: keys.all("trash") });
          },
        }}
      />
    </div>
  );
}
