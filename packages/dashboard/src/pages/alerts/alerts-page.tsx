import { getRouteApi, Link } from "@tanstack/react-router";
import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import { asApiError } from "../../api/api-error.ts";
import { ForRole } from "../../app/for-role.tsx";
import { buttonClass } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Duration, TimeAgo } from "../../components/time-ago.tsx";
import { evidenceLine, TARGET_KIND_LABELS } from "../../features/alerts/alert-labels.ts";
import { AlertState } from "../../features/alerts/alert-list.tsx";
import { AlertActions } from "./alert-actions.tsx";
import { AlertFilterBar } from "./alert-filter-bar.tsx";
import type { AlertFilters } from "./alert-filters.ts";
import { useOpenAlerts, useResolvedAlerts } from "./use-alerts.ts";
import { useRules } from "./use-lists.ts";

const route = getRouteApi("/shell/alerts");

/** Lists the open and the resolved alerts. */
export function AlertsPage() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const open = useOpenAlerts(filters);
  const resolved = useResolvedAlerts(filters);
  const rules = useRules();
  const openRows = open.data ?? [];
  const resolvedRows = resolved.data?.pages.flatMap(({ items }) => items) ?? [];
  const isLoading = open.isLoading || resolved.isLoading;
  const error = open.error ?? resolved.error;
  const isFiltered = Object.keys(filters).length > 0;
  const isEmpty = !isLoading && !error && openRows.length === 0 && resolvedRows.length === 0;

  return (
    <>
      <PageHeader
        title={headline(filters, isLoading || error ? null : openRows.length)}
        tabTitle={openRows.length > 0 ? `${openRows.length} open` : "Alerts"}
        actions={
          <Link to="/alerts/rules" className={buttonClass()}>
            Rules
          </Link>
        }
      />
      <div className="grid gap-5">
        {!(isEmpty && !isFiltered) && (
          <AlertFilterBar
            filters={filters}
            onFilters={(search) => void navigate({ search, replace: true })}
          />
        )}
        {error && <Notice>{asApiError(error).message}</Notice>}
        {isLoading && <Skeleton lines={5} />}
        {isEmpty && isFiltered && (
          <p className="py-8 text-center text-soft">No alerts match these filters.</p>
        )}
        {isEmpty && !isFiltered && <NoAlerts hasRules={(rules.data ?? []).length > 0} />}
        {openRows.length > 0 && (
          <section className="grid gap-2" aria-label="Open alerts">
            <h2>Open</h2>
            <Table caption="Open alerts, newest first" columns={OPEN} rows={openRows} idOf={({ id }) => id} />
          </section>
        )}
        {resolvedRows.length > 0 && filters.state !== "open" && (
          <section className="grid gap-2" aria-label="Resolved alerts">
            <h2>Resolved</h2>
            <Table
              caption="Resolved alerts, newest first"
              columns={RESOLVED}
              rows={resolvedRows}
              idOf={({ id }) => id}
              more={{
                hasMore: resolved.hasNextPage,
                isLoading: resolved.isFetchingNextPage,
                load: () => void resolved.fetchNextPage(),
              }}
            />
          </section>
        )}
      </div>
    </>
  );
}

function headline({ state }: AlertFilters, open: number | null): string {
  if (state === "resolved" || open === null) return "Alerts";
  if (open === 0) return "No open alerts";
  return open === 1 ? "1 open alert" : `${open} open alerts`;
}

function NoAlerts({ hasRules }: { hasRules: boolean }) {
  if (hasRules)
    return (
      <EmptyState
        title="No alerts yet"
        description="An alert appears here when the condition of a rule is met."
      />
    );
  return (
    <EmptyState
      title="Get notified when something breaks"
      description="A rule defines when to alert. A channel defines whom to notify: by email, Slack, webhook and more."
      action={
        <>
          <Link to="/alerts/rules/new" className={buttonClass("primary")}>
            Add rule
          </Link>
          <Link to="/alerts/channels/new" className={buttonClass()}>
            Add channel
          </Link>
        </>
      }
    />
  );
}

const NAME: Column<Alert> = {
  id: "alert",
  title: "Alert",
  cell: (alert) => (
    <div className="wrap-anywhere">
      <Link to="/alerts/$id" params={{ id: alert.id }} className="font-semibold hover:underline">
        {alert.title}
      </Link>
      <span className="block text-[0.8125rem] text-soft">
        {TARGET_KIND_LABELS[alert.target.type]} {alert.target.name}:{" "}
        {evidenceLine(alert.rule_type, alert.evidence)}
      </span>
      {alert.suppressed_by !== null && (
        <span className="block text-[0.8125rem] text-maintenance">
          Notifications suppressed: {alert.suppressed_by}.
        </span>
      )}
      {alert.status === "failed" && (
        <span className="block text-[0.8125rem] text-down">A notification could not be delivered.</span>
      )}
    </div>
  ),
};

const STATE: Column<Alert> = {
  id: "state",
  title: "State",
  cell: (alert) => <AlertState alert={alert} />,
};

const OPEN: readonly Column<Alert>[] = [
  NAME,
  STATE,
  {
    id: "since",
    title: "Open for",
    isNumber: true,
    cell: (alert) => <Duration from={alert.triggered_at} />,
  },
  {
    id: "actions",
    title: "Actions",
    isTitleHidden: true,
    cell: (alert) => (
      <ForRole>
        <AlertActions alert={alert} />
      </ForRole>
    ),
  },
];

const RESOLVED: readonly Column<Alert>[] = [
  NAME,
  STATE,
  {
    id: "lasted",
    title: "Duration",
    isNumber: true,
    isWideOnly: true,
    cell: (alert) => <Duration from={alert.triggered_at} to={alert.resolved_at} />,
  },
  {
    id: "opened",
    title: "Opened",
    isNumber: true,
    cell: (alert) => <TimeAgo at={alert.triggered_at} />,
  },
];
