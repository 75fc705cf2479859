import { getRouteApi, Link } from "@tanstack/react-router";
import type { ApiMonitor } from "@vedette/contract/api-monitors/api-monitors.ts";
import { useCallback, useState } from "react";
import { pageOf } from "../../api/client.ts";
import { useApi } from "../../app/session.tsx";
import { Button, buttonClass } from "../../components/button.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import type { Column } from "../../components/table.tsx";
import { TagList } from "../../components/tag-list.tsx";
import { Duration, TimeAgo } from "../../components/time-ago.tsx";
import { RunNow } from "../../features/runs/run-now.tsx";
import { PausedByPlan } from "../../features/targets/paused-by-plan.tsx";
import { Selectable } from "../../features/targets/selectable.tsx";
import { TargetList, type TargetQuery } from "../../features/targets/target-list.tsx";
import { useTargetOperations } from "../../features/targets/target-operations.ts";
import type { Selection } from "../../features/targets/use-selection.ts";
import { responseText } from "../../format.ts";
import { ImportDialog } from "./import/import-dialog.tsx";

const route = getRouteApi("/shell/api-monitors");

/** All API monitors with their last run. */
export function ApiMonitorsPage() {
  const api = useApi();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isImport, setImport] = useState(false);
  const read = useCallback(
    (query: TargetQuery, signal: AbortSignal) =>
      pageOf(api.GET("/api/v1/api-monitors", { params: { query }, signal })),
    [api],
  );
  return (
    <>
      <TargetList
        title="API monitors"
        lead="Sequences of requests with assertions on each response."
        empty={{
          title: "Monitor your first API",
          description: "Add requests, or import a cURL command, HAR, Postman collection or OpenAPI document.",
        }}
        actions={
          <>
            <Button onClick={() => setImport(true)}>Import</Button>
            <Link to="/api-monitors/new" className={buttonClass("primary")}>
              Add API monitor
            </Link>
          </>
        }
        operations={useTargetOperations("api-monitors")}
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
        read={read}
        columns={columnsOf}
      />
      <ImportDialog isOpen={isImport} onClose={() => setImport(false)} />
    </>
  );
}

function columnsOf(chosen: Selection | null): readonly Column<ApiMonitor>[] {
  return [nameColumn(chosen), ...COLUMNS, ...(chosen === null ? [] : [ACTIONS])];
}

function nameColumn(chosen: Selection | null): Column<ApiMonitor> {
  return {
    id: "name",
    title: "API monitor",
    sort: "name",
    cell: ({ id, name, steps, tags }) => (
      <Selectable chosen={chosen} id={id} name={name}>
        <div className="min-w-0 wrap-anywhere">
          <Link to="/api-monitors/$id" params={{ id }} className="font-semibold hover:underline">
            {name}
          </Link>
          <span className="block text-[0.8125rem] text-soft">
            {steps.length === 1 ? "1 step" : `${steps.length} steps`}
          </span>
          <TagList tags={tags} />
        </div>
      </Selectable>
    ),
  };
}

const COLUMNS: readonly Column<ApiMonitor>[] = [
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
    id: "since",
    title: "For",
    isNumber: true,
    isWideOnly: true,
    cell: ({ status_since }) => <Duration from={status_since} />,
  },
  {
    id: "duration",
    title: "Last duration",
    isNumber: true,
    isWideOnly: true,
    cell: ({ last_run }) => responseText(last_run?.duration_ms ?? null),
  },
  {
    id: "run",
    title: "Last run",
    isNumber: true,
    isWideOnly: true,
    cell: ({ id, last_run }) =>
      last_run === null ? (
        "not yet"
      ) : (
        <Link
          to="/api-monitors/$id/runs/$runId"
          params={{ id, runId: last_run.id }}
          className="text-accent underline"
        >
          <TimeAgo at={last_run.finished_at} />
        </Link>
      ),
  },
];

const ACTIONS: Column<ApiMonitor> = {
  id: "actions",
  title: "Actions",
  isTitleHidden: true,
  isNumber: true,
  cell: ({ id, name }) => <RunNow kind="api-monitors" id={id} name={name} />,
};
