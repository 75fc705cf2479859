import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { ForRole } from "../../app/for-role.tsx";
import { buttonClass } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { groupByTarget } from "../../features/alerts/alert-groups.ts";
import { useRuleName } from "../../features/alerts/use-rule-name.ts";
import { t } from "../../language/t.ts";
import { AlertFilterBar } from "./alert-filter-bar.tsx";
import { OpenAlertTable, ResolvedAlertTable } from "./alert-group-table.tsx";
import { useOpenAlertPages, useResolvedAlerts } from "./use-alerts.ts";
import { useRules } from "./use-lists.ts";

const route = getRouteApi("/shell/alerts");

/** Lists the open and the resolved alerts, a row for each target. */
export function AlertsPage() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const open = useOpenAlertPages(filters);
  const resolved = useResolvedAlerts(filters);
  const rules = useRules().data;
  const ruleName = useRuleName();
  const showsOpen = filters.state !== "resolved";
  const showsResolved = filters.state !== "open";
  const openGroups = useMemo(() => groupByTarget(open.items ?? []), [open.items]);
  const resolvedGroups = useMemo(() => groupByTarget(resolved.items ?? []), [resolved.items]);
  const error = open.error ?? resolved.error;
  const isLoading = !error && ((showsOpen && !open.items) || (showsResolved && !resolved.items));
  const isFiltered = Object.keys(filters).length > 0;
  const isEmpty = !isLoading && !error && openGroups.length === 0 && resolvedGroups.length === 0;
  const count = `${open.items?.length ?? 0}${open.more.hasMore ? "+" : ""}`;

  return (
    <>
      <PageHeader
        title={t("Alerts")}
        lead={showsOpen && open.items ? openText(count, openGroups.length) : t("Resolved alerts")}
        tabTitle={openGroups.length > 0 ? t("{count} open alerts", { count }) : t("Alerts")}
        actions={
          <Link to="/alerts/rules" className={buttonClass()}>
            {t("Rules")}
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
        {error && <Notice>{error.message}</Notice>}
        {isLoading && <Skeleton lines={5} />}
        {isEmpty && isFiltered && (
          <p className="py-8 text-center text-soft">{t("No alerts match these filters.")}</p>
        )}
        {isEmpty && !isFiltered && <NoAlerts hasRules={(rules ?? []).length > 0} />}
        {openGroups.length > 0 && (
          <section className="grid gap-2" aria-label={t("Open alerts")}>
            <h2>{t("Open")}</h2>
            <OpenAlertTable groups={openGroups} ruleName={ruleName} more={open.more} />
          </section>
        )}
        {/* Together with the open alerts, which would move them under the pointer if they came later. */}
        {resolvedGroups.length > 0 && showsResolved && !isLoading && (
          <section className="grid gap-2" aria-label={t("Resolved alerts")}>
            <h2>{t("Resolved")}</h2>
            <ResolvedAlertTable groups={resolvedGroups} ruleName={ruleName} more={resolved.more} />
          </section>
        )}
      </div>
    </>
  );
}

function openText(count: string, targets: number): string {
  if (count === "0") return t("No open alerts.");
  return count === "1"
    ? t("1 open alert for 1 target.")
    : t("{count} open alerts for {targets, plural, one {# target} other {# targets}}.", { count, targets });
}

function NoAlerts({ hasRules }: { hasRules: boolean }) {
  if (hasRules)
    return (
      <EmptyState
        title={t("No alerts yet")}
        description={t("An alert appears here when the condition of a rule is met.")}
      />
    );
  return (
    <EmptyState
      title={t("Get notified when something breaks")}
      description={t(
        "A rule defines when to alert. A channel defines whom to notify: by email, Slack, webhook and more. Set up both in one step.",
      )}
      action={
        <ForRole>
          <Link to="/get-started/notifications" className={buttonClass("primary")}>
            {t("Set up notifications")}
          </Link>
        </ForRole>
      }
    />
  );
}
