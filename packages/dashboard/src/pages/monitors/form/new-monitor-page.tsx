import { useSearch } from "@tanstack/react-router";
import { LoadState } from "../../../components/load-state.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { copyName } from "../../../features/targets/copy-name.ts";
import { t } from "../../../language/t.ts";
import { AddMonitor } from "./add-monitor.tsx";
import { monitorDraft } from "./monitor-draft.ts";
import { useMonitorForForm } from "./use-monitor-for-form.ts";

/** A new monitor, or a copy of another one. */
export function NewMonitorPage() {
  const { copy } = useSearch({ from: "/shell/monitors/new" });
  const { data, error } = useMonitorForForm(copy ?? null);
  return (
    <>
      <PageHeader
        title={data ? t("Clone {name}", { name: data.name }) : t("Add monitor")}
        lead={t("The first check runs immediately.")}
      />
      {copy === undefined && <AddMonitor />}
      {copy !== undefined && <LoadState data={data} error={error} lines={6} />}
      {data && <AddMonitor key={data.id} draft={{ ...monitorDraft(data), name: copyName(data.name) }} />}
    </>
  );
}
