import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { IncidentSummary } from "@vedette/contract/incidents/incidents.ts";
import { useState } from "react";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useRole } from "../../app/role.ts";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { StatFigure, StatFigures } from "../../components/charts/stat-figure.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import type { Column } from "../../components/table.tsx";
import { Duration, TimeAgo } from "../../components/time-ago.tsx";
import { spanText } from "../../format.ts";
import { t } from "../../language/t.ts";
import { IncidentSeverityBadge, IncidentStateBadge } from "./incident-badges.tsx";
import { IncidentFilterBar } from "./incident-filter-bar.tsx";
import { OpenIncidentDialog } from "./open-incident-dialog.tsx";
import { useIncidentPages } from "./use-incidents.ts";

const route = getRouteApi("/shell/incidents");
const STATS_DAYS = 30;

/** Lists the incidents, newest first, with the means of the last 30 days. */
export function IncidentsPage() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const { items, error, more } = useIncidentPages(filters);
  const [isOpening, setOpening] = useState(false);
  const isFiltered = Object.keys(filters).length > 0;
  const open = useRole().reaches("member") && (
    <Button variant="primary" icon="plus" onClick={() => setOpening(true)}>
      {t("Open incident")}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t("Incidents")}
        lead={t("Outages with their alerts and timeline. Not shown on status pages.")}
        actions={(isFiltered || (items?.length ?? 0) > 0) && open}
      />
      <div className="grid gap-5">
        <IncidentStatFigures />
        {(isFiltered || (items?.length ?? 0) > 0) && (
          <IncidentFilterBar
            filters={filters}
            onFilters={(search) => void navigate({ search, replace: true })}
          />
        )}
        <ListTable
          caption={t("Incidents")}
          columns={COLUMNS}
          rows={items}
          error={error}
          more={more}
          empty={
            isFiltered
              ? t("No incidents match these filters.")
              : {
                  title: t("No incidents yet"),
                  description: t(
                    "A rule with “Open an incident” opens one when its alert opens. You can open one by hand, and other products by a webhook.",
                  ),
                  action: open,
                }
          }
        />
      </div>
      {isOpening && <OpenIncidentDialog onClose={() => setOpening(false)} />}
    </>
  );
}

function IncidentStatFigures() {
  const api = useApi();
  const { data } = useQuery({
    queryKey: keys.list("incidents", "stats"),
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/incidents/stats", { signal })),
  });
  if (!data || data.incidents === 0) return null;
  const note = t("Last {STATS_DAYS} days", { STATS_DAYS });
  return (
    <StatFigures>
      <StatFigure label={t("Incidents")} value={data.incidents} note={note} />
      <StatFigure
        label={t("Time to acknowledge")}
        value={meanText(data.mtta_seconds)}
        note={t("Mean of {acknowledged}", { acknowledged: data.acknowledged })}
      />
      <StatFigure
        label={t("Time to resolve")}
        value={meanText(data.mttr_seconds)}
        note={t("Mean of {resolved}", { resolved: data.resolved })}
      />
    </StatFigures>
  );
}

function meanText(seconds: number | null): string {
  return seconds === null ? "–" : spanText(seconds * 1_000);
}

const COLUMNS: readonly Column<IncidentSummary>[] = [
  {
    id: "title",
    title: t("Incident"),
    cell: ({ id, number, title, cause_summary: cause }) => (
      <div className="wrap-anywhere">
        <Link to="/incidents/$id" params={{ id }} className="font-semibold hover:underline">
          <span className="text-soft tabular-nums">#{number}</span> {title}
        </Link>
        {cause !== null && <span className="block text-[0.8125rem] text-soft">{cause}</span>}
      </div>
    ),
  },
  { id: "state", title: t("State"), cell: ({ state }) => <IncidentStateBadge state={state} /> },
  {
    id: "severity",
    title: t("Severity"),
    cell: ({ severity }) => <IncidentSeverityBadge severity={severity} />,
  },
  { id: "lead", title: t("Lead"), isWideOnly: true, cell: ({ lead_name: name }) => name ?? "–" },
  {
    id: "alerts",
    title: t("Alerts"),
    isNumber: true,
    isWideOnly: true,
    cell: ({ alert_count: count }) => count,
  },
  { id: "started", title: t("Started"), cell: ({ started_at: at }) => <TimeAgo at={at} /> },
  {
    id: "duration",
    title: t("Duration"),
    isNumber: true,
    isWideOnly: true,
    cell: ({ started_at: from, resolved_at: to }) => <Duration from={from} to={to} />,
  },
];
