import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import type { MonitorStats } from "@vedette/contract/targets/stats.ts";
import { type Column, Table } from "../../../components/table.tsx";
import type { HistoryProps } from "../../../features/history/charts/history-props.ts";
import { LOCATION_FIGURES } from "../../../features/history/charts/location-table.tsx";
import { ResponseChart } from "../../../features/history/charts/response-chart.tsx";
import { rangeOf } from "../../../features/history/read-range.ts";
import { useTargetStats } from "../../../features/history/target-stats.ts";
import { t } from "../../../language/t.ts";

type ResponseSectionProps = Pick<HistoryProps, "search" | "onSearch"> & { monitor: Monitor };

/** Response times for a time and location, and for each location. */
export function ResponseSection({ monitor, search, onSearch }: ResponseSectionProps) {
  const { id, name, interval, degraded_after_ms: degradedAfterMs, locations } = monitor;
  const { location = "" } = search;
  const { data: stats } = useTargetStats({ noun: "monitors", id, range: rangeOf(search), location });
  return (
    <>
      <ResponseChart
        noun="monitors"
        id={id}
        name={name}
        title={t("Response time")}
        search={search}
        onSearch={onSearch}
        locations={locations}
        intervalSeconds={interval}
        degradedAfterMs={degradedAfterMs}
      />
      {stats && stats.by_location.length > 1 && search.view !== "locations" && (
        <Table
          caption={t("Response time by location")}
          columns={BY_LOCATION}
          rows={stats.by_location}
          idOf={(row) => row.location}
        />
      )}
    </>
  );
}

const BY_LOCATION: readonly Column<MonitorStats["by_location"][number]>[] = [
  { id: "location", title: t("Location"), cell: ({ location }) => location },
  ...LOCATION_FIGURES,
];
