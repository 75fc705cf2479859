import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { useState } from "react";
import { type Versioned, versionedOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { buttonClass } from "../../../components/button.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { toast } from "../../../components/toast.tsx";
import { useEdit } from "../../../features/edits/use-edit.tsx";
import { useLoaded } from "../../../features/edits/use-loaded.ts";
import { t } from "../../../language/t.ts";
import { loadFormView } from "./form-views.ts";
import { monitorBody, monitorDraft } from "./monitor-draft.ts";
import { MonitorForm } from "./monitor-form.tsx";

export function EditMonitorPage() {
  const { id } = useParams({ from: "/shell/monitors/$id/edit" });
  const api = useApi();
  const params = { path: { id } };
  const { loaded, error } = useLoaded("monitors", id, async (signal) => {
    const monitor = await versionedOf(api.GET("/api/v1/monitors/{id}", { params, signal }));
    await loadFormView(monitor.data.type);
    return monitor;
  });
  return (
    <>
      <PageHeader title={loaded ? t("Edit {name}", { name: loaded.data.name }) : t("Edit monitor")} />
      <LoadState data={loaded} error={error} />
      {loaded && <EditMonitor key={id} loaded={loaded} />}
    </>
  );
}

function EditMonitor({ loaded }: { loaded: Versioned<Monitor> }) {
  const { id } = loaded.data;
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [beginning] = useState(() => monitorDraft(loaded.data));
  const params = { path: { id } };
  const { save, dialog } = useEdit({
    loaded,
    bodyOf: (monitor: Monitor) => monitorBody(monitorDraft(monitor)),
    read: () => versionedOf(api.GET("/api/v1/monitors/{id}", { params })),
    write: (body, { etag }) => versionedOf(api.PUT("/api/v1/monitors/{id}", { params, body, ifMatch: etag })),
  });
  return (
    <>
      <MonitorForm
        draft={beginning}
        id={id}
        action={t("Save")}
        busyWords={t("Saving …")}
        cancel={
          <Link to="/monitors/$id" params={{ id }} className={buttonClass()}>
            {t("Cancel")}
          </Link>
        }
        onSave={async (draft) => {
          const saved = await save(monitorBody(draft));
          if (saved === null) return false;
          void queries.invalidateQueries({ queryKey: keys.list("monitors") });
          void queries.invalidateQueries({ queryKey: keys.detail("monitors", id) });
          toast(t("{name} saved.", { name: saved.name }));
          await navigate({ to: "/monitors/$id", params: { id } });
          return true;
        }}
      />
      {dialog}
    </>
  );
}
