import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import { useState } from "react";
import { pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { ForRole } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { Message } from "../../language/message.tsx";
import { t } from "../../language/t.ts";
import { AddToIncident } from "./add-to-incident.tsx";

/** A link to the incident of an alert, or a button that adds it to one. */
export function AlertIncident({ alert }: { alert: Alert }) {
  const api = useApi();
  const [isAdding, setAdding] = useState(false);
  const { data: incident } = useQuery({
    queryKey: keys.list("incidents", "of-alert", alert.id),
    queryFn: async ({ signal }) => {
      const query = { alert_id: alert.id, limit: 1 };
      return (await pageOf(api.GET("/api/v1/incidents", { params: { query }, signal }))).items[0] ?? null;
    },
  });
  if (incident === undefined) return null;
  if (incident === null)
    return (
      <ForRole>
        <div>
          <Button onClick={() => setAdding(true)}>{t("Add to incident")}</Button>
          {isAdding && <AddToIncident alert={alert} onClose={() => setAdding(false)} />}
        </div>
      </ForRole>
    );
  return (
    <Notice kind="hint">
      <Message
        text="This alert belongs to {incident}."
        values={{
          incident: (
            <Link to="/incidents/$id" params={{ id: incident.id }} className="underline">
              {t("incident #{number}: {title}", { number: incident.number, title: incident.title })}
            </Link>
          ),
        }}
      />
    </Notice>
  );
}
