import { useMutation, useQueryClient } from "@tanstack/react-query";
import { asApiError } from "../../api/api-error.ts";
import { dataOf } from "../../api/client.ts";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { toast } from "../../components/toast.tsx";
import type { AlertChannel } from "./channel-types.ts";

/** Any change switches a channel on again that was switched off because its receiver was gone. */
export function SwitchOn({ channel: { id, name } }: { channel: AlertChannel }) {
  const api = useApi();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      dataOf(api.PUT("/api/v1/alerts/channels/{id}", { params: { path: { id } }, body: { name } })),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ["alert-channels"] });
      toast(`${name} is on again. Test it to be sure.`);
    },
    onError: (error) => toast(asApiError(error).message, "problem"),
  });
  return (
    <Button
      busy={isPending && "Switching on …"}
      aria-label={`Switch on again: ${name}`}
      onClick={() => mutate()}
    >
      Switch on again
    </Button>
  );
}
