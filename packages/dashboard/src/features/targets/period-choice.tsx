import { STATS_PERIODS, type StatsPeriod } from "@vedette/contract/targets/stats-periods.ts";
import { t } from "../../language/t.ts";

export const PERIOD_LABELS: Record<StatsPeriod, string> = {
  "1h": t("1 hour"),
  "24h": t("24 hours"),
  "7d": t("7 days"),
  "30d": t("30 days"),
  "90d": t("90 days"),
};

type PeriodChoiceProps = {
  /** Null if another time is shown. */
  period: StatsPeriod | null;
  onPeriod(period: StatsPeriod): void;
};

/** Selects the period of statistics. */
export function PeriodChoice({ period, onPeriod }: PeriodChoiceProps) {
  return (
    <fieldset className="flex overflow-hidden rounded-lg border border-line">
      <legend className="sr-only">{t("Period")}</legend>
      {STATS_PERIODS.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === period}
          title={PERIOD_LABELS[one]}
          className="min-h-9 min-w-11 bg-surface px-2.5 text-sm hover:bg-raised aria-pressed:bg-accent-ground aria-pressed:font-semibold aria-pressed:text-accent"
          onClick={() => onPeriod(one)}
        >
          {one}
        </button>
      ))}
    </fieldset>
  );
}
