import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useDeferredValue, useMemo } from "react";
import { useRole } from "../../../app/role.ts";
import { buttonClass } from "../../../components/button.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Notice } from "../../../components/notice.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { useGroupView } from "../../../features/groups/use-group-view.tsx";
import { SelectableTable } from "../../../features/targets/selectable-table.tsx";
import { useTargetOperations } from "../../../features/targets/target-operations.ts";
import { ListFilters } from "./list-filters.tsx";
import { countStatuses, headlineOf, tagsOf, viewRows } from "./list-view.ts";
import { monitorColumns } from "./monitor-columns.tsx";
import type { MonitorList } from "./monitor-list.ts";
import { LIST_MAX, useMonitorList } from "./use-monitor-list.ts";

/** All monitors with their current status. */
export function MonitorsPage() {
  const { list, error } = useMonitorList();
  const counts = useMemo(() => countStatuses(list.rows.values()), [list.rows]);
  const isEmpty = list.isLoaded && list.rows.size === 0;
  const mayChange = useRole().reaches("member");
  const add = mayChange && (
    <Link to="/monitors/new" className={buttonClass("primary")}>
      Add monitor
    </Link>
  );
  return (
    <>
      <PageHeader
        title={list.isLoaded ? headlineOf(counts) : "Monitors"}
        tabTitle={counts.down > 0 ? `${counts.down} down` : "Monitors"}
        actions={!isEmpty && add}
      />
      {error && <Notice>{error.message}</Notice>}
      {!list.isLoaded && !error && <Skeleton lines={6} />}
      {isEmpty && (
        <EmptyState
          title="Monitor your first website"
          description="Enter a name and a URL. The first check runs immediately, then every 60 seconds."
          action={add}
        />
      )}
      {list.rows.size > 0 && <FilteredList list={list} />}
    </>
  );
}

function FilteredList({ list }: { list: MonitorList }) {
  const search = useSearch({ from: "/shell/monitors" });
  const navigate = useNavigate();
  const wanted = useDeferredValue(search.q ?? "");
  const operations = useTargetOperations("monitors");
  const view = useGroupView("monitors");

  const all = useMemo(() => [...list.rows.values()], [list.rows]);
  const counts = useMemo(() => countStatuses(all), [all]);
  const tags = useMemo(() => tagsOf(all), [all]);
  const { type = null, tag = null } = search;
  // A filter without a match left would show an unexplained empty list.
  const status = search.status && counts[search.status] > 0 ? search.status : null;
  const rows = useMemo(
    () => viewRows(all, { text: wanted, status, type, tag }),
    [all, wanted, status, type, tag],
  );

  return (
    <div className="grid gap-4">
      <ListFilters
        counts={counts}
        tags={tags}
        search={search}
        status={status}
        onSearch={(next) =>
          void navigate({ to: "/monitors", search: next, replace: true, resetScroll: false })
        }
      >
        {view.toggle}
      </ListFilters>
      {view.isReady ? (
        <SelectableTable
          caption={view.isGrouped ? "Monitors by group" : "Monitors, problems first"}
          operations={operations}
          columns={monitorColumns}
          rows={rows}
          sections={view.sectionsOf(rows)}
        />
      ) : (
        <Skeleton lines={6} />
      )}
      {!list.isWhole && (
        <p className="text-[0.8125rem] text-soft">
          Only the first {LIST_MAX.toLocaleString("en")} monitors by name are shown.
        </p>
      )}
    </div>
  );
}
