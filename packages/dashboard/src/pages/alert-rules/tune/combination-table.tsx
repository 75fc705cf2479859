import type { AlertRule } from "@vedette/contract/alerts/alert-rules.ts";
import type { TuneCombination } from "@vedette/contract/alerts/rule-tuning.ts";
import { type Column, Table } from "../../../components/table.tsx";
import { numberText, sentenceOf } from "../../../format.ts";
import { combinationKey, combinationText, delayText } from "./tune-labels.ts";

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
  { id: "alerts", title: "Alerts", isNumber: true, cell: ({ alerts }) => numberText(alerts) },
  {
    id: "brief",
    title: "Without outage",
    isNumber: true,
    cell: ({ brief_alerts: brief }) => numberText(brief),
  },
  { id: "delay", title: "Told after", isNumber: true, cell: (each) => delayText(each.delay_seconds) },
  {
    id: "recovery",
    title: "End told after",
    isNumber: true,
    cell: (each) => delayText(each.recovery_seconds),
  },
  {
    id: "missed",
    title: "Missed outages",
    isNumber: true,
    cell: ({ missed_outages: missed }) => numberText(missed),
  },
];

function markText({ is_knee: isKnee, is_rule: isRule }: TuneCombination): string {
  if (isKnee && isRule) return "Present, and the knee";
  return isKnee ? "Knee" : "Present";
}
