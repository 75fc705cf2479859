import type { Weekday } from "@vedette/contract/on-call/weekdays.ts";
import { Button } from "../../../components/button.tsx";
import { Field } from "../../../components/forms/field.tsx";
import { WeekdayChecks } from "../../../components/forms/weekday-checks.tsx";
import { t } from "../../../language/t.ts";
import type { RestrictionDraft } from "./schedule-draft.ts";

const LABELS: Record<Weekday, string> = {
  ...{ mon: t("Monday"), tue: t("Tuesday"), wed: t("Wednesday"), thu: t("Thursday") },
  ...{ fri: t("Friday"), sat: t("Saturday"), sun: t("Sunday") },
};

type RestrictionFieldsProps = {
  restriction: RestrictionDraft;
  errorOf(field: string, label: string): string | null;
  onRestriction(restriction: RestrictionDraft): void;
  onRemove(): void;
};

/** The days and times at which a layer has someone. */
export function RestrictionFields(props: RestrictionFieldsProps) {
  const { restriction, errorOf, onRestriction, onRemove } = props;
  const { weekdays, from, to } = restriction;
  const change = (part: Partial<RestrictionDraft>) => onRestriction({ ...restriction, ...part });
  return (
    <fieldset className="grid gap-3 rounded-lg bg-raised p-3">
      <legend className="font-semibold">{t("Only at these times")}</legend>
      <WeekdayChecks labels={LABELS} chosen={weekdays} onChosen={(chosen) => change({ weekdays: chosen })} />
      {errorOf("weekdays", t("The list of days")) !== null && (
        <p className="text-[0.8125rem] text-down">{errorOf("weekdays", t("The list of days"))}</p>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t("From")}
          type="time"
          value={from}
          onValue={(value) => change({ from: value })}
          error={errorOf("from", t("The start"))}
        />
        <Field
          label={t("To")}
          type="time"
          value={to}
          onValue={(value) => change({ to: value })}
          hint={to <= from ? t("Ends on the next day.") : undefined}
          error={errorOf("to", t("The end"))}
        />
      </div>
      <div>
        <Button onClick={onRemove}>{t("Remove times")}</Button>
      </div>
    </fieldset>
  );
}
