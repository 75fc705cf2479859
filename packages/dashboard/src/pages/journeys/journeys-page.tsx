import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useDeferredValue, useState } from "react";
import { asApiError } from "../../api/api-error.ts";
import { pageOf, type Schema } from "../../api/client.ts";
import { useApi } from "../../app/session.tsx";
import { buttonClass } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { StatusBadge, statusWord } from "../../components/status-badge.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { responseText } from "../../format.ts";
import { RunNow } from "./run-now.tsx";
import { rhythmText, runBadge } from "./run-words.ts";

type Journey = Schema<"Journey">;
type Wanted = { q: string; status: Journey["status"] | ""; sort: "name" | "-name" };

const PAGE_SIZE = "50";
const STATUSES = ["down", "degraded", "pending", "up", "maintenance", "paused"] as const;

/** Every journey, and how its last run ended. */
export function JourneysPage() {
  const [wanted, setWanted] = useState<Wanted>({ q: "", status: "", sort: "name" });
  const q = useDeferredValue(wanted.q.trim());
  const { data, error, isPending, ...list } = useJourneys({ ...wanted, q });
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  const isEmpty = data !== undefined && rows.length === 0 && q === "" && wanted.status === "";
  const add = (
    <Link to="/journeys/new" className={buttonClass("primary")}>
      Add journey
    </Link>
  );
  return (
    <>
      <PageHeader
        title="Journeys"
        lead="What visitors do, in a real browser, step by step."
        actions={!isEmpty && add}
      />
      {error && <Notice>{asApiError(error).message}</Notice>}
      {isPending && <Skeleton lines={6} />}
      {isEmpty && (
        <EmptyState
          title="Walk through your website as a visitor does"
          words="Put steps together, or record them in your own browser. Each run shows what every step did, with pictures, and what the browser said."
          action={add}
        />
      )}
      {data && !isEmpty && (
        <div className="grid gap-4">
          <div className="flex flex-wrap items-center gap-3">
            <input
              type="search"
              className="min-h-9 w-full rounded-lg border border-line-strong bg-surface px-3 sm:w-72"
              aria-label="Search name or description"
              placeholder="Search name or description"
              value={wanted.q}
              onChange={(event) => setWanted({ ...wanted, q: event.target.value })}
            />
            <select
              aria-label="Status"
              className="min-h-9 rounded-lg border border-line-strong bg-surface px-3"
              value={wanted.status}
              onChange={(event) =>
                setWanted({
                  ...wanted,
                  status: STATUSES.find((status) => status === event.target.value) ?? "",
                })
              }
            >
              <option value="">Any status</option>
              {STATUSES.map((status) => (
                <option key={status} value={status}>
                  {statusWord(status)}
                </option>
              ))}
            </select>
          </div>
          {rows.length === 0 ? (
            <p className="py-8 text-center text-soft">No journey matches.</p>
          ) : (
            <Table
              caption="Journeys"
              columns={COLUMNS}
              rows={rows}
              idOf={({ id }) => id}
              sort={wanted.sort}
              onSort={(sort) => setWanted({ ...wanted, sort: sort === "name" ? "name" : "-name" })}
              more={{
                hasMore: list.hasNextPage,
                isLoading: list.isFetchingNextPage,
                load: () => void list.fetchNextPage(),
              }}
            />
          )}
        </div>
      )}
    </>
  );
}

function useJourneys({ q, status, sort }: Wanted) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ["journeys", "list", { q, status, sort }],
    placeholderData: keepPreviousData,
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) =>
      pageOf(
        api.GET("/api/v1/journeys", {
          params: {
            query: {
              limit: PAGE_SIZE,
              sort,
              ...(q !== "" && { q }),
              ...(status !== "" && { status }),
              ...(pageParam !== null && { cursor: pageParam }),
            },
          },
          signal,
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

const COLUMNS: readonly Column<Journey>[] = [
  {
    id: "name",
    title: "Journey",
    sort: "name",
    cell: ({ id, name, description, tags }) => (
      <div className="wrap-anywhere">
        <Link to="/journeys/$id" params={{ id }} className="font-semibold text-accent hover:underline">
          {name}
        </Link>
        {description !== "" && (
          <span className="block text-[0.8125rem] text-soft">{description.split("\n", 1)[0]}</span>
        )}
        {tags.length > 0 && (
          <span className="mt-1 flex flex-wrap gap-1">
            {tags.map((tag) => (
              <span key={tag} className="rounded-full bg-paused-ground px-2 text-[0.75rem] text-paused">
                {tag}
              </span>
            ))}
          </span>
        )}
      </div>
    ),
  },
  { id: "status", title: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  {
    id: "last",
    title: "Last run",
    cell: ({ id, last_run: run }) =>
      run === null ? (
        <span className="text-soft">none yet</span>
      ) : (
        <Link
          to="/journeys/$id/runs/$runId"
          params={{ id, runId: run.id }}
          className="text-accent hover:underline"
        >
          {runBadge({ status: run.status, started_at: run.finished_at }).word}{" "}
          <TimeAgo at={run.finished_at} />
        </Link>
      ),
  },
  {
    id: "duration",
    title: "Took",
    isNumber: true,
    isWideOnly: true,
    cell: ({ last_run: run }) => responseText(run?.duration_ms ?? null),
  },
  {
    id: "rhythm",
    title: "Runs",
    isWideOnly: true,
    cell: ({ interval_seconds: seconds }) => <span className="whitespace-nowrap">{rhythmText(seconds)}</span>,
  },
  {
    id: "actions",
    title: "Actions",
    isTitleHidden: true,
    isNumber: true,
    cell: ({ id, name }) => <RunNow id={id} name={name} />,
  },
];
