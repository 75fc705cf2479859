import { Link } from "@tanstack/react-router";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { lazy, Suspense, useState } from "react";
import { ForRole } from "../../app/for-role.tsx";
import { useRole } from "../../app/role.ts";
import { buttonClass } from "../../components/button.tsx";
import { StatFigure, StatFigures } from "../../components/charts/stat-figure.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { StatusShape, statusWord, toneTextClass } from "../../components/status-badge.tsx";
import { useOpenAlerts } from "../alerts/use-alerts.ts";
import { AddMonitor } from "../monitors/form/add-monitor.tsx";
import { type Counts, countStatuses, STATUS_ORDER } from "../monitors/list/list-view.ts";
import { OverviewItemList } from "./overview-item-list.tsx";
import { latestFirst, needingAttention, overviewHeadline } from "./overview-items.ts";
import { useOverviewItems } from "./use-overview-items.ts";

/** The status of all targets, failing ones first. A new installation shows the form for the first monitor. */
export function OverviewPage() {
  const { all, error } = useOverviewItems();
  const { role, reaches } = useRole();
  // Stays set after the first monitor exists: otherwise its first result would disappear from the page.
  const [isFirst, setFirst] = useState<boolean | null>(null);
  if (all && isFirst === null) setFirst(all.length === 0);
  if (isFirst && (role === null || reaches("member"))) return <FirstMonitor />;
  if (!all) {
    return (
      <>
        <PageHeader title="Overview" />
        <LoadState data={undefined} error={error} lines={6} />
      </>
    );
  }
  return <OverviewStatus all={all} problem={error?.message ?? null} />;
}

function FirstMonitor() {
  return (
    <>
      <PageHeader
        title="Monitor your first website"
        lead="Enter a name and a URL. The first check runs immediately, then every 60 seconds."
        tabTitle="Overview"
      />
      <AddMonitor cancel={null} />
    </>
  );
}

const CHANGES_SHOWN_MAX = 20;
/** Imported lazily: the first page of a new installation has no alerts, and tables are large. */
const AlertList = lazy(async () => ({
  default: (await import("../../features/alerts/alert-list.tsx")).AlertList,
}));
const ALERTS_SHOWN_MAX = 20;

function OverviewStatus({ all, problem }: { all: readonly Target[]; problem: string | null }) {
  const counts = countStatuses(all);
  const failing = needingAttention(all);
  const alerts = useOpenAlerts({});
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
          {failing.length === 0 ? (
            <p className="card px-4 py-3 text-soft">All clear.</p>
          ) : (
            <OverviewItemList items={failing} label="Needs attention" />
          )}
        </section>
        <section className="grid gap-3">
          <h2>Open alerts</h2>
          {alerts.error && <Notice>{alerts.error.message}</Notice>}
          {alerts.data?.length === 0 && <p className="card px-4 py-3 text-soft">No open alerts.</p>}
          {alerts.data && alerts.data.length > 0 && (
            <Suspense>
              <AlertList alerts={alerts.data.slice(0, ALERTS_SHOWN_MAX)} />
            </Suspense>
          )}
        </section>
        <section className="grid gap-3">
          <h2>Recent status changes</h2>
          <OverviewItemList
            items={latestFirst(all).slice(0, CHANGES_SHOWN_MAX)}
            label="Recent status changes"
          />
          {all.length > CHANGES_SHOWN_MAX && (
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
              className={`inline-flex items-center gap-2 ${counts[status] > 0 ? toneTextClass(status) : "text-soft"}`}
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
