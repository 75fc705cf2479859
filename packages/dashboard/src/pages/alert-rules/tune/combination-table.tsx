import type { AlertRule } from "@vedette/contract/alerts/alert-rules.ts";
import type { TuneCombination } from "@vedette/contract/alerts/rule-tuning.ts";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { numberText, sentenceOf } from "../../../format.ts";
import { t } from "../../../language/t.ts";
import { combinationKey, combinationText, secondsText } from "./tune-labels.ts";

type CombinationTableProps = {
  rule: AlertRule;
  combinations: readonly TuneCombination[];
  /** Whether the rule is about outages. */
  measures: boolean;
  chosen: TuneCombination | undefined;
  onChosen(combination: TuneCombination): void;
};

/** The values of each combination, with a choice of one. It scrolls in its box, and begins with the marked ones. */
export function CombinationTable({ combinations, ...props }: CombinationTableProps) {
  const [isComplete, setComplete] = useState(false);
  const marked = combinations.filter((each) => each.is_knee || each.is_rule || each === props.chosen);
  const shown = isComplete ? combinations : marked;
  return (
    <div className="grid min-w-0 gap-3">
      {/* The choices in it are reached by keyboard, which scrolls them into view. */}
      <section className="card max-h-96 overflow-auto" aria-label={t("Combinations of settings")}>
        <Rows {...props} combinations={shown} />
      </section>
      <Button
        className="justify-self-start"
        aria-expanded={isComplete}
        onClick={() => setComplete((before) => !before)}
      >
        {isComplete
          ? t("Show marked combinations")
          : t("Show all {length} combinations", { length: numberText(combinations.length) })}
      </Button>
    </div>
  );
}

function Rows({ rule, combinations, measures, chosen, onChosen }: CombinationTableProps) {
  const figures = measures ? OUTAGE_FIGURES : COUNTED_FIGURES;
  return (
    <table className="w-full border-collapse text-start text-sm">
      <caption className="sr-only">{t("Combinations of settings, and what each would have done")}</caption>
      <thead className="sticky top-0 bg-raised text-[0.8125rem] text-soft">
        <tr>
          <th scope="col" className="min-w-40 px-3 py-2 font-semibold">
            {t("Alert when")}
          </th>
          {figures.map(({ title }) => (
            <th key={title} scope="col" className="px-3 py-2 text-end font-semibold">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {combinations.map((each) => (
          <tr key={combinationKey(each)} className="border-t border-line">
            <th scope="row" className="px-3 py-2 font-normal">
              <label className="flex items-start gap-2 wrap-anywhere">
                <input
                  type="radio"
                  name="combination"
                  className="mt-1 shrink-0"
                  checked={each === chosen}
                  onChange={() => onChosen(each)}
                />
                <span>
                  {sentenceOf(combinationText(rule, each))}
                  {(each.is_knee || each.is_rule) && (
                    <strong className="block text-[0.8125rem]">{markText(each)}</strong>
                  )}
                </span>
              </label>
            </th>
            {figures.map(({ title, text }) => (
              <td key={title} className="px-3 py-2 text-end align-top whitespace-nowrap tabular-nums">
                {text(each)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Figure = { title: string; text(combination: TuneCombination): string };

const ALERTS: Figure = { title: t("Alerts"), text: ({ alerts }) => numberText(alerts) };
const OUTAGE_FIGURES: readonly Figure[] = [
  ALERTS,
  { title: t("Missed outages"), text: ({ missed_outages: missed }) => numberText(missed) },
  { title: t("Alerted after"), text: ({ delay_seconds: delay }) => secondsText(delay) },
  { title: t("Resolved after"), text: ({ recovery_seconds: recovery }) => secondsText(recovery) },
  { title: t("Without outage"), text: ({ brief_alerts: brief }) => numberText(brief) },
];
const COUNTED_FIGURES: readonly Figure[] = [
  ALERTS,
  { title: t("Under 5 min"), text: ({ brief_alerts: brief }) => numberText(brief) },
];

function markText({ is_knee: isKnee, is_rule: isRule }: TuneCombination): string {
  if (isKnee && isRule) return t("Present, and the knee");
  return isKnee ? t("Knee") : t("Present");
}
