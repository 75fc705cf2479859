import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { ApiMonitor } from "@vedette/contract/api-monitors/api-monitors.ts";
import { ForRole } from "../../app/for-role.tsx";
import { CodeBlock } from "../../components/code/code-block.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { TargetAlerts } from "../../features/alerts/target-alerts.tsx";
import { TargetChanges } from "../../features/changes/target-changes.tsx";
import { downSince } from "../../features/evidence/down-since.ts";
import { EvidenceSection } from "../../features/evidence/evidence-section.tsx";
import { type HistorySearch, isSameTime } from "../../features/history/history-search.ts";
import { TargetHistory } from "../../features/history/target-history.tsx";
import { PastOrNow } from "../../features/past/past-or-now.tsx";
import { RunHistory } from "../../features/runs/run-history.tsx";
import { RunStatistics } from "../../features/runs/run-statistics.tsx";
import { SnoozeNotice } from "../../features/snooze/snooze-badge.tsx";
import { TargetBadges } from "../../features/snooze/target-badges.tsx";
import { AboutTarget } from "../../features/targets/about-target.tsx";
import { StatusReason } from "../../features/targets/status-reason.tsx";
import { TargetCoverage } from "../../features/targets/target-coverage.tsx";
import { stepsText, TargetLead } from "../../features/targets/target-lead.tsx";
import { LocationNotice } from "../../features/targets/target-notices.tsx";
import { useHeaderReady } from "../../features/targets/use-header-ready.ts";
import { t } from "../../language/t.ts";
import { ApiMonitorActions } from "./api-monitor-actions.tsx";
import { useApiMonitor } from "./use-api-monitor.ts";

/** Status, figures and runs of an API monitor. */
export function ApiMonitorPage() {
  const { id } = useParams({ from: "/shell/api-monitors/$id" });
  const { at } = useSearch({ from: "/shell/api-monitors/$id" });
  return (
    <PastOrNow at={at} id={id} kind="api_monitor">
      <PresentApiMonitorPage />
    </PastOrNow>
  );
}

function PresentApiMonitorPage() {
  const { id } = useParams({ from: "/shell/api-monitors/$id" });
  const { data: monitor, error } = useApiMonitor(id);
  const search = useSearch({ from: "/shell/api-monitors/$id" });
  const navigate = useNavigate();
  const onSearch = (next: HistorySearch) =>
    void navigate({
      to: "/api-monitors/$id",
      params: { id },
      search: next,
      replace: isSameTime(search, next),
      resetScroll: false,
    });
  const isHeaderReady = useHeaderReady(id);
  if (!monitor || !isHeaderReady) {
    return (
      <>
        <PageHeader title={t("API monitor")} />
        <LoadState data={undefined} error={error} lines={6} />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={monitor.name}
        badge={<TargetBadges target={monitor} />}
        lead={
          <TargetLead
            what={stepsText(monitor.steps.length)}
            intervalSeconds={monitor.interval}
            locations={monitor.locations}
            target={monitor}
          />
        }
        actions={
          <ForRole>
            <ApiMonitorActions monitor={monitor} />
          </ForRole>
        }
      />
      <div className="grid gap-6">
        <StatusReason reason={monitor.status_reason} />
        <SnoozeNotice snooze={monitor.snooze} />
        <LocationNotice locations={monitor.locations} />
        <AboutTarget target={monitor} />
        <TargetHistory noun="api-monitors" id={id} name={monitor.name} search={search} onSearch={onSearch} />
        <RunHistory noun="api-monitors" id={id}>
          <RunStatistics
            noun="api-monitors"
            id={id}
            name={monitor.name}
            search={search}
            onSearch={onSearch}
            locations={monitor.locations}
            intervalSeconds={monitor.interval}
          />
        </RunHistory>
        <EvidenceSection noun="api-monitors" targetId={id} since={downSince(monitor)} />
        <TargetCoverage targetId={id} />
        <TargetAlerts targetId={id} />
        <TargetChanges targetId={id} />
        <details className="min-w-0">
          <summary className="cursor-pointer font-semibold">{t("Definition as JSON")}</summary>
          <div className="mt-3">
            <CodeBlock label={t("Body of POST /api/v1/api-monitors")} text={definitionOf(monitor)} />
          </div>
        </details>
      </div>
    </>
  );
}

function definitionOf(monitor: ApiMonitor): string {
  const { name, description, interval, timeout, locations, enabled, max_retries, tags, ...own } = monitor;
  const { variables, steps } = own;
  const shared = { name, description, interval, timeout, locations, enabled, max_retries, tags };
  return JSON.stringify({ ...shared, variables, steps }, null, 2);
}
