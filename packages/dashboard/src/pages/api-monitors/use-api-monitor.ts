import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../api/client.ts";
import { useApi } from "../../app/session.tsx";

/** One API monitor; null asks for nothing. */
export function useApiMonitor(id: string | null) {
  const api = useApi();
  return useQuery({
    queryKey: ["api-monitors", "detail", id],
    queryFn: ({ signal }) => {
      const params = { path: { id: id ?? "" } };
      return dataOf(api.GET("/api/v1/api-monitors/{id}", { params, signal }));
    },
    enabled: id !== null,
  });
}
