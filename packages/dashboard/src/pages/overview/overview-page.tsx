import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { pageOf } from "../../api/client.ts";
import { ForRole } from "../../app/for-role.tsx";
import { useRole } from "../../app/role.ts";
import { useApi } from "../../app/session.tsx";
import { buttonClass } from "../../components/button.tsx";
import { StatFigure, StatFigures } from "../../components/charts/stat-figure.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { StatusShape, statusWord, toneInk } from "../../components/status-badge.tsx";
import { AddMonitor } from "../monitors/form/add-monitor.tsx";
import { type Counts, STATUS_ORDER } from "../monitors/list/list-view.ts";
import { AlertLines } from "./alert-lines.tsx";
import { useWatched } from "./use-watched.ts";
import { countWatched, latestFirst, needingAttention, overviewHeadline, type Watched } from "./watched.ts";
import { WatchedLines } from "./watched-lines.tsx";

/** How everything is, with what needs somebody first; on a new installation the way to a first monitor. */
export function OverviewPage() {
  const { all, error } = useWatched();
  const { role, reaches } = useRole();
  // Once begun it stays, for the first monitor that is made would take its own result off the page.
  const [isFirst, setFirst] = useState<boolean | null>(null);
  if (all && isFirst === null) setFirst(all.length === 0);
  if (isFirst && (role === null || reaches("member"))) return <FirstMonitor />;
  if (!all) {
    return (
      <>
        <PageHeader title="Overview" />
        {error ? <Notice>{error.message}</Notice> : <Skeleton lines={6} />}
      </>
    );
  }
  return <Everything all={all} problem={error?.message ?? null} />;
}

function FirstMonitor() {
  return (
    <>
      <PageHeader
        title="Watch your first website"
        lead="A name and an address suffice. It is checked at once, and every 60 seconds from then on."
        tabTitle="Overview"
      />
      <AddMonitor cancel={null} />
    </>
  );
}

const CHANGED_SHOWN = 20;

function Everything({ all, problem }: { all: readonly Watched[]; problem: string | null }) {
  const counts = countWatched(all);
  const ill = needingAttention(all);
  const alerts = useOpenAlerts();
  return (
    <>
      <PageHeader
        title={overviewHeadline(counts)}
        tabTitle={counts.down > 0 ? `${counts.down} down` : "Overview"}
        actions={
          <ForRole>
            <Link to="/monitors/new" className={buttonClass("primary")}>
              Add monitor
            </Link>
          </ForRole>
        }
      />
      <div className="grid gap-7">
        {problem && <Notice>{problem}</Notice>}
        <CountFigures counts={counts} />
        <section className="grid gap-3">
          <h2>Needs attention</h2>
          {ill.length === 0 ? (
            <p className="card px-4 py-3 text-soft">Nothing does: nothing is down or degraded.</p>
          ) : (
            <WatchedLines watched={ill} label="Needs attention" />
          )}
        </section>
        <section className="grid gap-3">
          <h2>Open alerts</h2>
          {alerts.error && <Notice>{alerts.error.message}</Notice>}
          {alerts.data?.length === 0 && <p className="card px-4 py-3 text-soft">No alert is open.</p>}
          {alerts.data && alerts.data.length > 0 && <AlertLines alerts={alerts.data} />}
        </section>
        <section className="grid gap-3">
          <h2>Changed last</h2>
          <WatchedLines watched={latestFirst(all).slice(0, CHANGED_SHOWN)} label="Changed last" />
          {all.length > CHANGED_SHOWN && (
            <Link to="/monitors" className={`${buttonClass()} justify-self-start`}>
              All monitors
            </Link>
          )}
        </section>
      </div>
    </>
  );
}

function CountFigures({ counts }: { counts: Counts }) {
  return (
    <StatFigures>
      {STATUS_ORDER.map((status) => (
        <StatFigure
          key={status}
          label={statusWord(status)}
          value={
            <span
              className={`inline-flex items-center gap-2 ${counts[status] > 0 ? toneInk(status) : "text-soft"}`}
            >
              <StatusShape status={status} />
              {counts[status].toLocaleString("en")}
            </span>
          }
        />
      ))}
    </StatFigures>
  );
}

/** `failed`: not everybody could be told, which ends no alert. */
const OPEN_STATUSES = "pending,sent,failed";
const ALERTS_SHOWN = 20;

function useOpenAlerts() {
  const api = useApi();
  return useQuery({
    queryKey: ["overview", "alerts"],
    queryFn: async ({ signal }) => {
      const query = { status: OPEN_STATUSES, limit: ALERTS_SHOWN };
      return (await pageOf(api.GET("/api/v1/alerts", { params: { query }, signal }))).items;
    },
  });
}
