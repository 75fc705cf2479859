import { useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { useRole } from "../../app/role.ts";
import { LoadState } from "../../components/load-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { usePreferences } from "../../features/preferences/use-preferences.ts";
import { useTargetSummary } from "../../features/targets/use-target-summary.ts";
import { t } from "../../language/t.ts";
import { TrySample } from "../get-started/try-sample.tsx";
import { useOverviewParts } from "./use-overview-parts.ts";
import { useOverviewReady } from "./use-overview-ready.ts";

// Imported lazily: a new installation needs the form, every other one the status.
const AddMonitor = lazy(async () => ({
  default: (await import("../monitors/form/add-monitor.tsx")).AddMonitor,
}));
const loadStatus = () => import("./overview-status.tsx");
/** The parts that it loads itself when it is drawn. */
const loadParts = () => Promise.all([import("./wrong-now-table.tsx"), import("./overview-uptime.tsx")]);
const OverviewStatus = lazy(async () => ({ default: (await loadStatus()).OverviewStatus }));

/** Whether there is a target is usually known by then. If not, the scripts are loaded meanwhile. */
const PRELOAD_MS = 200;

const PastOverview = lazy(async () => ({
  default: (await import("../../features/past/past-overview.tsx")).PastOverview,
}));

/** The overview of now, or with `?at=` as it was known then. */
export function OverviewPage() {
  const { at } = useSearch({ from: "/shell/" });
  if (at === undefined) return <PresentOverview />;
  return (
    <Suspense fallback={<LoadState data={undefined} error={null} lines={6} />}>
      <PastOverview at={at} />
    </Suspense>
  );
}

/** The status of all targets, failing ones first. A new installation shows the form for the first monitor. */
function PresentOverview() {
  const { data: summary, error, isFetching } = useTargetSummary({ rereads: true });
  // Read together with the summary, so that the page keeps its arrangement.
  const { isReady } = usePreferences();
  const isAllRead = useOverviewReady();
  useOverviewParts();
  const { role, reaches } = useRole();
  // Stays set after the first monitor exists: otherwise its first result would disappear from the page.
  const [isFirst, setFirst] = useState<boolean | null>(null);
  // None may be from before the first monitor was made on another page.
  const isKnown = summary !== undefined && (summary.total > 0 || !isFetching);
  if (isKnown && isFirst === null) setFirst(summary.total === 0);
  useEffect(() => {
    if (isFirst) return;
    // A script that fails to load is reported when it is drawn.
    const load = () => void Promise.allSettled([loadStatus(), loadParts()]);
    const timer = setTimeout(load, isFirst === null ? PRELOAD_MS : 0);
    return () => clearTimeout(timer);
  }, [isFirst]);
  if (isFirst && (role === null || reaches("member"))) return <FirstMonitor />;
  const loading = (
    <>
      <PageHeader title={t("Overview")} />
      <LoadState data={undefined} error={error} lines={6} />
    </>
  );
  if (!isKnown || !isReady || !isAllRead) return loading;
  return (
    <Suspense fallback={loading}>
      <OverviewStatus summary={summary} problem={error?.message ?? null} />
    </Suspense>
  );
}

function FirstMonitor() {
  const [isMade, setMade] = useState(false);
  return (
    <>
      <PageHeader
        title={isMade ? t("Your first monitor") : t("Monitor your first website")}
        lead={isMade ? undefined : t("Enter a name and a URL. The first check runs immediately.")}
        tabTitle={t("Overview")}
      />
      <Suspense fallback={<LoadState data={undefined} error={null} lines={6} />}>
        <AddMonitor cancel={null} onMade={() => setMade(true)} />
      </Suspense>
      {!isMade && <TrySample />}
    </>
  );
}
