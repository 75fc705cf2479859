import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import type { ApiMonitor } from "@vedette/contract/api-monitors/api-monitors.ts";
import type { Run } from "@vedette/contract/runs/runs.ts";
import type { ReactNode } from "react";
import { pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { ForRole } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { type Beat, HeartbeatBars } from "../../components/charts/heartbeat-bars.tsx";
import { CodeBlock } from "../../components/code/code-block.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Duration } from "../../components/time-ago.tsx";
import { isOver, runBadge } from "../../features/runs/run-labels.ts";
import { RunTable } from "../../features/runs/run-table.tsx";
import { PausedByPlan } from "../../features/targets/paused-by-plan.tsx";
import { StatusReason } from "../../features/targets/status-reason.tsx";
import { responseText } from "../../format.ts";
import { ApiMonitorActions } from "./api-monitor-actions.tsx";
import { ApiMonitorStatistics } from "./api-monitor-statistics.tsx";
import { TargetAlerts } from "./target-alerts.tsx";
import { useApiMonitor } from "./use-api-monitor.ts";

const RUNS_LIMIT = 40;

/** Status, figures and runs of an API monitor. */
export function ApiMonitorPage() {
  const { id } = useParams({ from: "/shell/api-monitors/$id" });
  const { data: monitor, error } = useApiMonitor(id);
  if (!monitor) {
    return (
      <>
        <PageHeader title="API monitor" />
        {error ? <Notice>{error.message}</Notice> : <Skeleton lines={6} />}
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={monitor.name}
        badge={<StatusBadge status={monitor.status} />}
        lead={
          <>
            For <Duration from={monitor.status_since} /> · every {monitor.interval} s at{" "}
            {monitor.locations.join(", ")}
            {monitor.tags.length > 0 && ` · ${monitor.tags.join(", ")}`}
            <PausedByPlan reason={monitor.paused_reason} />
            {monitor.description && <span className="block">{monitor.description}</span>}
          </>
        }
        actions={
          <ForRole>
            <ApiMonitorActions monitor={monitor} />
          </ForRole>
        }
      />
      <div className="grid gap-6">
        <StatusReason reason={monitor.status_reason} />
        <Runs id={id}>
          <ApiMonitorStatistics id={id} />
        </Runs>
        <TargetAlerts targetId={id} />
        <details className="min-w-0">
          <summary className="cursor-pointer font-semibold">Definition as JSON</summary>
          <div className="mt-3">
            <CodeBlock label="Body of POST /api/v1/api-monitors" text={definitionOf(monitor)} />
          </div>
        </details>
      </div>
    </>
  );
}

/** Bars and list of the same runs. */
function Runs({ id, children }: { id: string; children: ReactNode }) {
  const api = useApi();
  const navigate = useNavigate();
  const list = useInfiniteQuery({
    queryKey: keys.detail("api-monitors", id, "runs"),
    queryFn: ({ signal, pageParam }) => {
      const query = { limit: RUNS_LIMIT, ...(pageParam !== null && { cursor: pageParam }) };
      return pageOf(api.GET("/api/v1/api-monitors/{id}/runs", { params: { path: { id }, query }, signal }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const runs = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <div className="card grid gap-2 p-4">
        <h2 className="text-[0.8125rem] text-soft">Latest runs</h2>
        <HeartbeatBars
          label="Latest runs"
          beats={beatsOf(runs)}
          onChoose={(beat) =>
            void navigate({ to: "/api-monitors/$id/runs/$runId", params: { id, runId: beat.id } })
          }
        />
      </div>
      {children}
      <section className="grid gap-3" aria-labelledby="runs-title">
        <h2 id="runs-title">Runs</h2>
        {list.error && <Notice>{list.error.message}</Notice>}
        {list.isPending && <Skeleton lines={4} />}
        {list.isSuccess && runs.length === 0 && <p className="text-soft">No runs yet.</p>}
        {runs.length > 0 && (
          <RunTable
            caption="Runs, newest first"
            runs={runs}
            link={(run, words) => (
              <Link
                to="/api-monitors/$id/runs/$runId"
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
        )}
      </section>
    </>
  );
}

function beatsOf(runs: readonly Run[]): Beat[] {
  return runs
    .filter(isOver)
    .map((run) => ({
      id: run.id,
      status: runBadge(run).tone,
      at: run.finished_at ?? run.queued_at,
      detail: run.error?.message ?? responseText(run.duration_ms),
    }))
    .reverse();
}

function definitionOf(monitor: ApiMonitor): string {
  const { name, description, interval, timeout, locations, enabled, max_retries, tags, variables, steps } =
    monitor;
  const definition = {
    name,
    description,
    interval,
    timeout,
    locations,
    enabled,
    max_retries,
    tags,
    variables,
    steps,
  };
  return JSON.stringify(definition, null, 2);
}
