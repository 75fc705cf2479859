import type { AlertRule } from "@vedette/contract/alerts/alert-rules.ts";
import type { TuneCombination } from "@vedette/contract/alerts/rule-tuning.ts";
import { type Column, Table } from "../../../components/table.tsx";
import { numberText, sentenceOf } from "../../../format.ts";
import { combinationKey, combinationText, secondsText } from "./tune-labels.ts";

type CombinationTableProps = {
  rule: AlertRule;
  combinations: readonly TuneCombination[];
  chosen: TuneCombination | undefined;
  onChosen(combination: TuneCombination): void;
};

/** The values of each combination, with a choice of one. */
export function CombinationTable({ rule, combinations, chosen, onChosen }: CombinationTableProps) {
  const settings: Column<TuneCombination> = {
    id: "settings",
    title: "Alert when",
    width: "md:w-[44%]",
    cell: (each) => (
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
    ),
  };
  return (
    <Table
      caption="Combinations of settings, and what each would have done"
      columns={[settings, ...FIGURES]}
      rows={combinations}
      idOf={combinationKey}
    />
  );
}

const FIGURES: readonly Column<TuneCombination>[] = [
  figure("alerts", "Alerts", ({ alerts }) => numberText(alerts)),
  figure("brief", "Without outage", ({ brief_alerts: brief }) => numberText(brief)),
  figure("delay", "Alerted after", ({ delay_seconds: delay }) => secondsText(delay)),
  figure("recovery", "Resolved after", ({ recovery_seconds: recovery }) => secondsText(recovery)),
  figure("missed", "Missed outages", ({ missed_outages: missed }) => numberText(missed)),
];

/** Phones have no column titles. */
function figure(id: string, title: string, text: (row: TuneCombination) => string): Column<TuneCombination> {
  return {
    id,
    title,
    isNumber: true,
    cell: (row) => (
      <>
        <span className="text-[0.8125rem] text-soft md:hidden">{title}: </span>
        {text(row)}
      </>
    ),
  };
}

function markText({ is_knee: isKnee, is_rule: isRule }: TuneCombination): string {
  if (isKnee && isRule) return "Present, and the knee";
  return isKnee ? "Knee" : "Present";
}
