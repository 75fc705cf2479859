import { useInfiniteQuery } from "@tanstack/react-query";
import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { pageOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { StatusBadge, statusWord } from "../../../components/status-badge.tsx";
import { type Column, Table } from "../../../components/table.tsx";
import { absoluteTime, TimeAgo } from "../../../components/time-ago.tsx";
import { responseText } from "../../../format.ts";
import { type MonitorSearch, RESULT_STATUSES } from "../list/monitor-search.ts";
import { verdictText } from "./check-summary.tsx";

type CheckListProps = {
  monitor: Monitor;
  search: MonitorSearch;
  onSearch(search: MonitorSearch): void;
  onOpen(result: CheckResult): void;
};

const PAGE_LIMIT = 20;

/** All stored checks, newest first. */
export function CheckList({ monitor: { id }, search, onSearch, onOpen }: CheckListProps) {
  const { status, ...others } = search;
  const { location } = search;
  const api = useApi();
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: keys.detail("monitors", id, "results", status ?? "", location ?? ""),
    queryFn: ({ signal, pageParam }) => {
      const query = {
        limit: PAGE_LIMIT,
        ...(status && { status }),
        ...(location && { location }),
        ...(pageParam && { cursor: pageParam }),
      };
      return pageOf(api.GET("/api/v1/monitors/{id}/results", { params: { path: { id }, query }, signal }));
    },
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  const results = data?.pages.flatMap(({ items }) => items);
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2>Checks</h2>
        <select
          className="min-h-9 rounded-lg border border-line-strong bg-surface px-3"
          aria-label="Result"
          value={status ?? ""}
          onChange={(event) => {
            const chosen = RESULT_STATUSES.find((one) => one === event.target.value);
            onSearch({ ...others, ...(chosen && { status: chosen }) });
          }}
        >
          <option value="">All results</option>
          {RESULT_STATUSES.map((one) => (
            <option key={one} value={one}>
              {statusWord(one)}
            </option>
          ))}
        </select>
      </div>
      {error && <Notice>{error.message}</Notice>}
      {!results && !error && <Skeleton lines={4} />}
      {results?.length === 0 && <p className="text-soft">No matching checks.</p>}
      {results && results.length > 0 && (
        <Table
          caption="Checks, newest first"
          columns={columnsOf(onOpen)}
          rows={results}
          idOf={(result) => result.id}
          more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, load: () => void fetchNextPage() }}
        />
      )}
    </section>
  );
}

function columnsOf(onOpen: (result: CheckResult) => void): readonly Column<CheckResult>[] {
  return [
    {
      id: "result",
      title: "Result",
      cell: (result) => (
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 wrap-anywhere">
          <StatusBadge status={result.status} />
          {verdictText(result)}
        </div>
      ),
    },
    {
      id: "response",
      title: "Response",
      isNumber: true,
      isWideOnly: true,
      cell: ({ response_time_ms: ms }) => responseText(ms),
    },
    { id: "location", title: "Location", isWideOnly: true, cell: ({ location }) => location },
    { id: "at", title: "Checked", isNumber: true, cell: ({ checked_at: at }) => <TimeAgo at={at} /> },
    {
      id: "evidence",
      title: "Details",
      isTitleHidden: true,
      isNumber: true,
      cell: (result) => (
        <Button
          variant="quiet"
          aria-label={`Details of the check of ${absoluteTime(result.checked_at)}`}
          onClick={() => onOpen(result)}
        >
          Details
        </Button>
      ),
    },
  ];
}
