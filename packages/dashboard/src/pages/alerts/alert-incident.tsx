import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { Notice } from "../../components/notice.tsx";

/** A link to the incident of an alert, if it belongs to one. */
export function AlertIncident({ alertId }: { alertId: string }) {
  const api = useApi();
  const { data: incident } = useQuery({
    queryKey: keys.list("incidents", "of-alert", alertId),
    queryFn: async ({ signal }) => {
      const query = { alert_id: alertId, limit: 1 };
      return (await pageOf(api.GET("/api/v1/incidents", { params: { query }, signal }))).items[0] ?? null;
    },
  });
  if (!incident) return null;
  return (
    <Notice kind="hint">
      This alert belongs to{" "}
      <Link to="/incidents/$id" params={{ id: incident.id }} className="underline">
        incident #{incident.number}: {incident.title}
      </Link>
      .
    </Notice>
  );
}
