import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { buttonClass } from "../../../components/button.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { toast } from "../../../components/toast.tsx";
import { type MonitorDraft, monitorBody, monitorDraft } from "./monitor-draft.ts";
import { MonitorForm } from "./monitor-form.tsx";

export function EditMonitorPage() {
  const { id } = useParams({ from: "/shell/monitors/$id/edit" });
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const params = { path: { id } };
  // Separate query key, loaded once: a new check must not change the edited form.
  const { data: monitor, error } = useQuery({
    queryKey: keys.form("monitors", id),
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/monitors/{id}", { params, signal })),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

  async function save(draft: MonitorDraft): Promise<void> {
    const saved = await dataOf(api.PUT("/api/v1/monitors/{id}", { params, body: monitorBody(draft) }));
    void queries.invalidateQueries({ queryKey: keys.list("monitors") });
    void queries.invalidateQueries({ queryKey: keys.detail("monitors", id) });
    toast(`${saved.name} saved.`);
    await navigate({ to: "/monitors/$id", params: { id } });
  }

  return (
    <>
      <PageHeader title={monitor ? `Edit ${monitor.name}` : "Edit monitor"} />
      <LoadState data={monitor} error={error} />
      {monitor && (
        <MonitorForm
          draft={monitorDraft(monitor)}
          id={id}
          action="Save"
          busyWords="Saving …"
          cancel={
            <Link to="/monitors/$id" params={{ id }} className={buttonClass()}>
              Cancel
            </Link>
          }
          onSave={save}
        />
      )}
    </>
  );
}
