import { useNavigate } from "@tanstack/react-router";
import type { Run } from "@vedette/contract/runs/runs.ts";
import type { ReactNode } from "react";
import { pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { usePages } from "../../api/use-pages.ts";
import { useApi } from "../../app/session.tsx";
import { type Beat, HeartbeatBars } from "../../components/charts/heartbeat-bars.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { responseText } from "../../format.ts";
import { runColumns } from "./run-columns.tsx";
import { isOver, runBadge } from "./run-labels.ts";
import type { RunNoun } from "./run-target.ts";

const PAGE_LIMIT = 40;

type RunHistoryProps = {
  noun: RunNoun;
  id: string;
  /** Shown between the bars and the table. */
  children: ReactNode;
};

/** The latest runs of a target as bars and as a table, both with links to the runs. */
export function RunHistory({ noun, id, children }: RunHistoryProps) {
  const api = useApi();
  const navigate = useNavigate();
  const { items, error, more } = usePages<Run>({
    queryKey: keys.detail(noun, id, "runs"),
    read: ({ signal, ...page }) => {
      const request = { params: { path: { id }, query: { limit: PAGE_LIMIT, ...page } }, signal };
      return noun === "journeys"
        ? pageOf(api.GET("/api/v1/journeys/{id}/runs", request))
        : pageOf(api.GET("/api/v1/api-monitors/{id}/runs", request));
    },
  });
  return (
    <>
      <div className="card grid gap-2 p-4">
        <h2 className="text-[0.8125rem] text-soft">Latest runs</h2>
        <HeartbeatBars
          label="Latest runs; press Enter to open one"
          beats={beatsOf(items ?? [])}
          onChoose={({ id: runId }) =>
            void navigate({ to: `/${noun}/$id/runs/$runId`, params: { id, runId } })
          }
        />
      </div>
      {children}
      <section className="grid gap-3" aria-labelledby="runs-title">
        <h2 id="runs-title">Runs</h2>
        <ListTable
          caption="Runs, newest first"
          columns={runColumns(noun, id)}
          rows={items}
          error={error}
          empty="No runs yet."
          more={more}
        />
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
