import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Incident, IncidentAlert } from "@vedette/contract/incidents/incidents.ts";
import { dataOf } from "../../api/client.ts";
import { ForRole } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { FirstRows } from "../../components/lists/first-rows.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Table } from "../../components/table.tsx";
import { TimeSpan } from "../../components/time-ago.tsx";
import { toastError, toastWithUndo } from "../../components/toast.tsx";
import { TargetLink } from "../../features/targets/target-names.tsx";
import { LOCALE } from "../../language/language.ts";
import { t } from "../../language/t.ts";
import { useShowIncident } from "./use-incidents.ts";

/** The alerts of an incident, each with the reason why it belongs to it. */
export function IncidentAlerts({ incident }: { incident: Incident }) {
  return (
    <section className="grid gap-3" aria-labelledby="alerts">
      <h2 id="alerts">
        {t("Alerts")}{" "}
        {incident.alerts.length > 0 && (
          <span className="font-normal text-soft">{incident.alerts.length.toLocaleString(LOCALE)}</span>
        )}
      </h2>
      {incident.alerts.length === 0 ? (
        <p className="text-soft">{t("No alerts.")}</p>
      ) : (
        <FirstRows rows={incident.alerts} max={ALERTS_SHOWN}>
          {(shown) => <AlertTable incident={incident} alerts={shown} />}
        </FirstRows>
      )}
    </section>
  );
}

/** More alerts than a person reads; the others have the same cause. */
const ALERTS_SHOWN = 10;

function AlertTable({ incident, alerts }: { incident: Incident; alerts: readonly IncidentAlert[] }) {
  return (
    <Table
      caption={t("Alerts of the incident")}
      rows={alerts}
      idOf={({ alert_id: id }) => id}
      columns={[
        { id: "alert", title: t("Alert"), cell: (alert) => <AlertCell alert={alert} /> },
        { id: "state", title: t("State"), cell: (alert) => <AlertStateBadge alert={alert} /> },
        {
          id: "time",
          title: t("Time"),
          cell: ({ triggered_at: from, resolved_at: to }) => <TimeSpan from={from} to={to} />,
        },
        {
          id: "actions",
          title: t("Actions"),
          isTitleHidden: true,
          isNumber: true,
          cell: (alert) => (
            <ForRole>
              <RemoveAlert incident={incident} alert={alert} />
            </ForRole>
          ),
        },
      ]}
    />
  );
}

function AlertCell({ alert }: { alert: IncidentAlert }) {
  return (
    <div className="grid gap-0.5 wrap-anywhere">
      <Link to="/alerts/$id" params={{ id: alert.alert_id }} className="font-semibold hover:underline">
        {alert.title}
      </Link>
      <span className="text-[0.8125rem] text-soft">
        <TargetLink target={alert.target} name={alert.target.name} /> · {alert.reason}
      </span>
    </div>
  );
}

function AlertStateBadge({ alert }: { alert: IncidentAlert }) {
  if (alert.resolved_at !== null) return <StatusBadge status="up" word={t("Resolved")} />;
  if (alert.acknowledged_at !== null) return <StatusBadge status="pending" word={t("Acknowledged")} />;
  return alert.severity === "critical" ? (
    <StatusBadge status="down" word={t("Critical")} />
  ) : (
    <StatusBadge status="degraded" word={t("Warning")} />
  );
}

function RemoveAlert({ incident, alert }: { incident: Incident; alert: IncidentAlert }) {
  const api = useApi();
  const show = useShowIncident();
  const path = { id: incident.id, alert_id: alert.alert_id };
  const { mutate, isPending } = useMutation({
    mutationFn: () => dataOf(api.DELETE("/api/v1/incidents/{id}/alerts/{alert_id}", { params: { path } })),
    onSuccess(changed) {
      show(changed);
      toastWithUndo(t("Alert removed from the incident."), async () =>
        show(
          await dataOf(
            api.POST("/api/v1/incidents/{id}/alerts", {
              params: { path: { id: incident.id } },
              body: { alert_id: alert.alert_id },
            }),
          ),
        ),
      );
    },
    onError: toastError,
  });
  return (
    <Button
      variant="quiet"
      busy={isPending && t("Removing …")}
      aria-label={t("Remove from the incident: {title}", { title: alert.title })}
      onClick={() => mutate()}
    >
      {t("Remove")}
    </Button>
  );
}
