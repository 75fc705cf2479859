import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import { isComputed } from "@vedette/contract/checks/check-types.ts";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { useMemo } from "react";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { ForRole } from "../../../app/for-role.tsx";
import { useApi } from "../../../app/session.tsx";
import { HeartbeatBars } from "../../../components/charts/beats/heartbeat-bars.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { Notice } from "../../../components/notice.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { absoluteTime } from "../../../components/time-ago.tsx";
import { TargetAlerts } from "../../../features/alerts/target-alerts.tsx";
import { TargetChanges } from "../../../features/changes/target-changes.tsx";
import { checkView } from "../../../features/checks/check-views.ts";
import { downSince } from "../../../features/evidence/down-since.ts";
import { EvidenceSection } from "../../../features/evidence/evidence-section.tsx";
import { isSameTime } from "../../../features/history/history-search.ts";
import { TargetHistory } from "../../../features/history/target-history.tsx";
import { useMissedBeats } from "../../../features/history/use-missed-beats.ts";
import { PastOrNow } from "../../../features/past/past-or-now.tsx";
import { SnoozeNotice } from "../../../features/snooze/snooze-badge.tsx";
import { TargetBadges } from "../../../features/snooze/target-badges.tsx";
import { AboutTarget } from "../../../features/targets/about-target.tsx";
import { StatusReason } from "../../../features/targets/status-reason.tsx";
import { TargetCoverage } from "../../../features/targets/target-coverage.tsx";
import { TargetLead } from "../../../features/targets/target-lead.tsx";
import { LocationNotice } from "../../../features/targets/target-notices.tsx";
import { useHeaderReady } from "../../../features/targets/use-header-ready.ts";
import { withParam } from "../../../features/targets/with-param.ts";
import { sentenceOf } from "../../../format.ts";
import { t } from "../../../language/t.ts";
import { beatsOf } from "../list/beats.ts";
import type { MonitorSearch } from "../list/monitor-search.ts";
import { CheckEvidence } from "./check-details.tsx";
import { CheckList } from "./check-list.tsx";
import { CompositeMembers } from "./composite-members.tsx";
import { ManualStatus } from "./manual-status.tsx";
import { MonitorActions } from "./monitor-actions.tsx";
import { MonitorFigures } from "./monitor-figures.tsx";
import { MonitorSettings } from "./monitor-settings.tsx";
import { RecordBaseline } from "./record-baseline.tsx";
import { RegistrationFacts } from "./registration-facts.tsx";
import { ResponseSection } from "./response-section.tsx";
import { resultKey, useResult } from "./use-result.ts";

const BEATS_SHOWN = 60;

/** One monitor: status, history and causes. */
export function MonitorPage() {
  const { id } = useParams({ from: "/shell/monitors/$id" });
  const { at } = useSearch({ from: "/shell/monitors/$id" });
  return (
    <PastOrNow at={at} id={id} kind="monitor">
      <PresentMonitorPage />
    </PastOrNow>
  );
}

function PresentMonitorPage() {
  const { id } = useParams({ from: "/shell/monitors/$id" });
  const api = useApi();
  const { data: monitor, error } = useQuery({
    queryKey: keys.detail("monitors", id),
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/monitors/{id}", { params: { path: { id } }, signal })),
  });
  const isHeaderReady = useHeaderReady(id);
  if (monitor && isHeaderReady) return <OneMonitor key={id} monitor={monitor} />;
  return (
    <>
      <PageHeader title={t("Monitor")} />
      <LoadState data={undefined} error={error} lines={6} />
    </>
  );
}

function OneMonitor({ monitor }: { monitor: Monitor }) {
  const { id } = monitor;
  const api = useApi();
  const search = useSearch({ from: "/shell/monitors/$id" });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: latest } = useQuery({
    queryKey: keys.detail("monitors", id, "latest"),
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/api/v1/monitors/{id}/results", {
          params: { path: { id }, query: { limit: BEATS_SHOWN } },
          signal,
        }),
      ),
  });
  const beats = useMissedBeats(
    id,
    useMemo(() => beatsOf(latest ?? []), [latest]),
  );
  const onSearch = (next: MonitorSearch) =>
    void navigate({
      to: "/monitors/$id",
      params: { id },
      search: next,
      replace: isSameTime(search, next),
      resetScroll: false,
    });
  const open = (result: CheckResult) => {
    queries.setQueryData(resultKey(id, result.id), result);
    onSearch({ ...search, result: result.id });
  };

  return (
    <>
      <PageHeader
        title={monitor.name}
        badge={<TargetBadges target={monitor} />}
        lead={
          <TargetLead
            what={checkView(monitor.type).toAddress(monitor)}
            intervalSeconds={monitor.interval}
            locations={monitor.locations}
            target={monitor}
          />
        }
        actions={
          <ForRole>
            <MonitorActions monitor={monitor} />
          </ForRole>
        }
      />
      <div className="grid gap-6">
        {monitor.status === "down" && <Notice>{whyDown(monitor, latest)}</Notice>}
        <StatusReason reason={monitor.status_reason} />
        <SnoozeNotice snooze={monitor.snooze} />
        {!isComputed(monitor.type) && <LocationNotice locations={monitor.locations} />}
        <AboutTarget target={monitor} />
        <RecordBaseline monitor={monitor} />
        {monitor.type === "manual" && <ManualStatus monitor={monitor} />}
        {monitor.selector !== null && (
          <CompositeMembers selector={monitor.selector} changedAt={monitor.status_since} />
        )}
        <MonitorFigures monitor={monitor} />
        <section className="card grid gap-3 p-4">
          <h2>{t("Latest checks")}</h2>
          <HeartbeatBars
            label={t("Latest checks; press Enter to open one")}
            beats={beats}
            shownMax={BEATS_SHOWN}
            onChoose={(beat) => {
              const result = latest?.find((one) => one.id === beat.id);
              if (result) open(result);
            }}
          />
        </section>
        <TargetHistory
          noun="monitors"
          id={id}
          name={monitor.name}
          hasChart={!isComputed(monitor.type)}
          search={search}
          onSearch={onSearch}
        />
        {!isComputed(monitor.type) && (
          <ResponseSection monitor={monitor} search={search} onSearch={onSearch} />
        )}
        <CheckList monitor={monitor} search={search} onSearch={onSearch} onOpen={open} />
        {!isComputed(monitor.type) && (
          <EvidenceSection noun="monitors" targetId={id} since={downSince(monitor)} />
        )}
        <TargetCoverage targetId={id} />
        <TargetAlerts targetId={id} />
        <TargetChanges targetId={id} />
        {monitor.registration !== null && <RegistrationFacts registration={monitor.registration} />}
        <MonitorSettings monitor={monitor} />
      </div>
      <OpenedResult
        monitor={monitor}
        resultId={search.result ?? null}
        onClose={() => onSearch(withParam(search, "result", null))}
      />
    </>
  );
}

type OpenedResultProps = { monitor: Monitor; resultId: string | null; onClose(): void };

function OpenedResult({ monitor, resultId, onClose }: OpenedResultProps) {
  const { data: result, error } = useResult(monitor.id, resultId);
  return (
    <Dialog
      isOpen={resultId !== null}
      onClose={onClose}
      title={
        result ? t("Check of {absoluteTime}", { absoluteTime: absoluteTime(result.checked_at) }) : t("Check")
      }
      isWide
    >
      {result === undefined && <LoadState data={undefined} error={error} />}
      {result === null && <p>{t("This check is no longer stored.")}</p>}
      {result && <CheckEvidence result={result} subject={monitor.name} />}
    </Dialog>
  );
}

/** The line is reserved from the start, so that nothing below it moves. */
function whyDown({ type }: Monitor, latest: readonly CheckResult[] | undefined): string {
  if (latest === undefined) return t("Loading the cause …");
  const failed = latest.find(({ error }) => error !== null);
  if (!failed?.error) return t("The latest checks reported no error.");
  const cause = sentenceOf(failed.error.message);
  return isComputed(type) ? cause : `${cause} (${failed.location})`;
}
