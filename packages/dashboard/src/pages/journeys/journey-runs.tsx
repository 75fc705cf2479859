import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { asApiError } from "../../api/api-error.ts";
import { pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { HeartbeatBars } from "../../components/charts/heartbeat-bars.tsx";
import { Notice } from "../../components/notice.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { runBadge } from "../../features/runs/run-labels.ts";
import { RunTable } from "../../features/runs/run-table.tsx";
import { responseText } from "../../format.ts";

const PAGE_SIZE = 25;

/** The latest runs as bars and as a list, with links to their pages. */
export function JourneyRuns({ id }: { id: string }) {
  const api = useApi();
  const navigate = useNavigate();
  const { data, error, isPending, ...list } = useInfiniteQuery({
    queryKey: keys.detail("journeys", id, "runs"),
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
    status: runBadge(run).tone,
    at: run.started_at ?? run.queued_at,
    detail: `took ${responseText(run.duration_ms)}`,
  }));
  return (
    <section className="grid gap-4">
      <h2>Runs</h2>
      {error && <Notice>{asApiError(error).message}</Notice>}
      {isPending && <Skeleton lines={4} />}
      {data && runs.length === 0 && (
        <p className="text-soft">No runs yet. Use "Run now" to test the journey.</p>
      )}
      {runs.length > 0 && (
        <>
          <div className="max-w-md">
            <HeartbeatBars
              label="Latest runs; press Enter to open one"
              beats={beats}
              onChoose={(beat) =>
                void navigate({ to: "/journeys/$id/runs/$runId", params: { id, runId: beat.id } })
              }
            />
          </div>
          <RunTable
            caption="Runs, newest first"
            runs={runs}
            link={(run, words) => (
              <Link
                to="/journeys/$id/runs/$runId"
                params={{ id, runId: run.id }}
                className="font-semibold hover:underline"
              >
                {words}
              </Link>
            )}
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
