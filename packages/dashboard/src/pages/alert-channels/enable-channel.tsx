import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { AlertChannel } from "@vedette/contract/alerts/alert-channels.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { toast, toastError } from "../../components/toast.tsx";
import { t } from "../../language/t.ts";

/** Enables a channel that was disabled because its receiver no longer exists. Any update of the channel enables it. */
export function EnableChannel({ channel: { id, name } }: { channel: AlertChannel }) {
  const api = useApi();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      dataOf(api.PUT("/api/v1/alerts/channels/{id}", { params: { path: { id } }, body: { name } })),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: keys.all("alert-channels") });
      toast(t("{name} enabled. Send a test message to verify it.", { name }));
    },
    onError: toastError,
  });
  return (
    <Button
      busy={isPending && t("Enabling …")}
      aria-label={t("Enable: {name}", { name })}
      onClick={() => mutate()}
    >
      {t("Enable")}
    </Button>
  );
}
