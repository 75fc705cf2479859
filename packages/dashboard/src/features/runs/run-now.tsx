import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { asApiError } from "../../api/api-error.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { Button, type ButtonVariant } from "../../components/button.tsx";
import { toast } from "../../components/toast.tsx";
import { startRun } from "../targets/target-operations.ts";

type RunNowProps = {
  kind: "api-monitors" | "journeys";
  id: string;
  name: string;
  variant?: ButtonVariant;
};

/** Starts a manual run and opens its page. */
export function RunNow({ kind, id, name, variant = "plain" }: RunNowProps) {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: () => startRun(api, kind, id),
    onSuccess: (run) => {
      queries.setQueryData(keys.detail("runs", run.id), run);
      void queries.invalidateQueries({ queryKey: keys.detail(kind, id) });
      void navigate({ to: `/${kind}/$id/runs/$runId`, params: { id, runId: run.id } });
    },
    onError: (error) => toast(asApiError(error).message, "problem"),
  });
  return (
    <Button
      variant={variant}
      busy={isPending && "Starting …"}
      aria-label={`${isPending ? "Starting …" : "Run now"}: ${name}`}
      onClick={() => mutate()}
    >
      Run now
    </Button>
  );
}
