import { useNavigate } from "@tanstack/react-router";
import type { Run } from "@vedette/contract/runs/runs.ts";
import { type ReactNode, useMemo } from "react";
import { pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { usePages } from "../../api/use-pages.ts";
import { useApi } from "../../app/session.tsx";
import { type Beat, HeartbeatBars } from "../../components/charts/beats/heartbeat-bars.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { responseText } from "../../format.ts";
import { t } from "../../language/t.ts";
import { joinedRows } from "../history/join-equal.ts";
import { useExpanded } from "../history/use-expanded.ts";
import { useMissedBeats } from "../history/use-missed-beats.ts";
import { joinRuns } from "./join-runs.ts";
import { runColumns } from "./run-columns.tsx";
import { isOver, runBadge } from "./run-labels.ts";
import type { RunNoun } from "./run-target.ts";

/** Equal runs are one row, so that a page covers hours. */
const PAGE_LIMIT = 100;
const BEATS_SHOWN = 60;

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
  const { expanded, toggle } = useExpanded();
  const { items, error, more } = usePages<Run>({
    queryKey: keys.detail(noun, id, "runs"),
    read: ({ signal, ...page }) => {
      const request = { params: { path: { id }, query: { limit: PAGE_LIMIT, ...page } }, signal };
      return noun === "journeys"
        ? pageOf(api.GET("/api/v1/journeys/{id}/runs", request))
        : pageOf(api.GET("/api/v1/api-monitors/{id}/runs", request));
    },
  });
  const rows = useMemo(() => items && joinedRows(joinRuns(items), expanded), [items, expanded]);
  const beats = useMissedBeats(
    id,
    useMemo(() => beatsOf(items ?? []), [items]),
  );
  return (
    <>
      <section className="card grid gap-3 p-4">
        <h2>{t("Latest runs")}</h2>
        <HeartbeatBars
          label={t("Latest runs; press Enter to open one")}
          beats={beats}
          shownMax={BEATS_SHOWN}
          onChoose={({ id: runId, status }) => {
            if (status !== "missed") void navigate({ to: `/${noun}/$id/runs/$runId`, params: { id, runId } });
          }}
        />
      </section>
      {children}
      <section className="grid gap-3" aria-labelledby="runs-title">
        <h2 id="runs-title">{t("Runs")}</h2>
        <ListTable
          caption={t("Runs, newest first")}
          columns={runColumns({ noun, id, onToggle: toggle })}
          rows={rows}
          error={error}
          empty={t("No runs yet.")}
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
