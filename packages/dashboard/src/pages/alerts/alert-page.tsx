import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import { asApiError } from "../../api/api-error.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { ForRole } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { StatFigure, StatFigures } from "../../components/charts/stat-figure.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Duration, TimeAgo } from "../../components/time-ago.tsx";
import { sentenceOf } from "../../format.ts";
import { AlertActions } from "./alert-actions.tsx";
import { alertState, evidenceFacts, RULE_TYPE_LABELS, TARGET_KIND_LABELS } from "../../features/alerts/alert-labels.ts";
import { AlertTimeline } from "./alert-timeline.tsx";
import { DeliveryLog } from "./delivery-log.tsx";
import { TargetLink } from "../../features/targets/target-names.tsx";
import { useChannels, useRules } from "./use-lists.ts";

const route = getRouteApi("/shell/alerts/$id");

/** One alert: its cause, its timeline and its notifications. */
export function AlertPage() {
  const { id } = route.useParams();
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: keys.detail("alerts", id),
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/alerts/{id}", { params: { path: { id } }, signal })),
  });
  if (data) return <AlertDetails alert={data} />;
  return (
    <>
      <PageHeader title="Alert" />
      {error ? <Notice>{asApiError(error).message}</Notice> : <Skeleton lines={5} />}
    </>
  );
}

function AlertDetails({ alert }: { alert: Alert }) {
  const channels = useChannels().data ?? [];
  const rule = (useRules().data ?? []).find(({ id }) => id === alert.rule_id);
  const { tone, word } = alertState(alert);
  return (
    <>
      <PageHeader
        title={alert.title}
        badge={<StatusBadge status={tone} word={word} />}
        lead={
          <>
            {TARGET_KIND_LABELS[alert.target.type]}{" "}
            <TargetLink target={alert.target} name={alert.target.name} />
          </>
        }
        actions={
          <ForRole>
            <AlertActions alert={alert} />
          </ForRole>
        }
      />
      <div className="grid gap-6">
        {alert.suppressed_by !== null && (
          <Notice kind="hint">Notifications suppressed: {alert.suppressed_by}.</Notice>
        )}
        <StatFigures>
          <StatFigure
            label={alert.resolved_at === null ? "Open for" : "Duration"}
            value={<Duration from={alert.triggered_at} to={alert.resolved_at} />}
          />
          <StatFigure label="Opened" value={<TimeAgo at={alert.triggered_at} />} />
          <StatFigure label="Severity" value={alert.severity === "critical" ? "Critical" : "Warning"} />
        </StatFigures>
        <section className="card grid gap-3 p-5" aria-labelledby="evidence">
          <h2 id="evidence">Cause</h2>
          <p className="wrap-anywhere whitespace-pre-line">{sentenceOf(alert.message)}</p>
          <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-[max-content_minmax(0,1fr)]">
            {evidenceFacts(alert.rule_type, alert.evidence).map(({ label, value }) => (
              <div key={label} className="contents">
                <dt className="text-soft">{label}</dt>
                <dd className="wrap-anywhere max-sm:mb-1.5">{value}</dd>
              </div>
            ))}
            {alert.evidence.expires_at !== undefined && (
              <>
                <dt className="text-soft">Certificate expires</dt>
                <dd>
                  <TimeAgo at={alert.evidence.expires_at} />
                </dd>
              </>
            )}
            <dt className="text-soft">Rule</dt>
            <dd>
              {RULE_TYPE_LABELS[alert.rule_type]}
              {rule && (
                <>
                  {" · "}
                  <Link to="/alerts/rules/$id" params={{ id: rule.id }} className="text-accent underline">
                    {rule.name}
                  </Link>
                </>
              )}
            </dd>
          </dl>
        </section>
        <AlertTimeline alert={alert} />
        <DeliveryLog alert={alert} rule={rule} channels={channels} />
      </div>
    </>
  );
}
