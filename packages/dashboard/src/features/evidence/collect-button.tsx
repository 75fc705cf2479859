import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { toastError } from "../../components/toast.tsx";
import { t } from "../../language/t.ts";

/** Collects evidence about a target, which takes up to 20 s. */
export function CollectButton({ targetId }: { targetId: string }) {
  const api = useApi();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      dataOf(api.POST("/api/v1/targets/{id}/evidence", { params: { path: { id: targetId } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.detail("uptime", targetId, "evidence") }),
    onError: toastError,
  });
  return (
    <Button busy={isPending && t("Collecting …")} onClick={() => mutate()}>
      {t("Collect now")}
    </Button>
  );
}
