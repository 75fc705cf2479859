import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { asApiError } from "../../api/api-error.ts";
import { dataOf } from "../../api/client.ts";
import { useApi } from "../../app/session.tsx";
import { Button, type ButtonVariant } from "../../components/button.tsx";
import { toast } from "../../components/toast.tsx";

type RunNowProps = { id: string; name: string; variant?: ButtonVariant };

/** Starts a run and opens its live page. */
export function RunJourneyNow({ id, name, variant = "plain" }: RunNowProps) {
  const api = useApi();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: () => dataOf(api.POST("/api/v1/journeys/{id}/run-now", { params: { path: { id } } })),
    onSuccess: (run) => navigate({ to: "/journeys/$id/runs/$runId", params: { id, runId: run.id } }),
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
