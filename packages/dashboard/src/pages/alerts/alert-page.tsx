import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { AlertRule } from "@vedette/contract/alerts/alert-rules.ts";
import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import type { Target } from "@vedette/contract/targets/targets.ts";
import type { ReactNode } from "react";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { ForRole } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { StatFigure, StatFigures } from "../../components/charts/stat-figure.tsx";
import { FactList } from "../../components/fact-list.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Duration, TimeAgo } from "../../components/time-ago.tsx";
import {
  evidenceFacts,
  RULE_TYPE_LABELS,
  suppressionText,
  TARGET_KIND_LABELS,
} from "../../features/alerts/alert-labels.ts";
import { AlertState } from "../../features/alerts/alert-list.tsx";
import { SnoozeBadge, SnoozeNotice } from "../../features/snooze/snooze-badge.tsx";
import { SnoozeButton } from "../../features/snooze/snooze-button.tsx";
import { TargetLink } from "../../features/targets/target-names.tsx";
import { sentenceOf } from "../../format.ts";
import { t } from "../../language/t.ts";
import { SloName } from "../slos/slo-name.tsx";
import { AcknowledgeOthers } from "./acknowledge-others.tsx";
import { AlertActions } from "./alert-actions.tsx";
import { AlertChanges } from "./alert-changes.tsx";
import { AlertEscalations } from "./alert-escalations.tsx";
import { AlertEvidence } from "./alert-evidence.tsx";
import { AlertIncident } from "./alert-incident.tsx";
import { AlertTimeline } from "./alert-timeline.tsx";
import { DeliveryLog } from "./delivery-log.tsx";
import { useChannels, useRules } from "./use-lists.ts";

const route = getRouteApi("/shell/alerts/$id");

/** Deliveries have no live event. */
const DELIVERY_POLL_MS = 2_000;
const DELIVERY_WAIT_MS = 120_000;

/** Whether a new alert has no delivery attempt yet. */
function awaitsDelivery(alert: Alert | undefined): boolean {
  if (alert === undefined || alert.deliveries.length > 0 || alert.suppressed_by !== null) return false;
  return Date.now() - Date.parse(alert.triggered_at) < DELIVERY_WAIT_MS;
}

/** One alert: its cause, its timeline and its notifications. */
export function AlertPage() {
  const { id } = route.useParams();
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: keys.detail("alerts", id),
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/alerts/{id}", { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (awaitsDelivery(state.data) ? DELIVERY_POLL_MS : false),
  });
  if (data) return <AlertDetails alert={data} />;
  return (
    <>
      <PageHeader title={t("Alert")} />
      <LoadState data={undefined} error={error} lines={5} />
    </>
  );
}

function AlertDetails({ alert }: { alert: Alert }) {
  const target = useAlertedTarget(alert);
  const channels = useChannels().data ?? [];
  const rule = (useRules().data ?? []).find(({ id }) => id === alert.rule_id);
  return (
    <>
      <PageHeader
        title={alert.title}
        isSentence
        badge={
          <>
            <AlertState alert={alert} />
            <SnoozeBadge snooze={target?.snooze ?? null} />
          </>
        }
        lead={
          <>
            {TARGET_KIND_LABELS[alert.target.type]}{" "}
            <TargetLink target={alert.target} name={alert.target.name} />
          </>
        }
        actions={
          <ForRole>
            {target && <SnoozeButton target={target} />}
            <AlertActions alert={alert} />
            <AcknowledgeOthers alert={alert} />
          </ForRole>
        }
      />
      <div className="grid gap-6">
        <AlertIncident alert={alert} />
        <SnoozeNotice snooze={target?.snooze ?? null} />
        {alert.suppressed_by !== null && !target?.snooze && (
          <Notice kind="hint">{suppressionText(alert)}</Notice>
        )}
        <StatFigures>
          <StatFigure
            label={alert.resolved_at === null ? t("Open for") : t("Duration")}
            value={<Duration from={alert.triggered_at} to={alert.resolved_at} />}
          />
          <StatFigure label={t("Opened")} value={<TimeAgo at={alert.triggered_at} />} />
          <StatFigure
            label={t("Severity")}
            value={alert.severity === "critical" ? t("Critical") : t("Warning")}
          />
        </StatFigures>
        <section className="card grid gap-3 p-5" aria-labelledby="cause">
          <h2 id="cause">{t("Cause")}</h2>
          <p className="wrap-anywhere whitespace-pre-line">{sentenceOf(alert.message)}</p>
          <FactList facts={causeFacts(alert, rule)} />
        </section>
        <AlertEvidence alert={alert} />
        <AlertChanges alert={alert} />
        <AlertEscalations alert={alert} />
        <AlertTimeline alert={alert} />
        <DeliveryLog alert={alert} rule={rule} channels={channels} />
      </div>
    </>
  );
}

/** The target of an open alert, as it is now; undefined until it is loaded, and after it was deleted. */
function useAlertedTarget({ id, target, status }: Alert): Target | undefined {
  const api = useApi();
  const { data } = useQuery({
    // Below the alert, because what changes the one mostly changes the other.
    queryKey: keys.detail("alerts", id, "target"),
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/v1/targets", { params: { query: { ids: target.id } }, signal })),
  });
  return status === "resolved" ? undefined : data?.[0];
}

function causeFacts(alert: Alert, rule: AlertRule | undefined): (readonly [string, ReactNode])[] {
  const { rule_type: type, evidence } = alert;
  return [
    ...evidenceFacts(type, evidence),
    ...(evidence.expires_at === undefined
      ? []
      : [[t("Certificate expires"), <TimeAgo key="expiry" at={evidence.expires_at} />] as const]),
    ...(evidence.slo === undefined ? [] : [["SLO", <SloName key="slo" id={evidence.slo.id} />] as const]),
    [
      t("Rule"),
      rule ? (
        <Link
          key="rule"
          to="/alerts/rules/$id"
          params={{ id: rule.id }}
          className="text-accent underline"
        >{`${RULE_TYPE_LABELS[type]}: ${rule.name}`}</Link>
      ) : (
        RULE_TYPE_LABELS[type]
      ),
    ],
  ];
}
