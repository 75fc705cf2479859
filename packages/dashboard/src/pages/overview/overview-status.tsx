import { Link } from "@tanstack/react-router";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { lazy, Suspense } from "react";
import { ForRole } from "../../app/for-role.tsx";
import { buttonClass } from "../../components/button.tsx";
import { StatFigure, StatFigures } from "../../components/charts/stat-figure.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { StatusShape, statusWord, toneTextClass } from "../../components/status-badge.tsx";
import { useOpenAlerts } from "../alerts/use-alerts.ts";
import { type Counts, countStatuses, STATUS_ORDER } from "../monitors/list/list-view.ts";
import { AllTargets } from "./all-targets.tsx";
import { OverviewItemList } from "./overview-item-list.tsx";
import { needingAttention, overviewHeadline } from "./overview-items.ts";

/** Imported lazily: tables are large, and often no alert is open. */
const AlertList = lazy(async () => ({
  default: (await import("../../features/alerts/alert-list.tsx")).AlertList,
}));
const ALERTS_SHOWN_MAX = 20;

/** How all targets are, the failing ones first. */
export function OverviewStatus({ all, problem }: { all: readonly Target[]; problem: string | null }) {
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
        <AllTargets all={all} />
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
