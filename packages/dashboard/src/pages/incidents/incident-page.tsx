import { getRouteApi } from "@tanstack/react-router";
import type { Incident } from "@vedette/contract/incidents/incidents.ts";
import { ForRole } from "../../app/for-role.tsx";
import { StatFigure, StatFigures } from "../../components/charts/stat-figure.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Duration, Instant } from "../../components/time-ago.tsx";
import { spanText } from "../../format.ts";
import { t } from "../../language/t.ts";
import { IncidentActions } from "./incident-actions.tsx";
import { IncidentAlerts } from "./incident-alerts.tsx";
import { IncidentSeverityBadge, IncidentStateBadge } from "./incident-badges.tsx";
import { IncidentFacts } from "./incident-facts.tsx";
import { IncidentLocations } from "./incident-locations.tsx";
import { IncidentTimelineSection } from "./incident-timeline.tsx";
import { NoteForm } from "./note-form.tsx";
import { PagePosts } from "./page-posts.tsx";
import { Postmortem } from "./postmortem.tsx";
import { useIncident, useTimeline } from "./use-incidents.ts";

const route = getRouteApi("/shell/incidents/$id");

/** One incident: its facts, alerts, timeline and postmortem. */
export function IncidentPage() {
  const { id } = route.useParams();
  const { data, error } = useIncident(id);
  if (data) return <IncidentDetails incident={data} />;
  return (
    <>
      <PageHeader title={t("Incident")} />
      <LoadState data={undefined} error={error} lines={5} />
    </>
  );
}

function IncidentDetails({ incident }: { incident: Incident }) {
  const timeline = useTimeline(incident);
  return (
    <>
      <PageHeader
        title={`#${incident.number} ${incident.title}`}
        badge={
          <>
            <IncidentStateBadge state={incident.state} />
            <IncidentSeverityBadge severity={incident.severity} />
          </>
        }
        lead={incident.cause && t("Common cause of {summary}", { summary: incident.cause.summary })}
        actions={<IncidentActions incident={incident} />}
      />
      <div className="grid gap-6">
        <StatFigures>
          <StatFigure label={t("Started")} value={<Instant at={incident.started_at} />} />
          <StatFigure
            label={incident.resolved_at === null ? t("Open for") : t("Duration")}
            value={<Duration from={incident.started_at} to={incident.resolved_at} />}
          />
          <StatFigure
            label={t("Acknowledged after")}
            value={secondsText(incident.time_to_acknowledge_seconds)}
            note={incident.acknowledged_by_name ?? undefined}
          />
          <StatFigure
            label={t("Resolved after")}
            value={secondsText(incident.time_to_resolve_seconds)}
            note={
              incident.resolved_by === "auto" ? t("automatically") : (incident.resolved_by_name ?? undefined)
            }
          />
        </StatFigures>
        <IncidentFacts incident={incident} />
        <IncidentAlerts incident={incident} />
        {timeline.data && <IncidentLocations locations={timeline.data.locations} />}
        <section className="card grid gap-4 p-5" aria-labelledby="timeline">
          <h2 id="timeline">{t("Timeline")}</h2>
          {timeline.error && <Notice>{timeline.error.message}</Notice>}
          <LoadState data={timeline.data} error={null} />
          {timeline.data && <IncidentTimelineSection incident={incident} entries={timeline.data.entries} />}
          <ForRole>
            <NoteForm incidentId={incident.id} />
          </ForRole>
        </section>
        <Postmortem incident={incident} />
        <PagePosts incident={incident} />
      </div>
    </>
  );
}

function secondsText(seconds: number | null): string {
  return seconds === null ? "–" : spanText(seconds * 1_000);
}
