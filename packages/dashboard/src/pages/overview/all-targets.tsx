import type { Target } from "@vedette/contract/targets/targets.ts";
import { lazy, Suspense, useMemo } from "react";
import { Skeleton } from "../../components/skeleton.tsx";
import { useGroupView } from "../../features/groups/use-group-view.tsx";
import { viewRows } from "../monitors/list/list-view.ts";
import { RecentChanges } from "./recent-changes.tsx";

const TargetTable = lazy(async () => ({
  default: (await import("./overview-target-table.tsx")).OverviewTargetTable,
}));

/** All targets by group, or their latest changes. */
export function AllTargets({ all }: { all: readonly Target[] }) {
  const view = useGroupView("overview");
  const ordered = useMemo(() => viewRows(all, { text: "", status: null }), [all]);
  const sections = view.sectionsOf(ordered);
  if (!view.isReady) return <Skeleton lines={4} />;
  if (!sections) return <RecentChanges all={all} toggle={view.toggle} />;
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2>Targets by group</h2>
        {view.toggle}
      </div>
      <Suspense>
        <TargetTable targets={ordered} sections={sections} />
      </Suspense>
    </section>
  );
}
