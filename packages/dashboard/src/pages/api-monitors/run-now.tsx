import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { asApiError } from "../../api/api-error.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { Button, type ButtonVariant } from "../../components/button.tsx";
import { toast } from "../../components/toast.tsx";

type RunNowProps = { id: string; name?: string; variant?: ButtonVariant };

/** Starts a manual run and opens its page. */
export function RunApiMonitorNow({ id, name, variant = "plain" }: RunNowProps) {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      dataOf(api.POST("/api/v1/api-monitors/{id}/trigger", { params: { path: { id } }, body: {} })),
    onSuccess: (run) => {
      queries.setQueryData(keys.detail("runs", run.id), run);
      void queries.invalidateQueries({ queryKey: keys.detail("api-monitors", id) });
      void navigate({ to: "/api-monitors/$id/runs/$runId", params: { id, runId: run.id } });
    },
    onError: (error) => toast(asApiError(error).message, "problem"),
  });
  return (
    <Button
      variant={variant}
      busy={isPending && "Starting …"}
      aria-label={name === undefined ? undefined : `Run now: ${name}`}
      onClick={() => mutate()}
    >
      Run now
    </Button>
  );
}
