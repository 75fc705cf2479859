import { Link } from "@tanstack/react-router";
import { StatusBadge, toneTextClass } from "../../../components/status-badge.tsx";
import type { Column } from "../../../components/table.tsx";
import { TagList } from "../../../components/tag-list.tsx";
import { Duration, TimeAgo } from "../../../components/time-ago.tsx";
import { PausedByPlan } from "../../../features/targets/paused-by-plan.tsx";
import { Selectable } from "../../../features/targets/selectable.tsx";
import type { Selection } from "../../../features/targets/use-selection.ts";
import { responseText, sentenceOf } from "../../../format.ts";
import { CheckNow } from "../detail/check-now.tsx";
import type { MonitorRow } from "./monitor-list.ts";
import { RowHistory } from "./row-history.tsx";

/** Columns of the monitor list; `chosen` is null if the user cannot change monitors. */
export function monitorColumns(chosen: Selection | null): readonly Column<MonitorRow>[] {
  return [
    {
      id: "name",
      title: "Monitor",
      cell: (row) => (
        <Selectable chosen={chosen} id={row.id} name={row.name}>
          <MonitorName row={row} />
        </Selectable>
      ),
    },
    {
      id: "status",
      title: "Status",
      cell: ({ status, statusSince, pausedReason }) => (
        <span className="inline-grid justify-items-start gap-0.5">
          <StatusBadge status={status} />
          <span className="pl-2 text-[0.8125rem] text-soft tabular-nums">
            <Duration from={statusSince} />
          </span>
          <PausedByPlan reason={pausedReason} />
        </span>
      ),
    },
    {
      id: "history",
      title: "Latest checks, last 24 h",
      isWideOnly: true,
      cell: ({ id, name }) => <RowHistory id={id} name={name} />,
    },
    {
      id: "response",
      title: "Response",
      isNumber: true,
      isWideOnly: true,
      cell: ({ lastResponseTimeMs, lastCheckedAt }) => (
        <>
          {responseText(lastResponseTimeMs)}
          <span className="block text-[0.8125rem] text-soft">
            {lastCheckedAt === null ? "not yet" : <TimeAgo at={lastCheckedAt} />}
          </span>
        </>
      ),
    },
    ...(chosen === null ? [] : [ACTIONS]),
  ];
}

const ACTIONS: Column<MonitorRow> = {
  id: "actions",
  title: "Actions",
  isTitleHidden: true,
  isNumber: true,
  cell: ({ id, name }) => <CheckNow id={id} name={name} />,
};

function MonitorName({ row }: { row: MonitorRow }) {
  return (
    <div className="min-w-0 wrap-anywhere">
      <Link
        to="/monitors/$id"
        params={{ id: row.id }}
        className="font-semibold underline-offset-2 hover:underline"
      >
        {row.name}
      </Link>
      <span className="block text-[0.8125rem] text-soft">{row.target}</span>
      <TagList tags={row.tags} />
      <Reason row={row} />
    </div>
  );
}

/** Why the monitor is not up, according to the last checks. */
export function Reason({ row: { status, failures } }: { row: Pick<MonitorRow, "status" | "failures"> }) {
  if (status !== "down" && status !== "degraded" && status !== "unknown") return null;
  const [first, ...others] = Object.entries(failures);
  if (!first) return null;
  const [location, message] = first;
  return (
    <span className={`mt-0.5 block text-[0.8125rem] ${toneTextClass(status)}`}>
      {sentenceOf(message)}
      {others.length > 0 && ` (${location} and ${others.length} more)`}
    </span>
  );
}
