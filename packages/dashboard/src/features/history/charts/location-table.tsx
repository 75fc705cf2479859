import type { MonitorStats } from "@vedette/contract/targets/stats.ts";
import { useMemo } from "react";
import { SeriesLine } from "../../../components/charts/time-series/chart-legend.tsx";
import { type Column, Table } from "../../../components/table.tsx";
import { numberText, percentText, responseText } from "../../../format.ts";
import { t } from "../../../language/t.ts";
import type { LocationLook } from "./compare-locations.ts";

type LocationRow = MonitorStats["by_location"][number];

type LocationTableProps = {
  rows: readonly LocationRow[];
  /** How its line looks; null if the chart has no line of it. */
  lookOf(location: string): LocationLook | null;
  hidden: ReadonlySet<string>;
  onToggle(location: string): void;
};

/** The figures of each location, and which of them the chart shows. */
export function LocationTable({ rows, lookOf, hidden, onToggle }: LocationTableProps) {
  const columns = useMemo(
    () => [locationColumn({ lookOf, hidden, onToggle }), ...LOCATION_FIGURES],
    [lookOf, hidden, onToggle],
  );
  return (
    <Table
      caption={t("Comparison of locations")}
      columns={columns}
      rows={rows}
      idOf={(row) => row.location}
    />
  );
}

function locationColumn({ lookOf, hidden, onToggle }: Omit<LocationTableProps, "rows">): Column<LocationRow> {
  return {
    id: "location",
    title: t("Location"),
    cell: ({ location }) => {
      const look = lookOf(location);
      if (look === null) return location;
      return (
        <label className="flex items-center gap-2 wrap-anywhere">
          <input
            type="checkbox"
            checked={!hidden.has(location)}
            aria-label={t("Show {location} in the chart", { location })}
            onChange={() => onToggle(location)}
          />
          <SeriesLine {...look} />
          {location}
        </label>
      );
    },
  };
}

export const LOCATION_FIGURES: readonly Column<LocationRow>[] = [
  {
    id: "availability",
    title: t("Availability"),
    isNumber: true,
    cell: ({ success_percentage: percentage }) => (
      <Titled title={t("Availability")}>{percentText(percentage)}</Titled>
    ),
  },
  {
    id: "p50",
    title: "p50",
    isNumber: true,
    cell: ({ response_time_ms: { p50 } }) => <Titled title="p50">{responseText(p50)}</Titled>,
  },
  {
    id: "p95",
    title: "p95",
    isNumber: true,
    cell: ({ response_time_ms: { p95 } }) => <Titled title="p95">{responseText(p95)}</Titled>,
  },
  {
    id: "checks",
    title: t("Checks"),
    isNumber: true,
    isWideOnly: true,
    cell: ({ total_checks: checks }) => numberText(checks),
  },
];

/** On phones the table has no header. */
function Titled({ title, children }: { title: string; children: string }) {
  return (
    <>
      <span className="text-soft md:hidden">{title} </span>
      {children}
    </>
  );
}
