import { useParams, useSearch } from "@tanstack/react-router";
import { LoadState } from "../../../components/load-state.tsx";
import { Notice } from "../../../components/notice.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { useApiMonitorForForm } from "../use-api-monitor.ts";
import { ApiMonitorForm } from "./api-monitor-form.tsx";
import { apiMonitorDraft, newApiMonitorDraft } from "./draft.ts";

export function NewApiMonitorPage() {
  const { copy } = useSearch({ from: "/shell/api-monitors/new" });
  const { data, error } = useApiMonitorForForm(copy ?? null);
  return (
    <>
      <PageHeader
        title="Add API monitor"
        lead="One or more requests in order. Use values from a response in later steps."
      />
      {error && <Notice>{error.message}</Notice>}
      {copy === undefined && <ApiMonitorForm begin={newApiMonitorDraft()} id={null} />}
      {copy !== undefined && !data && !error && <Skeleton lines={6} />}
      {data && <ApiMonitorForm begin={{ ...apiMonitorDraft(data), name: `${data.name} (copy)` }} id={null} />}
    </>
  );
}

export function EditApiMonitorPage() {
  const { id } = useParams({ from: "/shell/api-monitors/$id/edit" });
  const { data, error } = useApiMonitorForForm(id);
  return (
    <>
      <PageHeader title={data ? `Edit ${data.name}` : "Edit API monitor"} />
      <LoadState data={data} error={error} lines={6} />
      {data && <ApiMonitorForm key={id} begin={apiMonitorDraft(data)} id={id} />}
    </>
  );
}
