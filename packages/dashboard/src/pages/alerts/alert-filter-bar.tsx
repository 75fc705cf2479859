import { Button } from "../../components/button.tsx";
import { Field, SelectField } from "../../components/forms/field.tsx";
import { useTargets } from "../../features/targets/target-names.tsx";
import { ALL_KINDS } from "../../features/targets/target-ref.ts";
import { t } from "../../language/t.ts";
import { ALERT_PERIODS, ALERT_STATES, type AlertFilters, readAlertFilters } from "./alert-filters.ts";
import { useRuleChoice } from "./use-rule-choice.ts";

type AlertFilterBarProps = { filters: AlertFilters; onFilters(filters: AlertFilters): void };

const STATE_LABELS = { all: t("Any status"), open: t("Open"), resolved: t("Resolved") };
const PERIOD_LABELS = { 1: t("Last 24 hours"), 7: t("Last 7 days"), 30: t("Last 30 days") };

/** The filters are stored in the URL, so that a link opens the same view. */
export function AlertFilterBar({ filters, onFilters }: AlertFilterBarProps) {
  const { search, rules } = useRuleChoice(filters.rule);
  const { targets } = useTargets(ALL_KINDS);
  const named = (all: readonly { id: string; name: string }[], chosen: string | undefined) => {
    const known = all.map(({ id, name }) => ({ value: id, label: name }));
    const isKnown = chosen === undefined || all.some(({ id }) => id === chosen);
    return isKnown ? known : [...known, { value: chosen, label: chosen }];
  };
  const change = (part: Record<string, string>) => onFilters(readAlertFilters({ ...filters, ...part }));
  return (
    <div className="grid grid-cols-2 items-end gap-3 md:grid-cols-5">
      <SelectField
        label={t("Status")}
        error={null}
        value={filters.state ?? "all"}
        onValue={(state) => change({ state })}
        options={ALERT_STATES.map((value) => ({ value, label: STATE_LABELS[value] }))}
      />
      <SelectField
        label={t("Opened")}
        error={null}
        value={String(filters.days ?? "")}
        onValue={(days) => change({ days })}
        options={[
          { value: "", label: t("Any time") },
          ...ALERT_PERIODS.map((days) => ({ value: String(days), label: PERIOD_LABELS[days] })),
        ]}
      />
      <SelectField
        label={t("Rule")}
        error={null}
        value={filters.rule ?? ""}
        onValue={(rule) => change({ rule })}
        options={[{ value: "", label: t("Any rule") }, ...named(rules, filters.rule)]}
      />
      <SelectField
        label={t("Target")}
        error={null}
        value={filters.target ?? ""}
        onValue={(target) => change({ target })}
        options={[{ value: "", label: t("Any target") }, ...named(targets, filters.target)]}
      />
      {search.isSearched && (
        <Field label={t("Search rules")} value={search.typed} onValue={search.onTyped} error={null} />
      )}
      {Object.keys(filters).length > 0 && (
        <Button variant="quiet" className="justify-self-start" onClick={() => onFilters({})}>
          {t("Clear filters")}
        </Button>
      )}
    </div>
  );
}
