import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import type { MonitorStats } from "@vedette/contract/targets/stats.ts";
import { type Column, Table } from "../../../components/table.tsx";
import { rangeOf } from "../../../features/history/history-search.ts";
import { type HistoryProps, ResponseChart } from "../../../features/history/response-chart.tsx";
import { useTargetStats } from "../../../features/history/target-stats.ts";
import { numberText, responseText } from "../../../format.ts";
import { uptimeText } from "../list/beats.ts";

type ResponseSectionProps = Pick<HistoryProps, "search" | "onSearch"> & { monitor: Monitor };

/** Response times for a time and location, and for each location. */
export function ResponseSection({ monitor, search, onSearch }: ResponseSectionProps) {
  const { id, interval, degraded_after_ms: degradedAfterMs, locations } = monitor;
  const { location = "" } = search;
  const { data: stats } = useTargetStats({ noun: "monitors", id, range: rangeOf(search), location });
  return (
    <>
      <ResponseChart
        noun="monitors"
        id={id}
        title="Response time"
        search={search}
        onSearch={onSearch}
        locations={locations}
        intervalSeconds={interval}
        degradedAfterMs={degradedAfterMs}
      />
      {stats && stats.by_location.length > 1 && (
        <Table
          caption="Response time by location"
          columns={BY_LOCATION}
          rows={stats.by_location}
          idOf={(row) => row.location}
        />
      )}
    </>
  );
}

type PlaceStats = MonitorStats["by_location"][number];

const BY_LOCATION: readonly Column<PlaceStats>[] = [
  { id: "location", title: "Location", cell: ({ location }) => location },
  {
    id: "success",
    title: "Succeeded",
    isNumber: true,
    cell: ({ success_percentage: percentage }) => uptimeText(percentage),
  },
  { id: "p50", title: "p50", isNumber: true, cell: (row) => responseText(row.response_time_ms.p50) },
  { id: "p95", title: "p95", isNumber: true, cell: (row) => responseText(row.response_time_ms.p95) },
  {
    id: "checks",
    title: "Checks",
    isNumber: true,
    isWideOnly: true,
    cell: (row) => numberText(row.total_checks),
  },
];
