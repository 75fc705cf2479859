import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { MaintenanceWindow } from "@vedette/contract/alerts/maintenance-windows.ts";
import type { PageMaintenance } from "@vedette/contract/status-pages/page-incidents.ts";
import type { StatusPage } from "@vedette/contract/status-pages/status-pages.ts";
import { useState } from "react";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { ForRole, ReadOnlyBelow } from "../../../app/for-role.tsx";
import { useApi } from "../../../app/session.tsx";
import { buttonClass } from "../../../components/button.tsx";
import { CheckField } from "../../../components/forms/field.tsx";
import { ListTable } from "../../../components/list-table.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import type { Column } from "../../../components/table.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { toast, toastError } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";
import { useWindows } from "../../alerts/use-lists.ts";
import { SettingsSection } from "../../settings/settings-section.tsx";
import { MAINTENANCE_STATUS_LABELS } from "../status-labels.ts";

/** What the page announces, and which maintenance windows it does so for. */
export function MaintenanceTab({ page: { id, title } }: { page: StatusPage }) {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: keys.detail("status-pages", id, "maintenances"),
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/v1/status-pages/{id}/maintenances", { params: { path: { id } }, signal })),
  });
  const rows = data?.map((one) => ({ ...one, id: one.public_id }));
  return (
    <div className="grid gap-5">
      <div>
        <ForRole>
          <Link to="/alerts/maintenance/new" className={buttonClass("primary")}>
            {t("Schedule maintenance")}
          </Link>
        </ForRole>
      </div>
      <ListTable
        caption={t("Maintenances on {title}", { title })}
        columns={COLUMNS}
        rows={rows}
        error={error}
        empty={t("This page announces no maintenance. Select a window below.")}
      />
      <SettingsSection
        title={t("Maintenance windows")}
        description={t(
          "A selected window is announced with its name, its times and its announcement. The page names the affected components, not the targets.",
        )}
      >
        <ReadOnlyBelow>
          <WindowChoice pageId={id} />
        </ReadOnlyBelow>
      </SettingsSection>
    </div>
  );
}

const COLUMNS: readonly Column<PageMaintenance & { id: string }>[] = [
  {
    id: "title",
    title: t("Maintenance"),
    cell: ({ title, window_id: id }) => (
      <Link
        to="/alerts/maintenance/$id"
        params={{ id }}
        className="font-semibold wrap-anywhere hover:underline"
        dir="auto"
      >
        {title}
      </Link>
    ),
  },
  {
    id: "status",
    title: t("Status"),
    cell: ({ status }) => (
      <StatusBadge
        status={status === "completed" ? "up" : status === "scheduled" ? "pending" : "maintenance"}
        word={MAINTENANCE_STATUS_LABELS[status]}
      />
    ),
  },
  { id: "from", title: t("From"), isNumber: true, cell: (one) => <TimeAgo at={one.scheduled_for} /> },
  { id: "until", title: t("Until"), isNumber: true, cell: (one) => <TimeAgo at={one.scheduled_until} /> },
];

function WindowChoice({ pageId }: { pageId: string }) {
  const { data: windows, error } = useWindows();
  const open = windows?.filter(({ active, next_starts_at: next }) => active || next !== null);
  return (
    <>
      <LoadState data={windows} error={error} lines={2} />
      {open?.length === 0 && <p className="text-soft">{t("No window is open or planned.")}</p>}
      <ul className="grid gap-3">
        {open?.map((window) => (
          <WindowItem key={window.id} pageId={pageId} window={window} />
        ))}
      </ul>
    </>
  );
}

function WindowItem({ pageId, window }: { pageId: string; window: MaintenanceWindow }) {
  const api = useApi();
  const queries = useQueryClient();
  const { id, name, show_on: shownOn, active, next_starts_at: next } = window;
  const [isBusy, setBusy] = useState(false);

  async function show(isShown: boolean): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      const others = shownOn.filter((other) => other !== pageId);
      const body = { show_on: isShown ? [...others, pageId] : others };
      await dataOf(api.PUT("/api/v1/maintenance-windows/{id}", { params: { path: { id } }, body }));
      toast(isShown ? t("{name} is announced.", { name }) : t("{name} is no longer announced.", { name }));
      await queries.invalidateQueries({ queryKey: keys.all("maintenance") });
      await queries.invalidateQueries({ queryKey: keys.all("status-pages") });
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <CheckField
        label={name}
        isChecked={shownOn.includes(pageId)}
        onChecked={(isShown) => void show(isShown)}
      />
      <span className="text-[0.8125rem] text-soft">
        {active ? t("active") : next !== null && <TimeAgo at={next} />}
      </span>
    </li>
  );
}
