import { getRouteApi, useNavigate } from "@tanstack/react-router";
import type { Journey } from "@vedette/contract/journeys/journeys.ts";
import { ForRole } from "../../app/for-role.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { journeyAsCode } from "../../copy-as.ts";
import { TargetAlerts } from "../../features/alerts/target-alerts.tsx";
import { TargetChanges } from "../../features/changes/target-changes.tsx";
import { downSince } from "../../features/evidence/down-since.ts";
import { EvidenceSection } from "../../features/evidence/evidence-section.tsx";
import { type HistorySearch, isSameTime } from "../../features/history/history-search.ts";
import { TargetHistory } from "../../features/history/target-history.tsx";
import { PastOrNow } from "../../features/past/past-or-now.tsx";
import { RunHistory } from "../../features/runs/run-history.tsx";
import { RunNow } from "../../features/runs/run-now.tsx";
import { RunStatistics } from "../../features/runs/run-statistics.tsx";
import { SnoozeNotice } from "../../features/snooze/snooze-badge.tsx";
import { TargetBadges } from "../../features/snooze/target-badges.tsx";
import { AboutTarget } from "../../features/targets/about-target.tsx";
import { StatusReason } from "../../features/targets/status-reason.tsx";
import { TargetActions } from "../../features/targets/target-actions.tsx";
import { TargetCoverage } from "../../features/targets/target-coverage.tsx";
import { stepsText, TargetLead } from "../../features/targets/target-lead.tsx";
import { LocationNotice } from "../../features/targets/target-notices.tsx";
import { useHeaderReady } from "../../features/targets/use-header-ready.ts";
import { t } from "../../language/t.ts";
import { BaselineList } from "./run/baseline-list.tsx";
import { useJourney } from "./use-journey.ts";

const route = getRouteApi("/shell/journeys/$id");

/** Status, runs and baselines of a journey. */
export function JourneyPage() {
  const { id } = route.useParams();
  const { at } = route.useSearch();
  return (
    <PastOrNow at={at} id={id} kind="journey">
      <PresentJourneyPage />
    </PastOrNow>
  );
}

function PresentJourneyPage() {
  const { id } = route.useParams();
  const { data, error } = useJourney(id);
  const journey = useHeaderReady(id) ? data : undefined;
  const search = route.useSearch();
  const navigate = useNavigate();
  const onSearch = (next: HistorySearch) =>
    void navigate({
      to: "/journeys/$id",
      params: { id },
      search: next,
      replace: isSameTime(search, next),
      resetScroll: false,
    });
  return (
    <>
      <PageHeader
        title={journey?.name ?? t("Journey")}
        badge={journey && <TargetBadges target={journey} />}
        lead={journey && <Lead journey={journey} />}
        actions={
          journey && (
            <ForRole>
              <TargetActions
                kind="journeys"
                target={journey}
                run={<RunNow noun="journeys" id={id} name={journey.name} variant="primary" />}
                formats={[
                  {
                    label: t("Create request (API)"),
                    text: () => journeyAsCode(window.location.origin, journey),
                  },
                ]}
              />
            </ForRole>
          )
        }
      />
      <LoadState data={journey} error={error} lines={6} />
      {journey && (
        <div className="grid gap-6">
          <StatusReason reason={journey.status_reason} />
          <SnoozeNotice snooze={journey.snooze} />
          <LocationNotice locations={locationsOf(journey)} />
          <AboutTarget target={journey} />
          <TargetHistory noun="journeys" id={id} name={journey.name} search={search} onSearch={onSearch} />
          <RunHistory noun="journeys" id={id}>
            <RunStatistics
              noun="journeys"
              id={id}
              name={journey.name}
              search={search}
              onSearch={onSearch}
              locations={locationsOf(journey)}
              intervalSeconds={journey.interval_seconds}
            />
          </RunHistory>
          <EvidenceSection noun="journeys" targetId={id} since={downSince(journey)} />
          <TargetCoverage targetId={id} />
          <TargetAlerts targetId={id} />
          <TargetChanges targetId={id} />
          <BaselineList id={id} />
        </div>
      )}
    </>
  );
}

function Lead({ journey }: { journey: Journey }) {
  return (
    <TargetLead
      what={journey.steps === null ? t("Script") : stepsText(journey.steps.length)}
      intervalSeconds={journey.interval_seconds}
      locations={locationsOf(journey)}
      target={journey}
    />
  );
}

function locationsOf({ primary_location: primary, locations }: Journey): string[] {
  return [...new Set([primary, ...locations])];
}
