import type { SloReport } from "@vedette/contract/slos/slo-report.ts";
import { StatFigure, StatFigures } from "../../components/charts/stat-figure.tsx";
import { FactList } from "../../components/fact-list.tsx";
import { Notice } from "../../components/notice.tsx";
import { Instant } from "../../components/time-ago.tsx";
import { PAIR_LABELS } from "../../features/alerts/alert-labels.ts";
import { spanText } from "../../format.ts";
import { LOCALE } from "../../language/language.ts";
import { Message } from "../../language/message.tsx";
import { t } from "../../language/t.ts";
import { BudgetChart } from "./budget-chart.tsx";
import { amountText, exactPercent, STATE_BADGES } from "./slo-labels.ts";

/** The figures, the budget by day, and what is left out, of a report or of a preview. */
export function ReportView({ report, subject }: { report: SloReport; subject: string }) {
  return (
    <div className="grid gap-5">
      {report.state === "no_data" ? (
        <Notice kind="hint">
          {t("Nothing was measured in this window.")}{" "}
          {report.target_count === 0 ? t("No target is selected.") : t("Its targets have no results yet.")}
        </Notice>
      ) : (
        !report.is_full && (
          <Notice kind="hint">
            <Message
              text="The window is not full yet: measured since {time}. The budget grows until the window is full."
              values={{ time: <Instant at={report.measured_from ?? report.from} /> }}
            />
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
        label={t("Attainment")}
        value={exactPercent(attainment)}
        note={t("{word}, objective {objective}", {
          word: STATE_BADGES[report.state].word,
          objective: exactPercent(objective),
        })}
      />
      <StatFigure
        label={t("Budget left")}
        value={budget === null ? "–" : exactPercent(budget.left_percentage)}
        note={
          budget === null
            ? ""
            : t("{left} of {total}", {
                left: amountText(budget.left, unit),
                total: amountText(budget.total, unit),
              })
        }
      />
      <StatFigure
        label={unit === "seconds" ? t("Down") : t("Bad checks")}
        value={amountText(bad, unit)}
        note={t("of {amount} measured", { amount: amountText(good + bad, unit) })}
      />
      <StatFigure label={t("Targets")} value={count.toLocaleString(LOCALE)} note={t("all together")} />
    </StatFigures>
  );
}

function BurnRates({ report }: { report: SloReport }) {
  return (
    <section className="card grid gap-3 p-4" aria-label={t("Burn rates")}>
      <h2>{t("Burn rate now")}</h2>
      <p className="text-soft">
        {t(
          "At a rate of 1 the budget lasts exactly as long as the window. Rules of the type Error budget of an SLO alert when both windows of a pair reach the threshold.",
        )}
      </p>
      <div className="overflow-x-auto">
        <table className="w-full text-start text-sm tabular-nums">
          <thead>
            <tr>
              <th scope="col">{t("Windows")}</th>
              <th scope="col" className="ps-3 text-end">
                {t("Long")}
              </th>
              <th scope="col" className="ps-3 text-end">
                {t("Short")}
              </th>
              <th scope="col" className="ps-3 text-end">
                {t("Threshold")}
              </th>
            </tr>
          </thead>
          <tbody>
            {report.burn_rates.map(({ pair, long, short, factor, holds, is_reachable: isReachable }) => (
              <tr key={pair} className="border-t border-line">
                <th scope="row" className="py-1.5 font-normal">
                  {PAIR_LABELS[pair]}
                  {holds && <strong className="block text-down">{t("Burns too fast")}</strong>}
                  {!isReachable && (
                    <span className="block text-soft">{t("Cannot be reached with this objective")}</span>
                  )}
                </th>
                <td className="ps-3 text-end">{rateText(long)}</td>
                <td className="ps-3 text-end">{rateText(short)}</td>
                <td className="ps-3 text-end">{rateText(factor)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const RATE = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 });
const rateText = (rate: number | null): string => (rate === null ? "–" : RATE.format(rate));

function Excluded({ report }: { report: SloReport }) {
  const { excluded, from, to, counts_maintenance: isCounted } = report;
  const spanOf = (seconds: number) => (seconds === 0 ? t("None") : spanText(seconds * 1_000));
  return (
    <section className="card grid gap-3 p-4" aria-label={t("What is left out")}>
      <h2>{t("What is left out")}</h2>
      <FactList
        facts={[
          [t("Missed by Vedette"), spanOf(excluded.missed_seconds)],
          [
            t("Maintenance"),
            isCounted
              ? t("{span}, counted", { span: spanOf(excluded.maintenance_seconds) })
              : spanOf(excluded.maintenance_seconds),
          ],
          [t("Not measured"), spanOf(excluded.unmeasured_seconds)],
          ...(excluded.checks === null
            ? []
            : [
                [
                  t("Checks"),
                  t("{count} without a verdict or a response", {
                    count: excluded.checks.toLocaleString(LOCALE),
                  }),
                ] as const,
              ]),
          [t("From"), <Instant key="from" at={from} />],
          [t("To"), <Instant key="to" at={to} />],
        ]}
      />
      <p className="text-soft">
        {t("Times are those of all targets together. Paused, pending and unknown time is not measured.")}
      </p>
    </section>
  );
}
