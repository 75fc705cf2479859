import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useDeferredValue, useMemo, useState } from "react";
import { buttonClass } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Table } from "../../components/table.tsx";
import { BulkActions } from "./bulk-actions.tsx";
import { ListFilters } from "./list-filters.tsx";
import { countStatuses, headlineOf, tagsOf, viewRows } from "./list-view.ts";
import { monitorColumns } from "./monitor-columns.tsx";
import type { MonitorList } from "./monitor-list.ts";
import { LIST_MAX, useMonitorList } from "./use-monitor-list.ts";

/** Everything that is watched, as it is now. */
export function MonitorsPage() {
  const { list, error } = useMonitorList();
  const counts = useMemo(() => countStatuses(list.rows.values()), [list.rows]);
  const isEmpty = list.isLoaded && list.rows.size === 0;
  const add = (
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
          title="Watch your first website"
          words="A name and an address suffice. It is checked at once, and every 60 seconds from then on."
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
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());

  const all = useMemo(() => [...list.rows.values()], [list.rows]);
  const counts = useMemo(() => countStatuses(all), [all]);
  const tags = useMemo(() => tagsOf(all), [all]);
  const { type = null, tag = null } = search;
  // A filter whose last monitor has left would show an empty list that nobody can explain.
  const status = search.status && counts[search.status] > 0 ? search.status : null;
  const rows = useMemo(
    () => viewRows(all, { text: wanted, status, type, tag }),
    [all, wanted, status, type, tag],
  );
  const columns = useMemo(
    () =>
      monitorColumns({
        ids: chosen,
        toggle: (id) =>
          setChosen((before) => {
            const after = new Set(before);
            if (!after.delete(id)) after.add(id);
            return after;
          }),
      }),
    [chosen],
  );
  // What a filter hides is not acted upon: nobody would see what it does.
  const chosenRows = rows.filter(({ id }) => chosen.has(id));

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
      />
      {chosenRows.length > 0 && (
        <BulkActions
          chosen={chosenRows}
          shownCount={rows.length}
          onAll={() => setChosen(new Set(rows.map(({ id }) => id)))}
          onNone={() => setChosen(new Set())}
        />
      )}
      {rows.length === 0 ? (
        <p className="py-8 text-center text-soft">No monitor matches.</p>
      ) : (
        <Table caption="Monitors, problems first" columns={columns} rows={rows} idOf={({ id }) => id} />
      )}
      {!list.isWhole && (
        <p className="text-[0.8125rem] text-soft">
          Only the first {LIST_MAX.toLocaleString("en")} monitors by name are shown.
        </p>
      )}
    </div>
  );
}
