import { Link } from "@tanstack/react-router";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { lazy, Suspense, useMemo, useState } from "react";
import { ForRole } from "../../app/for-role.tsx";
import { Button, buttonClass } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { offeredInstant } from "../../features/past/past-search.ts";
import { useOpenAlerts } from "../alerts/use-alerts.ts";
import { AlertingNotices } from "../get-started/alerting-notices.tsx";
import { Checklist } from "../get-started/checklist.tsx";
import { countStatuses } from "../monitors/list/list-view.ts";
import { useStatusPages } from "../status-pages/use-status-pages.ts";
import { LastDay } from "./last-day.tsx";
import { overviewHeadline } from "./overview-items.ts";
import { SnoozedTargets } from "./snoozed-targets.tsx";
import { StatusCountLinks } from "./status-count-links.tsx";
import { wrongNow } from "./wrong-now.ts";

/** Imported lazily: tables are large, and often nothing is wrong. */
const WrongNowTable = lazy(async () => ({
  default: (await import("./wrong-now-table.tsx")).WrongNowTable,
}));
/** Imported lazily: charts are large. */
const OverviewUptime = lazy(async () => ({
  default: (await import("./overview-uptime.tsx")).OverviewUptime,
}));

/** How all targets are: what is wrong now, what happened, and the uptime. */
export function OverviewStatus({ all, problem }: { all: readonly Target[]; problem: string | null }) {
  const counts = countStatuses(all);
  return (
    <>
      <PageHeader
        title={overviewHeadline(counts)}
        tabTitle="Overview"
        actions={
          <>
            <Link to="/" search={{ at: offeredInstant(Date.now()) }} className={buttonClass()}>
              As of …
            </Link>
            <Link to="/wall" className={buttonClass()}>
              Wall mode
            </Link>
            <ForRole>
              <FirstStatusPage />
              <Link to="/monitors/new" className={buttonClass("primary")}>
                Add monitor
              </Link>
            </ForRole>
          </>
        }
      />
      <div className="grid gap-7">
        {problem && <Notice>{problem}</Notice>}
        <AlertingNotices />
        <SnoozedTargets all={all} />
        <StatusCountLinks counts={counts} />
        {/* Together: a table that appears later moves what is below it. */}
        <Suspense fallback={<Skeleton lines={6} />}>
          <div className="grid items-start gap-7 min-[1600px]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <WrongNow all={all} />
            <LastDay />
          </div>
          <Checklist targets={all.length} />
        </Suspense>
        <Suspense fallback={<Skeleton lines={2} />}>
          <OverviewUptime />
        </Suspense>
      </div>
    </>
  );
}

/** Until there is a page; then the navigation leads to it. */
function FirstStatusPage() {
  const { data: pages } = useStatusPages();
  if (pages?.length !== 0) return null;
  return (
    <Link to="/status-pages/new" className={buttonClass()}>
      Create status page
    </Link>
  );
}

/** So that what happened and the uptime stay in sight during a large outage. */
const WRONG_SHOWN_MAX = 10;

function WrongNow({ all }: { all: readonly Target[] }) {
  const alerts = useOpenAlerts({});
  const [isAll, setAll] = useState(false);
  const rows = useMemo(() => wrongNow(all, alerts.data ?? []), [all, alerts.data]);
  return (
    <section className="grid gap-3" aria-labelledby="wrong-now">
      <h2 id="wrong-now">Wrong now</h2>
      {alerts.error && <Notice>{alerts.error.message}</Notice>}
      {rows.length === 0 ? (
        <p className="card px-4 py-3 text-soft">All clear.</p>
      ) : (
        <WrongNowTable
          rows={isAll ? rows : rows.slice(0, WRONG_SHOWN_MAX)}
          areAlertsLoaded={alerts.data !== undefined}
        />
      )}
      {!isAll && rows.length > WRONG_SHOWN_MAX && (
        <Button className="justify-self-start" onClick={() => setAll(true)}>
          Show all {rows.length.toLocaleString()}
        </Button>
      )}
    </section>
  );
}
