import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { Heartbeat } from "@vedette/contract/heartbeats/heartbeats.ts";
import { ForRole } from "../../../app/for-role.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { Duration } from "../../../components/time-ago.tsx";
import { TargetAlerts } from "../../../features/alerts/target-alerts.tsx";
import { TargetChanges } from "../../../features/changes/target-changes.tsx";
import { ResponseChart } from "../../../features/history/charts/response-chart.tsx";
import { type HistorySearch, isSameTime } from "../../../features/history/history-search.ts";
import { TargetHistory } from "../../../features/history/target-history.tsx";
import { PastOrNow } from "../../../features/past/past-or-now.tsx";
import { SnoozeNotice } from "../../../features/snooze/snooze-badge.tsx";
import { TargetBadges } from "../../../features/snooze/target-badges.tsx";
import { AboutTarget } from "../../../features/targets/about-target.tsx";
import { PausedByPlan } from "../../../features/targets/paused-by-plan.tsx";
import { StatusReason } from "../../../features/targets/status-reason.tsx";
import { TargetCoverage } from "../../../features/targets/target-coverage.tsx";
import { useHeaderReady } from "../../../features/targets/use-header-ready.ts";
import { Message } from "../../../language/message.tsx";
import { t } from "../../../language/t.ts";
import { useHeartbeat } from "../use-heartbeat.ts";
import { HeartbeatActions } from "./heartbeat-actions.tsx";
import { HeartbeatFacts } from "./heartbeat-facts.tsx";
import { MetricCharts } from "./metric-charts.tsx";
import { PingList } from "./pings/ping-list.tsx";
import { HeartbeatSnippets } from "./snippets/heartbeat-snippets.tsx";

/** Status, schedule, pings and history of a heartbeat. */
export function HeartbeatPage() {
  const { id } = useParams({ from: "/shell/heartbeats/$id" });
  const { at } = useSearch({ from: "/shell/heartbeats/$id" });
  return (
    <PastOrNow at={at} id={id} kind="heartbeat">
      <PresentHeartbeatPage />
    </PastOrNow>
  );
}

function PresentHeartbeatPage() {
  const { id } = useParams({ from: "/shell/heartbeats/$id" });
  const { data: heartbeat, error } = useHeartbeat(id);
  const isHeaderReady = useHeaderReady(id);
  if (heartbeat && isHeaderReady) return <OneHeartbeat key={id} heartbeat={heartbeat} />;
  return (
    <>
      <PageHeader title={t("Heartbeat")} />
      <LoadState data={undefined} error={error} lines={6} />
    </>
  );
}

/** All results of a heartbeat are in one series. */
const NO_LOCATIONS: readonly string[] = [];

function OneHeartbeat({ heartbeat }: { heartbeat: Heartbeat }) {
  const { id } = heartbeat;
  const search = useSearch({ from: "/shell/heartbeats/$id" });
  const navigate = useNavigate();
  const onSearch = (next: HistorySearch) =>
    void navigate({
      to: "/heartbeats/$id",
      params: { id },
      search: next,
      replace: isSameTime(search, next),
      resetScroll: false,
    });
  const history = { noun: "heartbeats", id, name: heartbeat.name, search, onSearch } as const;
  return (
    <>
      <PageHeader
        title={heartbeat.name}
        badge={<TargetBadges target={heartbeat} />}
        lead={
          <>
            <Message text="For {time}" values={{ time: <Duration from={heartbeat.status_since} /> }} />
            {heartbeat.tags.length > 0 && ` · ${heartbeat.tags.join(", ")}`}
            <PausedByPlan reason={heartbeat.paused_reason} />
          </>
        }
        actions={
          <ForRole>
            <HeartbeatActions heartbeat={heartbeat} />
          </ForRole>
        }
      />
      <div className="grid gap-6">
        <StatusReason reason={heartbeat.status_reason} />
        <SnoozeNotice snooze={heartbeat.snooze} />
        <AboutTarget target={heartbeat} />
        <HeartbeatFacts heartbeat={heartbeat} />
        {heartbeat.state === "new" && <HeartbeatSnippets heartbeat={heartbeat} />}
        <TargetHistory {...history} />
        <ResponseChart
          {...history}
          title={t("Run durations")}
          locations={NO_LOCATIONS}
          intervalSeconds={null}
        />
        <MetricCharts {...history} />
        <PingList id={id} />
        {heartbeat.state !== "new" && <HeartbeatSnippets heartbeat={heartbeat} />}
        <TargetCoverage targetId={id} />
        <TargetAlerts targetId={id} />
        <TargetChanges targetId={id} />
      </div>
    </>
  );
}
