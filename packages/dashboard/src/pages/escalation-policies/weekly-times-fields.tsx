import { TIME_RANGES_MAX } from "@vedette/contract/on-call/escalation-limits.ts";
import type { Weekday } from "@vedette/contract/on-call/weekdays.ts";
import { type ApiError, fieldErrorOf } from "../../api/api-error.ts";
import { Button, IconButton } from "../../components/button.tsx";
import { Field } from "../../components/forms/field.tsx";
import { TimezoneField } from "../../components/forms/timezone-field.tsx";
import { t } from "../../language/t.ts";
import { emptyRange, type RangeDraft } from "./policy-draft.ts";

type WeeklyTimesFieldsProps = {
  timezone: string;
  ranges: readonly RangeDraft[];
  path: string;
  error: ApiError | null;
  onChange(some: { timezone?: string; ranges?: RangeDraft[] }): void;
};

const DAYS: readonly { day: Weekday; label: string }[] = [
  { day: "mon", label: t("Mon") },
  { day: "tue", label: t("Tue") },
  { day: "wed", label: t("Wed") },
  { day: "thu", label: t("Thu") },
  { day: "fri", label: t("Fri") },
  { day: "sat", label: t("Sat") },
  { day: "sun", label: t("Sun") },
];

/** Times of a week: weekdays with a start and an end, in one time zone. */
export function WeeklyTimesFields({ timezone, ranges, path, error, onChange }: WeeklyTimesFieldsProps) {
  const change = (index: number, range: RangeDraft) => onChange({ ranges: ranges.with(index, range) });
  return (
    <div className="grid gap-3">
      <TimezoneField
        value={timezone}
        onValue={(changed) => onChange({ timezone: changed })}
        error={fieldErrorOf(error, `${path}.timezone`, t("The time zone"))}
      />
      {ranges.map((range, index) => (
        <fieldset key={range.key} className="grid gap-3 rounded-lg border border-line p-3">
          <legend className="px-1 text-[0.8125rem] text-soft">
            {t("Range {number}", { number: index + 1 })}
          </legend>
          <div className="flex flex-wrap gap-x-4 gap-y-1">
            {DAYS.map(({ day, label }) => (
              <label key={day} className="flex min-h-8 items-center gap-1.5">
                <input
                  type="checkbox"
                  className="size-4 accent-(--accent)"
                  checked={range.weekdays.includes(day)}
                  onChange={() => change(index, { ...range, weekdays: toggled(range.weekdays, day) })}
                />
                {label}
              </label>
            ))}
          </div>
          {fieldErrorOf(error, `${path}.ranges.${index}.weekdays`, t("The weekdays")) && (
            <p className="text-[0.8125rem] text-down">{t("Choose at least one weekday.")}</p>
          )}
          <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-end gap-2">
            <Field
              label={t("From")}
              type="time"
              value={range.from}
              onValue={(from) => change(index, { ...range, from })}
              error={fieldErrorOf(error, `${path}.ranges.${index}.from`, t("The start"))}
            />
            <Field
              label={t("To")}
              type="time"
              value={range.to}
              onValue={(to) => change(index, { ...range, to })}
              error={fieldErrorOf(error, `${path}.ranges.${index}.to`, t("The end"))}
            />
            <IconButton
              label={t("Remove range {number}", { number: index + 1 })}
              icon="close"
              disabled={ranges.length === 1}
              onClick={() => onChange({ ranges: ranges.toSpliced(index, 1) })}
            />
          </div>
        </fieldset>
      ))}
      <div>
        <Button
          icon="plus"
          disabled={ranges.length >= TIME_RANGES_MAX}
          onClick={() => onChange({ ranges: [...ranges, emptyRange()] })}
        >
          {t("Add range")}
        </Button>
      </div>
    </div>
  );
}

function toggled(weekdays: readonly Weekday[], day: Weekday): Weekday[] {
  return DAYS.map((each) => each.day).filter((each) => weekdays.includes(each) !== (each === day));
}
