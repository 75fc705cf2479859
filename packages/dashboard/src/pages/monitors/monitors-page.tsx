import { Link } from "@tanstack/react-router";
import type { MonitorStatus } from "@vedette/contract/monitors.ts";
import { useDeferredValue, useMemo, useState } from "react";
import { buttonClass } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Duration, TimeAgo } from "../../components/time-ago.tsx";
import { responseText, sentenceOf } from "../../format.ts";
import { CheckNow } from "./check-now.tsx";
import { countStatuses, headlineOf, viewRows } from "./list-view.ts";
import type { MonitorRow } from "./monitor-list.ts";
import { StatusCounts } from "./status-counts.tsx";
import { LIST_MAX, useMonitorList } from "./use-monitor-list.ts";

/** Everything that is watched, as it is now. */
export function MonitorsPage() {
  const { list, error } = useMonitorList();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<MonitorStatus | null>(null);
  const wanted = useDeferredValue(text);

  const counts = useMemo(() => countStatuses(list.rows.values()), [list.rows]);
  // A filter whose last monitor has left would show an empty list that nobody can explain.
  const status = chosen !== null && counts[chosen] > 0 ? chosen : null;
  const rows = useMemo(
    () => viewRows(list.rows.values(), { text: wanted, status }),
    [list.rows, wanted, status],
  );
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
      {list.rows.size > 0 && (
        <div className="grid gap-4">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <StatusCounts counts={counts} chosen={status} onChoose={setChosen} />
            <input
              type="search"
              className="min-h-9 w-full rounded-lg border border-line-strong bg-surface px-3 sm:w-72"
              aria-label="Search name or address"
              placeholder="Search name or address"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </div>
          {rows.length === 0 ? (
            <p className="py-8 text-center text-soft">No monitor matches.</p>
          ) : (
            <Table caption="Monitors, problems first" columns={COLUMNS} rows={rows} idOf={({ id }) => id} />
          )}
          {!list.isWhole && (
            <p className="text-[0.8125rem] text-soft">
              Only the first {LIST_MAX.toLocaleString("en")} monitors by name are shown.
            </p>
          )}
        </div>
      )}
    </>
  );
}

const COLUMNS: readonly Column<MonitorRow>[] = [
  {
    id: "name",
    title: "Monitor",
    cell: (row) => (
      <div className="wrap-anywhere">
        <span className="font-semibold">{row.name}</span>
        <span className="block text-[0.8125rem] text-soft">{row.target}</span>
        <Reason row={row} />
      </div>
    ),
  },
  { id: "status", title: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  {
    id: "since",
    title: "For",
    isNumber: true,
    isWideOnly: true,
    cell: ({ statusSince }) => <Duration from={statusSince} />,
  },
  {
    id: "response",
    title: "Response",
    isNumber: true,
    isWideOnly: true,
    cell: ({ lastResponseTimeMs }) => responseText(lastResponseTimeMs),
  },
  {
    id: "checked",
    title: "Checked",
    isNumber: true,
    isWideOnly: true,
    cell: ({ lastCheckedAt }) => (lastCheckedAt === null ? "not yet" : <TimeAgo at={lastCheckedAt} />),
  },
  {
    id: "actions",
    title: "Actions",
    isTitleHidden: true,
    isNumber: true,
    cell: ({ id, name }) => <CheckNow id={id} name={name} />,
  },
];

/** Why it is not up, as far as the last checks told. */
function Reason({ row: { status, failures } }: { row: MonitorRow }) {
  if (status !== "down" && status !== "degraded") return null;
  const [first, ...others] = Object.entries(failures);
  if (!first) return null;
  const [location, message] = first;
  return (
    <span className={`mt-0.5 block text-[0.8125rem] ${status === "down" ? "text-down" : "text-degraded"}`}>
      {sentenceOf(message)}
      {others.length > 0 && ` (At ${location}, and at ${others.length} more.)`}
    </span>
  );
}
