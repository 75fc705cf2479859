import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { asApiError } from "../../api/api-error.ts";
import { dataOf, type Schema } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { buttonClass } from "../../components/button.tsx";
import { CopyAsMenu } from "../../components/code/copy-as-menu.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Icon } from "../../components/icon.tsx";
import { Menu, MenuItem } from "../../components/menu.tsx";
import { toast } from "../../components/toast.tsx";
import { apiMonitorAsCode, apiMonitorAsCurl } from "../../copy-as.ts";
import { RunApiMonitorNow } from "./run-now.tsx";

type ApiMonitor = Schema<"ApiMonitor">;

/** Actions for an API monitor. */
export function ApiMonitorActions({ monitor }: { monitor: ApiMonitor }) {
  const { id, name, enabled } = monitor;
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const params = { path: { id } };
  const pause = useMutation({
    mutationFn: () => dataOf(api.PUT("/api/v1/api-monitors/{id}", { params, body: { enabled: !enabled } })),
    onSuccess: (changed) => {
      queries.setQueryData(keys.detail("api-monitors", id), changed);
      void queries.invalidateQueries({ queryKey: keys.list("api-monitors") });
      toast(changed.enabled ? `${name} resumed.` : `${name} paused.`);
    },
    onError: (error) => toast(asApiError(error).message, "problem"),
  });

  async function remove(): Promise<void> {
    await dataOf(api.DELETE("/api/v1/api-monitors/{id}", { params }));
    toast(`${name} deleted.`);
    await navigate({ to: "/api-monitors" });
    queries.removeQueries({ queryKey: keys.detail("api-monitors", id) });
    void queries.invalidateQueries({ queryKey: keys.list("api-monitors") });
  }

  return (
    <>
      <RunApiMonitorNow id={id} variant="primary" />
      <Link to="/api-monitors/$id/edit" params={{ id }} className={buttonClass()}>
        Edit
      </Link>
      <CopyAsMenu
        formats={[
          { label: "cURL commands", text: () => apiMonitorAsCurl(monitor) },
          { label: "Create request (API)", text: () => apiMonitorAsCode(window.location.origin, monitor) },
        ]}
      />
      <Menu label="More actions" triggerClass={buttonClass()} trigger={<Icon name="more" />}>
        <MenuItem onChoose={() => pause.mutate()}>{enabled ? "Pause" : "Resume"}</MenuItem>
        <MenuItem onChoose={() => void navigate({ to: "/api-monitors/new", search: { copy: id } })}>
          Duplicate
        </MenuItem>
        <MenuItem onChoose={() => setDeleting(true)}>Delete</MenuItem>
      </Menu>
      <ConfirmDialog
        isOpen={isDeleting}
        title={`Delete ${name}?`}
        words="Its runs and statistics are deleted too. This cannot be undone."
        action={{ label: "Delete", busy: "Deleting …", run: remove }}
        onClose={() => setDeleting(false)}
      />
    </>
  );
}
