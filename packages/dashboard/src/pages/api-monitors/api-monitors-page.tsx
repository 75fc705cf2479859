import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useDeferredValue, useState } from "react";
import { pageOf, type Schema } from "../../api/client.ts";
import { useApi } from "../../app/session.tsx";
import { Button, buttonClass } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { SelectField } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { StatusBadge, statusWord } from "../../components/status-badge.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Duration, TimeAgo } from "../../components/time-ago.tsx";
import { responseText } from "../../format.ts";
import { ImportDialog } from "./import-dialog.tsx";
import { RunNow } from "./run-now.tsx";

type ApiMonitor = Schema<"ApiMonitor">;
type Wanted = "any" | ApiMonitor["status"];

const PAGE_LIMIT = "50";
const STATUSES = (["any", "down", "degraded", "pending", "maintenance", "up", "paused"] as const).map(
  (value) => ({
    value: value as Wanted,
    label: value === "any" ? "Any" : statusWord(value),
  }),
);

export function ApiMonitorsPage() {
  const [text, setText] = useState("");
  const [status, setStatus] = useState<Wanted>("any");
  const [isImport, setImport] = useState(false);
  const list = useApiMonitors({ text: useDeferredValue(text.trim()), status });
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const isFiltered = text.trim() !== "" || status !== "any";
  const isEmpty = list.isSuccess && rows.length === 0 && !isFiltered;
  const actions = (
    <>
      <Button onClick={() => setImport(true)}>Import</Button>
      <Link to="/api-monitors/new" className={buttonClass("primary")}>
        Add API monitor
      </Link>
    </>
  );
  return (
    <>
      <PageHeader
        title="API monitors"
        lead="Requests in a row, with assertions on each answer."
        actions={!isEmpty && actions}
      />
      {list.error && <Notice>{list.error.message}</Notice>}
      {list.isPending && <Skeleton lines={6} />}
      {isEmpty && (
        <EmptyState
          title="Watch your first API"
          words="Write the requests yourself, or import a cURL command, a HAR, a Postman collection or an OpenAPI document."
          action={actions}
        />
      )}
      {list.isSuccess && !isEmpty && (
        <div className="grid gap-4">
          <div className="flex flex-wrap items-end justify-between gap-3">
            <SelectField
              label="Status"
              fault={null}
              value={status}
              options={STATUSES}
              onValue={(value) => setStatus(value)}
            />
            <input
              type="search"
              className="min-h-10 w-full rounded-lg border border-line-strong bg-surface px-3 sm:w-72"
              aria-label="Search name or description"
              placeholder="Search name or description"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </div>
          {rows.length === 0 ? (
            <p className="py-8 text-center text-soft">No API monitor matches.</p>
          ) : (
            <Table
              caption="API monitors by name"
              columns={COLUMNS}
              rows={rows}
              idOf={({ id }) => id}
              more={{
                hasMore: list.hasNextPage,
                isLoading: list.isFetchingNextPage,
                load: () => void list.fetchNextPage(),
              }}
            />
          )}
        </div>
      )}
      <ImportDialog isOpen={isImport} onClose={() => setImport(false)} />
    </>
  );
}

function useApiMonitors({ text, status }: { text: string; status: Wanted }) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ["api-monitors", "list", { text, status }],
    queryFn: ({ signal, pageParam }) => {
      const query = {
        limit: PAGE_LIMIT,
        sort: "name" as const,
        ...(text !== "" && { q: text }),
        ...(status !== "any" && { status }),
        ...(pageParam !== null && { cursor: pageParam }),
      };
      return pageOf(api.GET("/api/v1/api-monitors", { params: { query }, signal }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}

const COLUMNS: readonly Column<ApiMonitor>[] = [
  {
    id: "name",
    title: "API monitor",
    cell: ({ id, name, steps, tags }) => (
      <div className="wrap-anywhere">
        <Link to="/api-monitors/$id" params={{ id }} className="font-semibold hover:underline">
          {name}
        </Link>
        <span className="block text-[0.8125rem] text-soft">
          {steps.length === 1 ? "1 step" : `${steps.length} steps`}
          {tags.length > 0 && ` · ${tags.join(", ")}`}
        </span>
      </div>
    ),
  },
  { id: "status", title: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  {
    id: "since",
    title: "For",
    isNumber: true,
    isWideOnly: true,
    cell: ({ status_since }) => <Duration from={status_since} />,
  },
  {
    id: "duration",
    title: "Last run took",
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
  {
    id: "actions",
    title: "Actions",
    isTitleHidden: true,
    isNumber: true,
    cell: ({ id, name }) => <RunNow id={id} name={name} />,
  },
];
