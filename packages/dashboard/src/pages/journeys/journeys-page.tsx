import { getRouteApi, Link } from "@tanstack/react-router";
import type { Journey } from "@vedette/contract/journeys/journeys.ts";
import { useCallback } from "react";
import { pageOf } from "../../api/client.ts";
import { useApi } from "../../app/session.tsx";
import { buttonClass } from "../../components/button.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import type { Column } from "../../components/table.tsx";
import { TagList } from "../../components/tag-list.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { runBadge } from "../../features/runs/run-labels.ts";
import { RunNow } from "../../features/runs/run-now.tsx";
import { PausedByPlan } from "../../features/targets/paused-by-plan.tsx";
import { Selectable } from "../../features/targets/selectable.tsx";
import { TargetList, type TargetQuery } from "../../features/targets/target-list.tsx";
import { useTargetOperations } from "../../features/targets/target-operations.ts";
import type { Selection } from "../../features/targets/use-selection.ts";
import { responseText } from "../../format.ts";
import { rhythmText } from "./form/schedule-text.ts";

const route = getRouteApi("/shell/journeys");

/** All journeys with their last run. */
export function JourneysPage() {
  const api = useApi();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const read = useCallback(
    (query: TargetQuery, signal: AbortSignal) =>
      pageOf(api.GET("/api/v1/journeys", { params: { query }, signal })),
    [api],
  );
  return (
    <TargetList
      title="Journeys"
      lead="User flows in a real browser."
      empty={{
        title: "Monitor your first user flow",
        description:
          "Add steps, or record them in your browser. Each run shows every step with screenshots, console and failed requests.",
      }}
      actions={
        <Link to="/journeys/new" className={buttonClass("primary")}>
          Add journey
        </Link>
      }
      operations={useTargetOperations("journeys")}
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      read={read}
      columns={columnsOf}
    />
  );
}

function columnsOf(chosen: Selection | null): readonly Column<Journey>[] {
  return [nameColumn(chosen), ...COLUMNS, ...(chosen === null ? [] : [ACTIONS])];
}

function nameColumn(chosen: Selection | null): Column<Journey> {
  return {
    id: "name",
    title: "Journey",
    sort: "name",
    cell: ({ id, name, description, tags }) => (
      <Selectable chosen={chosen} id={id} name={name}>
        <div className="min-w-0 wrap-anywhere">
          <Link to="/journeys/$id" params={{ id }} className="font-semibold hover:underline">
            {name}
          </Link>
          {description !== "" && (
            <span className="block text-[0.8125rem] text-soft">{description.split("\n", 1)[0]}</span>
          )}
          <TagList tags={tags} />
        </div>
      </Selectable>
    ),
  };
}

const COLUMNS: readonly Column<Journey>[] = [
  {
    id: "status",
    title: "Status",
    cell: ({ status, paused_reason: reason }) => (
      <span className="inline-grid justify-items-start gap-0.5">
        <StatusBadge status={status} />
        <PausedByPlan reason={reason} />
      </span>
    ),
  },
  {
    id: "last",
    title: "Last run",
    cell: ({ id, last_run: run }) =>
      run === null ? (
        <span className="text-soft">no run yet</span>
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
    title: "Duration",
    isNumber: true,
    isWideOnly: true,
    cell: ({ last_run: run }) => responseText(run?.duration_ms ?? null),
  },
  {
    id: "rhythm",
    title: "Schedule",
    isWideOnly: true,
    cell: ({ interval_seconds: seconds }) => <span className="whitespace-nowrap">{rhythmText(seconds)}</span>,
  },
];

const ACTIONS: Column<Journey> = {
  id: "actions",
  title: "Actions",
  isTitleHidden: true,
  isNumber: true,
  cell: ({ id, name }) => <RunNow kind="journeys" id={id} name={name} />,
};
