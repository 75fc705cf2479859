import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { useMemo, useState } from "react";
import { asApiError } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useCommands } from "../../../app/commands.tsx";
import { useApi } from "../../../app/session.tsx";
import { Button, buttonClass } from "../../../components/button.tsx";
import { CopyAsMenu } from "../../../components/code/copy-as-menu.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { toast } from "../../../components/toast.tsx";
import { monitorAsCode, monitorAsCurl } from "../../../copy-as.ts";
import { CheckNow } from "./check-now.tsx";

/** Actions for one monitor. */
export function MonitorActions({ monitor }: { monitor: Monitor }) {
  const { id, name, enabled } = monitor;
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const params = { path: { id } };
  const { mutate: toggle, isPending } = useMutation({
    mutationFn: () => dataOf(api.PUT("/api/v1/monitors/{id}", { params, body: { enabled: !enabled } })),
    onSuccess(changed) {
      queries.setQueryData(keys.detail("monitors", id), changed);
      void queries.invalidateQueries({ queryKey: keys.list("monitors") });
      toast(changed.enabled ? `${name} resumed.` : `${name} paused.`);
    },
    onError: (error) => toast(asApiError(error).message, "problem"),
  });

  useCommands(
    useMemo(
      () => [
        { group: "Monitor", label: `${enabled ? "Pause" : "Resume"} ${name}`, run: () => toggle() },
        {
          group: "Monitor",
          label: `Edit ${name}`,
          run: () => void navigate({ to: "/monitors/$id/edit", params: { id } }),
        },
        { group: "Monitor", label: `Delete ${name}`, run: () => setAsking(true) },
      ],
      [enabled, name, id, toggle, navigate],
    ),
  );

  async function remove(): Promise<void> {
    await dataOf(api.DELETE("/api/v1/monitors/{id}", { params }));
    toast(`${name} deleted.`);
    await navigate({ to: "/monitors" });
    // After navigation, otherwise the page would request a deleted monitor.
    queries.removeQueries({ queryKey: keys.detail("monitors", id) });
    await queries.invalidateQueries({ queryKey: keys.list("monitors") });
  }

  return (
    <>
      <CheckNow id={id} name={name} />
      <Button busy={isPending && (enabled ? "Pausing …" : "Resuming …")} onClick={() => toggle()}>
        {enabled ? "Pause" : "Resume"}
      </Button>
      <Link to="/monitors/$id/edit" params={{ id }} className={buttonClass()}>
        Edit
      </Link>
      <CopyAsMenu
        formats={[
          { label: "cURL command", text: () => monitorAsCurl(monitor) },
          { label: "Create request (API)", text: () => monitorAsCode(window.location.origin, monitor) },
        ]}
      />
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Delete ${name}?`}
        words="Its results and statistics are deleted too."
        action={{ label: "Delete", busy: "Deleting …", run: remove }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
