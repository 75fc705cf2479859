import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";

export const PUSH_DEVICES_KEY = keys.list("push-devices");

/** The browsers that receive notifications of the person. */
export function usePushDevices() {
  const api = useApi();
  return useQuery({
    queryKey: PUSH_DEVICES_KEY,
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/push-devices", { signal })),
  });
}
