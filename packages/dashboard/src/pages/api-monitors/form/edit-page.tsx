import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { ApiMonitor, ApiMonitorCreateInput } from "@vedette/contract/api-monitors/api-monitors.ts";
import { useState } from "react";
import { dataOf, type Versioned, versionedOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { Notice } from "../../../components/notice.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { toast } from "../../../components/toast.tsx";
import { useEdit } from "../../../features/edits/use-edit.tsx";
import { copyName } from "../../../features/targets/copy-name.ts";
import { t } from "../../../language/t.ts";
import { useApiMonitorForForm } from "../use-api-monitor.ts";
import { ApiMonitorForm } from "./api-monitor-form.tsx";
import { apiMonitorBody, apiMonitorDraft, type Draft, newApiMonitorDraft } from "./draft.ts";

export function NewApiMonitorPage() {
  const { copy } = useSearch({ from: "/shell/api-monitors/new" });
  const { loaded, error } = useApiMonitorForForm(copy ?? null);
  return (
    <>
      <PageHeader
        title={loaded ? t("Clone {name}", { name: loaded.data.name }) : t("Add API monitor")}
        lead={t("One or more requests in order. Use values from a response in later steps.")}
      />
      {error && <Notice>{error.message}</Notice>}
      {copy === undefined && <NewApiMonitor begin={newApiMonitorDraft} />}
      {copy !== undefined && !loaded && !error && <Skeleton lines={6} />}
      {loaded && (
        <NewApiMonitor
          begin={() => ({ ...apiMonitorDraft(loaded.data), name: copyName(loaded.data.name) })}
        />
      )}
    </>
  );
}

/** Runs the new API monitor at once, and opens the page of that run. */
function NewApiMonitor({ begin }: { begin(): Draft }) {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [beginning] = useState(begin);

  async function create(body: ApiMonitorCreateInput): Promise<void> {
    const made = await dataOf(api.POST("/api/v1/api-monitors", { body }));
    void queries.invalidateQueries({ queryKey: keys.list("api-monitors") });
    toast(t("{name} is being monitored.", { name: made.name }));
    const { id } = made;
    try {
      const run = await dataOf(
        api.POST("/api/v1/api-monitors/{id}/trigger", { params: { path: { id } }, body: {} }),
      );
      await navigate({ to: "/api-monitors/$id/runs/$runId", params: { id, runId: run.id } });
    } catch {
      // The API monitor exists and is scheduled, so the page leaves even if its first run could not start.
      await navigate({ to: "/api-monitors/$id", params: { id } });
    }
  }

  return <ApiMonitorForm begin={beginning} id={null} onSave={create} />;
}

export function EditApiMonitorPage() {
  const { id } = useParams({ from: "/shell/api-monitors/$id/edit" });
  const { loaded, error } = useApiMonitorForForm(id);
  return (
    <>
      <PageHeader title={loaded ? t("Edit {name}", { name: loaded.data.name }) : t("Edit API monitor")} />
      <LoadState data={loaded} error={error} lines={6} />
      {loaded && <EditApiMonitor key={id} loaded={loaded} />}
    </>
  );
}

function EditApiMonitor({ loaded }: { loaded: Versioned<ApiMonitor> }) {
  const { id } = loaded.data;
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [beginning] = useState(() => apiMonitorDraft(loaded.data));
  const params = { path: { id } };
  const { save, dialog } = useEdit({
    loaded,
    bodyOf: (monitor: ApiMonitor) => apiMonitorBody(apiMonitorDraft(monitor)),
    read: () => versionedOf(api.GET("/api/v1/api-monitors/{id}", { params })),
    write: (body, { etag }) =>
      versionedOf(api.PUT("/api/v1/api-monitors/{id}", { params, body, ifMatch: etag })),
  });

  async function saveAndLeave(body: ApiMonitorCreateInput): Promise<boolean> {
    const saved = await save(body);
    if (saved === null) return false;
    queries.setQueryData(keys.detail("api-monitors", id), saved);
    void queries.invalidateQueries({ queryKey: keys.list("api-monitors") });
    toast(t("{name} saved.", { name: saved.name }));
    await navigate({ to: "/api-monitors/$id", params: { id } });
    return true;
  }

  return (
    <>
      <ApiMonitorForm begin={beginning} id={id} onSave={saveAndLeave} />
      {dialog}
    </>
  );
}
