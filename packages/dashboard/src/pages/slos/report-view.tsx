import type { SloReport } from "@vedette/contract/slos/slo-report.ts";
import { StatFigure, StatFigures } from "../../components/charts/stat-figure.tsx";
import { FactList } from "../../components/fact-list.tsx";
import { Notice } from "../../components/notice.tsx";
import { Instant } from "../../components/time-ago.tsx";
import { PAIR_LABELS } from "../../features/alerts/alert-labels.ts";
import { spanText } from "../../format.ts";
import { BudgetChart } from "./budget-chart.tsx";
import { amountText, exactPercent, STATE_BADGES } from "./slo-labels.ts";

/** The figures, the budget by day, and what is left out, of a report or of a preview. */
export function ReportView({ report, subject }: { report: SloReport; subject: string }) {
  return (
    <div className="grid gap-5">
      {report.state === "no_data" ? (
        <Notice kind="hint">
          Nothing was measured in this window.{" "}
          {report.target_count === 0 ? "No target is selected." : "Its targets have no results yet."}
        </Notice>
      ) : (
        !report.is_full && (
          <Notice kind="hint">
            The window is not full yet: measured since <Instant at={report.measured_from ?? report.from} />.
            The budget grows until the window is full.
          </Notice>
        )
      )}
      <Figures report={report} />
      {report.state !== "no_data" && <BudgetChart report={report} subject={subject} />}
      <BurnRates report={report} />
      <Excluded report={report} />
    </div>
  );
}

function Figures({ report }: { report: SloReport }) {
  const { attainment, objective, budget, unit, good, bad, target_count: count } = report;
  return (
    <StatFigures>
      <StatFigure
        label="Attainment"
        value={exactPercent(attainment)}
        note={`${STATE_BADGES[report.state].word}, objective ${objective} %`}
      />
      <StatFigure
        label="Budget left"
        value={budget === null ? "–" : exactPercent(budget.left_percentage)}
        note={budget === null ? "" : `${amountText(budget.left, unit)} of ${amountText(budget.total, unit)}`}
      />
      <StatFigure
        label={unit === "seconds" ? "Down" : "Bad checks"}
        value={amountText(bad, unit)}
        note={`of ${amountText(good + bad, unit)} measured`}
      />
      <StatFigure label="Targets" value={count.toLocaleString()} note="all together" />
    </StatFigures>
  );
}

function BurnRates({ report }: { report: SloReport }) {
  return (
    <section className="card grid gap-3 p-4" aria-label="Burn rates">
      <h2>Burn rate now</h2>
      <p className="text-soft">
        At a rate of 1 the budget lasts exactly as long as the window. Rules of the type Error budget of an
        SLO alert when both windows of a pair reach the threshold.
      </p>
      <div className="overflow-x-auto">
        <table className="w-full text-left text-sm tabular-nums">
          <thead>
            <tr>
              <th scope="col">Windows</th>
              <th scope="col" className="pl-3 text-right">
                Long
              </th>
              <th scope="col" className="pl-3 text-right">
                Short
              </th>
              <th scope="col" className="pl-3 text-right">
                Threshold
              </th>
            </tr>
          </thead>
          <tbody>
            {report.burn_rates.map(({ pair, long, short, factor, holds, is_reachable: isReachable }) => (
              <tr key={pair} className="border-t border-line">
                <th scope="row" className="py-1.5 font-normal">
                  {PAIR_LABELS[pair]}
                  {holds && <strong className="block text-down">Burns too fast</strong>}
                  {!isReachable && (
                    <span className="block text-soft">Cannot be reached with this objective</span>
                  )}
                </th>
                <td className="pl-3 text-right">{rateText(long)}</td>
                <td className="pl-3 text-right">{rateText(short)}</td>
                <td className="pl-3 text-right">{rateText(factor)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const RATE = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });
const rateText = (rate: number | null): string => (rate === null ? "–" : RATE.format(rate));

function Excluded({ report }: { report: SloReport }) {
  const { excluded, from, to, counts_maintenance: isCounted } = report;
  const spanOf = (seconds: number) => (seconds === 0 ? "None" : spanText(seconds * 1_000));
  return (
    <section className="card grid gap-3 p-4" aria-label="What is left out">
      <h2>What is left out</h2>
      <FactList
        facts={[
          ["Missed by Vedette", spanOf(excluded.missed_seconds)],
          [
            "Maintenance",
            isCounted
              ? `${spanOf(excluded.maintenance_seconds)}, counted`
              : spanOf(excluded.maintenance_seconds),
          ],
          ["Not measured", spanOf(excluded.unmeasured_seconds)],
          ...(excluded.checks === null
            ? []
            : [["Checks", `${excluded.checks.toLocaleString()} without a verdict or a response`] as const]),
          ["From", <Instant key="from" at={from} />],
          ["To", <Instant key="to" at={to} />],
        ]}
      />
      <p className="text-soft">
        Times are those of all targets together. Paused, pending and unknown time is not measured.
      </p>
    </section>
  );
}
