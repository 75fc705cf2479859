import type { StatsPeriod } from "@vedette/contract/targets/stats-periods.ts";
import { type FormEvent, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { t } from "../../../language/t.ts";
import { PeriodChoice } from "../../targets/period-choice.tsx";
import type { ChartRange } from "../history-search.ts";

type ChartRangeChoiceProps = {
  range: ChartRange;
  /** What a reset of the zoom leads back to. */
  period: StatsPeriod;
  onRange(range: ChartRange): void;
};

/** Selects a period, or any time by its start and end. */
export function ChartRangeChoice({ range, period, onRange }: ChartRangeChoiceProps) {
  const isCustom = "from" in range;
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <PeriodChoice period={isCustom ? null : range.period} onPeriod={(next) => onRange({ period: next })} />
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t("Custom")}
      </Button>
      {isCustom && <Button onClick={() => onRange({ period })}>{t("Reset zoom")}</Button>}
      {isOpen && (
        <CustomRange
          key={isCustom ? `${range.from} ${range.to}` : range.period}
          range={range}
          onRange={onRange}
        />
      )}
    </div>
  );
}

const INPUT = "min-h-9 rounded-lg border border-line-strong bg-surface px-2";

function CustomRange({ range, onRange }: Omit<ChartRangeChoiceProps, "period">) {
  const now = new Date();
  const [from, setFrom] = useState(
    localText("from" in range ? new Date(range.from) : new Date(now.getTime() - 86_400_000)),
  );
  const [to, setTo] = useState(localText("to" in range ? new Date(range.to) : now));
  const isValid = from !== "" && to !== "" && new Date(from) < new Date(to);
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (isValid) onRange({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });
  }
  return (
    <form className="flex flex-wrap items-end gap-2" onSubmit={onSubmit} aria-label={t("Custom time")}>
      <label className="flex items-center gap-1.5">
        {t("From")}
        <input
          type="datetime-local"
          className={INPUT}
          value={from}
          max={to}
          onChange={(event) => setFrom(event.target.value)}
        />
      </label>
      <label className="flex items-center gap-1.5">
        {t("To")}
        <input
          type="datetime-local"
          className={INPUT}
          value={to}
          min={from}
          onChange={(event) => setTo(event.target.value)}
        />
      </label>
      <Button type="submit">{t("Show")}</Button>
      {!isValid && <span className="text-down">{t("The start must be before the end.")}</span>}
    </form>
  );
}

/** The value of a `datetime-local` input: local time without an offset. */
export function localText(date: Date): string {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
