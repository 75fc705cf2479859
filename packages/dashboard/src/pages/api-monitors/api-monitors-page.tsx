import { getRouteApi, Link } from "@tanstack/react-router";
import type { ApiMonitor } from "@vedette/contract/api-monitors/api-monitors.ts";
import { useCallback, useState } from "react";
import { pageOf } from "../../api/client.ts";
import { useApi } from "../../app/session.tsx";
import { Button, buttonClass } from "../../components/button.tsx";
import type { Column } from "../../components/table.tsx";
import { lastRunColumns } from "../../features/runs/last-run-columns.tsx";
import { RunNow } from "../../features/runs/run-now.tsx";
import { type TargetColumns, targetColumns } from "../../features/targets/target-columns.tsx";
import { TargetList, type TargetQuery } from "../../features/targets/target-list.tsx";
import { useTargetOperations } from "../../features/targets/target-operations.ts";
import type { Selection } from "../../features/targets/use-selection.ts";
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
  return targetColumns(KIND, chosen);
}

const KIND: TargetColumns<ApiMonitor> = {
  noun: "api-monitors",
  title: "API monitor",
  sort: "name",
  line: ({ steps }) => (steps.length === 1 ? "1 step" : `${steps.length} steps`),
  own: lastRunColumns("api-monitors"),
  action: ({ id, name }) => <RunNow noun="api-monitors" id={id} name={name} />,
};
