import { Link } from "@tanstack/react-router";
import type { TargetSummary } from "@vedette/contract/targets/target-summary.ts";
import { lazy, Suspense } from "react";
import { ForRole } from "../../app/for-role.tsx";
import { buttonClass } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { offeredInstant } from "../../features/past/past-search.ts";
import { t } from "../../language/t.ts";
import { AlertingNotices } from "../get-started/alerting-notices.tsx";
import { Checklist } from "../get-started/checklist.tsx";
import { useStatusPages } from "../status-pages/use-status-pages.ts";
import { LastDay } from "./last-day.tsx";
import { overviewHeadline } from "./overview-items.ts";
import { SnoozedTargets } from "./snoozed-targets.tsx";
import { StatusCountLinks } from "./status-count-links.tsx";
import { WrongNow } from "./wrong-now-section.tsx";

/** Imported lazily: charts are large. */
const OverviewUptime = lazy(async () => ({
  default: (await import("./overview-uptime.tsx")).OverviewUptime,
}));

/** How all targets are: what is wrong now, what happened, and the uptime. */
export function OverviewStatus({ summary, problem }: { summary: TargetSummary; problem: string | null }) {
  const { total, counts, wrong, snoozed } = summary;
  return (
    <>
      <PageHeader
        title={overviewHeadline(counts)}
        tabTitle={t("Overview")}
        actions={
          <>
            <Link to="/" search={{ at: offeredInstant(Date.now()) }} className={buttonClass()}>
              {t("As of …")}
            </Link>
            <Link to="/wall" className={buttonClass()}>
              {t("Wall mode")}
            </Link>
            <ForRole>
              <FirstStatusPage />
              <Link to="/monitors/new" className={buttonClass("primary")}>
                {t("Add monitor")}
              </Link>
            </ForRole>
          </>
        }
      />
      <div className="grid gap-7">
        {problem && <Notice>{problem}</Notice>}
        <AlertingNotices />
        <SnoozedTargets snoozed={snoozed} />
        <StatusCountLinks counts={counts} />
        {/* Together: a table that appears later moves what is below it. */}
        <Suspense fallback={<Skeleton lines={6} />}>
          <div className="grid items-start gap-7 min-[1600px]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <WrongNow wrong={wrong} />
            <LastDay />
          </div>
          <Checklist targets={total} />
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
      {t("Create status page")}
    </Link>
  );
}
