import { Link } from "@tanstack/react-router";
import { StatusBadge } from "../../components/status-badge.tsx";
import type { Column } from "../../components/table.tsx";
import { Duration, TimeAgo } from "../../components/time-ago.tsx";
import { responseText, sentenceOf } from "../../format.ts";
import { CheckNow } from "./check-now.tsx";
import type { MonitorRow } from "./monitor-list.ts";
import { RowHistory } from "./row-history.tsx";

type Selection = { ids: ReadonlySet<string>; toggle(id: string): void };

/** The columns of the list of monitors. */
export function monitorColumns({ ids, toggle }: Selection): readonly Column<MonitorRow>[] {
  return [
    {
      id: "name",
      title: "Monitor",
      cell: (row) => (
        <div className="flex items-start gap-3">
          <input
            type="checkbox"
            className="mt-0.5 size-6 flex-none accent-(--accent) md:size-5"
            aria-label={`Choose ${row.name}`}
            checked={ids.has(row.id)}
            onChange={() => toggle(row.id)}
          />
          <MonitorName row={row} />
        </div>
      ),
    },
    {
      id: "status",
      title: "Status",
      cell: ({ status, statusSince }) => (
        <span className="inline-grid gap-0.5">
          <StatusBadge status={status} />
          <span className="pl-2 text-[0.8125rem] text-soft tabular-nums">
            <Duration from={statusSince} />
          </span>
        </span>
      ),
    },
    {
      id: "history",
      title: "Latest checks, uptime of 24 h",
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
    {
      id: "actions",
      title: "Actions",
      isTitleHidden: true,
      isNumber: true,
      cell: ({ id, name }) => <CheckNow id={id} name={name} />,
    },
  ];
}

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
      {row.tags.length > 0 && (
        <span className="mt-1 flex flex-wrap gap-1">
          {row.tags.map((tag) => (
            <span key={tag} className="rounded-full bg-accent-ground px-2 text-xs">
              {tag}
            </span>
          ))}
        </span>
      )}
      <Reason row={row} />
    </div>
  );
}

/** Why it is not up, as far as the last checks told. */
export function Reason({ row: { status, failures } }: { row: Pick<MonitorRow, "status" | "failures"> }) {
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
