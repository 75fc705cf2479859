import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { loadFormView } from "./form-views.ts";

/** Reads the monitor that a form starts from; nothing without an ID. */
export function useMonitorForForm(id: string | null) {
  const api = useApi();
  // Separate query key, loaded once: a new check must not change the edited form.
  return useQuery({
    queryKey: keys.form("monitors", id),
    async queryFn({ signal }) {
      const params = { path: { id: id ?? "" } };
      const monitor = await dataOf(api.GET("/api/v1/monitors/{id}", { params, signal }));
      await loadFormView(monitor.type);
      return monitor;
    },
    enabled: id !== null,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}
