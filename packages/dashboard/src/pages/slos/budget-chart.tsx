import type { SloReport } from "@vedette/contract/slos/slo-report.ts";
import { useMemo } from "react";
import { SeriesChart } from "../../components/charts/time-series/series-chart.tsx";
import { t } from "../../language/t.ts";
import { exactPercent } from "./slo-labels.ts";

/** What was left of the error budget at the end of each day. */
export function BudgetChart({ report, subject }: { report: SloReport; subject: string }) {
  const { days } = report;
  const at = useMemo(() => days.map(({ to }) => to), [days]);
  const series = useMemo(() => {
    const left = days.map((day) => day.budget_left_percentage);
    return [
      { label: t("Budget left"), color: "--accent" as const, values: left },
      { label: t("Used up"), color: "--down" as const, values: days.map(() => 0), dash: "dashed" as const },
    ];
  }, [days]);
  return (
    <SeriesChart
      label={t("Error budget left by day")}
      subject={subject}
      title={t("Error budget")}
      unit="%"
      at={at}
      series={series}
      text={exactPercent}
      yMax={100}
    />
  );
}
