import { WEEKDAYS, type Weekday } from "@vedette/contract/on-call/weekdays.ts";
import { Button } from "../../../components/button.tsx";
import { Field } from "../../../components/forms/field.tsx";
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
  const toggle = (day: Weekday) =>
    change({
      weekdays: WEEKDAYS.filter((one) => (one === day) !== weekdays.includes(one)),
    });
  return (
    <fieldset className="grid gap-3 rounded-lg bg-raised p-3">
      <legend className="font-semibold">{t("Only at these times")}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1.5">
        {WEEKDAYS.map((day) => (
          <label key={day} className="inline-flex min-h-8 items-center gap-2">
            <input
              type="checkbox"
              className="size-4 accent-(--accent)"
              checked={weekdays.includes(day)}
              onChange={() => toggle(day)}
            />
            {LABELS[day]}
          </label>
        ))}
      </div>
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
