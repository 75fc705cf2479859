import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { asApiError } from "../../api/api-error.ts";
import { pageOf, type Schema } from "../../api/client.ts";
import { useApi } from "../../app/session.tsx";
import { HeartbeatBars } from "../../components/heartbeat-bars.tsx";
import { Notice } from "../../components/notice.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { responseText, sentenceOf } from "../../format.ts";
import { runBadge, TRIGGER_WORDS } from "./run-words.ts";

type Run = Schema<"Run">;

const PAGE_SIZE = "25";

/** The latest runs, as bars and as a list; both lead to a run's page. */
export function JourneyRuns({ id }: { id: string }) {
  const api = useApi();
  const navigate = useNavigate();
  const { data, error, isPending, ...list } = useInfiniteQuery({
    queryKey: ["journeys", "detail", id, "runs"],
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) =>
      pageOf(
        api.GET("/api/v1/journeys/{id}/runs", {
          params: {
            path: { id },
            query: { limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) },
          },
          signal,
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const runs = data?.pages.flatMap(({ items }) => items) ?? [];
  const beats = runs.toReversed().map((run) => ({
    id: run.id,
    status: runBadge(run).status,
    at: run.started_at ?? run.queued_at,
    detail: `took ${responseText(run.duration_ms)}`,
  }));
  return (
    <section className="grid gap-4">
      <h2>Runs</h2>
      {error && <Notice>{asApiError(error).message}</Notice>}
      {isPending && <Skeleton lines={4} />}
      {data && runs.length === 0 && (
        <p className="text-soft">It has not run yet. "Run now" shows at once whether it works.</p>
      )}
      {runs.length > 0 && (
        <>
          <div className="max-w-md">
            <HeartbeatBars
              label="Latest runs; Enter opens one"
              beats={beats}
              onChoose={(beat) =>
                void navigate({ to: "/journeys/$id/runs/$runId", params: { id, runId: beat.id } })
              }
            />
          </div>
          <Table
            caption="Runs, newest first"
            columns={COLUMNS}
            rows={runs}
            idOf={(run) => run.id}
            more={{
              hasMore: list.hasNextPage,
              isLoading: list.isFetchingNextPage,
              load: () => void list.fetchNextPage(),
            }}
          />
        </>
      )}
    </section>
  );
}

const COLUMNS: readonly Column<Run>[] = [
  {
    id: "started",
    title: "Run",
    cell: (run) => (
      <div className="wrap-anywhere">
        <Link
          to="/journeys/$id/runs/$runId"
          params={{ id: run.journey_id ?? "", runId: run.id }}
          className="font-semibold text-accent hover:underline"
        >
          <TimeAgo at={run.started_at ?? run.queued_at} />
        </Link>{" "}
        <span className="text-soft">{TRIGGER_WORDS[run.trigger]}</span>
        {run.error && (
          <span className="mt-0.5 line-clamp-2 text-[0.8125rem] text-down">
            {sentenceOf(run.error.message)}
          </span>
        )}
      </div>
    ),
  },
  { id: "status", title: "Result", cell: (run) => <StatusBadge {...runBadge(run)} /> },
  {
    id: "steps",
    title: "Steps",
    isNumber: true,
    isWideOnly: true,
    cell: (run) => (run.steps_total === 0 ? "–" : `${run.steps_passed} of ${run.steps_total}`),
  },
  {
    id: "attempts",
    title: "Attempts",
    isNumber: true,
    isWideOnly: true,
    cell: ({ attempt }) => attempt,
  },
  { id: "location", title: "Location", isWideOnly: true, cell: ({ location }) => location },
  { id: "duration", title: "Took", isNumber: true, cell: ({ duration_ms: ms }) => responseText(ms) },
];
