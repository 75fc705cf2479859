import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { Button, type ButtonVariant } from "../../components/button.tsx";
import { toastError } from "../../components/toast.tsx";
import { t } from "../../language/t.ts";
import { startRun } from "../targets/target-operations.ts";
import type { RunNoun } from "./run-target.ts";

type RunNowProps = {
  noun: RunNoun;
  id: string;
  name: string;
  variant?: ButtonVariant;
};

/** Starts a manual run and opens its page. */
export function RunNow({ noun, id, name, variant = "plain" }: RunNowProps) {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: () => startRun(api, noun, id),
    onSuccess: (run) => {
      queries.setQueryData(keys.detail("runs", run.id), run);
      void queries.invalidateQueries({ queryKey: keys.detail(noun, id) });
      void navigate({ to: `/${noun}/$id/runs/$runId`, params: { id, runId: run.id } });
    },
    onError: toastError,
  });
  return (
    <Button
      variant={variant}
      busy={isPending && t("Starting …")}
      aria-label={`${isPending ? t("Starting …") : t("Run now")}: ${name}`}
      onClick={() => mutate()}
    >
      {t("Run now")}
    </Button>
  );
}
