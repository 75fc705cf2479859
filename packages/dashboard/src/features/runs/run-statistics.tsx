import type { ApiMonitorStats } from "@vedette/contract/targets/stats.ts";
import { StatFigure, StatFigures } from "../../components/charts/stat-figure.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { numberText, observedText, percentText, responseText, spanText } from "../../format.ts";
import { t } from "../../language/t.ts";
import type { HistoryProps } from "../history/charts/history-props.ts";
import { ResponseChart } from "../history/charts/response-chart.tsx";
import { rangeOf } from "../history/read-range.ts";
import { useTargetStats } from "../history/target-stats.ts";
import { stepTitle } from "../steps/step-title.ts";
import type { RunNoun } from "./run-target.ts";

type Stats = Omit<ApiMonitorStats, "api_monitor_id">;

type RunStatisticsProps = HistoryProps & {
  noun: RunNoun;
  locations: readonly string[];
  /** Null for runs on demand. */
  intervalSeconds: number | null;
};

/** Figures, durations and step statistics of a target with runs, for the selected time. */
export function RunStatistics({
  noun,
  id,
  name,
  search,
  onSearch,
  locations,
  intervalSeconds,
}: RunStatisticsProps) {
  const { location = "" } = search;
  const { data, error } = useTargetStats({ noun, id, range: rangeOf(search), location });
  const stats = data && "steps" in data ? data : undefined;
  return (
    <>
      <ResponseChart
        noun={noun}
        id={id}
        name={name}
        title={t("Run duration")}
        search={search}
        onSearch={onSearch}
        locations={locations}
        intervalSeconds={intervalSeconds}
      />
      <section className="grid gap-4" aria-labelledby="stats-title">
        <h2 id="stats-title">{t("Statistics of this time")}</h2>
        <LoadState data={stats} error={error} />
        {stats && <Figures stats={stats} />}
        {stats && stats.steps.length > 0 && stats.total_checks > 0 && (
          <details open={stats.steps.length <= STEPS_OPEN_MAX}>
            <summary className="mb-3 cursor-pointer font-semibold">{t("Steps")}</summary>
            <Table
              caption={t("Step statistics")}
              columns={STEP_COLUMNS}
              rows={noun === "journeys" ? stats.steps.map(withTitle) : stats.steps}
              idOf={({ name }) => name}
            />
          </details>
        )}
      </section>
    </>
  );
}

function Figures({ stats }: { stats: Stats }) {
  const { pass_rate, flaky_rate, duration_ms, uptime_percentage, incidents, mttr_seconds } = stats;
  return (
    <StatFigures>
      <StatFigure label={t("Uptime")} value={percentText(uptime_percentage)} note={observedText(stats)} />
      <StatFigure label={t("Pass rate")} value={percentText(pass_rate)} note={outcomesText(stats)} />
      <StatFigure label={t("Passed after retry")} value={percentText(flaky_rate)} />
      <StatFigure label={t("Median duration")} value={responseText(duration_ms.p50)} />
      <StatFigure label={t("95th percentile")} value={responseText(duration_ms.p95)} />
      <StatFigure
        label={t("Outages")}
        value={incidents}
        note={
          mttr_seconds !== null &&
          t("resolved after {span} on average", { span: spanText(mttr_seconds * 1_000) })
        }
      />
    </StatFigures>
  );
}

function outcomesText({ total_checks: total, failed_checks: failed, error_checks: errors }: Stats): string {
  const unevaluated = errors > 0 ? t(", {errors} not evaluated", { errors }) : "";
  return t("{failed} of {total} failed{unevaluated}", {
    failed: numberText(failed),
    total: numberText(total),
    unevaluated,
  });
}

/** More rows would hide the runs below. */
const STEPS_OPEN_MAX = 12;

const STEP_COLUMNS: readonly Column<Stats["steps"][number]>[] = [
  { id: "name", title: t("Step"), cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  {
    id: "pass",
    title: t("Passed"),
    isNumber: true,
    cell: ({ pass_rate }) => <Titled title={t("Passed")}>{percentText(pass_rate)}</Titled>,
  },
  {
    id: "p95",
    title: t("95th percentile"),
    isNumber: true,
    cell: ({ p95_ms }) => <Titled title="p95">{responseText(p95_ms)}</Titled>,
  },
];

function withTitle<Step extends { name: string }>(step: Step): Step {
  return { ...step, name: stepTitle(step.name) };
}

/** On phones the table has no header. */
function Titled({ title, children }: { title: string; children: string }) {
  return (
    <>
      <span className="text-soft md:hidden">{title} </span>
      {children}
    </>
  );
}
