import { Field, SelectField } from "../../components/forms/field.tsx";
import { WeekdayChecks } from "../../components/forms/weekday-checks.tsx";
import { t } from "../../language/t.ts";
import {
  ORDINAL_LABELS,
  ORDINALS,
  type Recurrence,
  WEEKDAY_LABELS,
  WEEKDAYS,
  writeRrule,
} from "./recurrence.ts";

type RecurrenceFieldsProps = {
  recurrence: Recurrence;
  onRecurrence(recurrence: Recurrence): void;
  /** The server's validation error for the rule. */
  error: string | null;
};

const REPEATS = [
  { value: "once", label: t("Once") },
  { value: "daily", label: t("Every day") },
  { value: "weekly", label: t("Every week") },
  { value: "monthly", label: t("Every month") },
  { value: "custom", label: t("Custom rule") },
] as const;

const INTERVAL_LABELS = {
  daily: t("Interval (days)"),
  weekly: t("Interval (weeks)"),
  monthly: t("Interval (months)"),
};

/** Edits the recurrence rule of a maintenance window. */
export function RecurrenceFields({ recurrence, onRecurrence, error }: RecurrenceFieldsProps) {
  const { repeats } = recurrence;
  const change = (part: Partial<Recurrence>) => onRecurrence({ ...recurrence, ...part });
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <SelectField
        label={t("Repeats")}
        value={repeats}
        onValue={(chosen) =>
          // A custom rule starts as the rule that the other fields describe.
          change({ repeats: chosen, ...(chosen === "custom" && { custom: writeRrule(recurrence) ?? "" }) })
        }
        options={REPEATS}
        error={repeats === "custom" ? null : error}
      />
      {repeats === "custom" && (
        <div className="sm:col-span-2">
          <Field
            label={t("Rule (RFC 5545)")}
            placeholder={"FREQ=WEEKLY;BYDAY=SU"}
            spellCheck={false}
            value={recurrence.custom}
            onValue={(custom) => change({ custom })}
            error={error}
          />
        </div>
      )}
      {repeats !== "custom" && repeats !== "once" && (
        <>
          <Field
            label={INTERVAL_LABELS[repeats]}
            inputMode="numeric"
            value={recurrence.interval}
            onValue={(interval) => change({ interval })}
            error={null}
          />
          <Field
            label={t("Until")}
            type="date"
            value={recurrence.until}
            onValue={(until) => change({ until })}
            hint={t("Leave blank for no end date.")}
            error={null}
          />
        </>
      )}
      {repeats === "weekly" && (
        <fieldset className="sm:col-span-3">
          <legend className="mb-1.5 font-semibold">{t("Weekdays")}</legend>
          <WeekdayChecks
            labels={WEEKDAY_LABELS}
            chosen={recurrence.weekdays}
            onChosen={(weekdays) => change({ weekdays })}
          />
        </fieldset>
      )}
      {repeats === "monthly" && <MonthFields recurrence={recurrence} onChange={change} />}
    </div>
  );
}

type MonthFieldsProps = { recurrence: Recurrence; onChange(part: Partial<Recurrence>): void };

function MonthFields({ recurrence, onChange }: MonthFieldsProps) {
  const { monthBy, monthDay, ordinal, ordinalDay } = recurrence;
  return (
    <>
      <SelectField
        label={t("Repeat on")}
        error={null}
        value={monthBy}
        onValue={(chosen) => onChange({ monthBy: chosen })}
        options={[
          { value: "day", label: t("Day of the month") },
          { value: "weekday", label: t("Weekday of the month") },
        ]}
      />
      {monthBy === "day" ? (
        <Field
          label={t("Day")}
          inputMode="numeric"
          value={monthDay}
          onValue={(day) => onChange({ monthDay: day })}
          hint={t("1 to 31, or -1 for the last day.")}
          error={null}
        />
      ) : (
        <>
          <SelectField
            label={t("Occurrence")}
            error={null}
            value={ordinal}
            onValue={(chosen) => onChange({ ordinal: chosen })}
            options={ORDINALS.map((value) => ({ value, label: ORDINAL_LABELS[value] }))}
          />
          <SelectField
            label={t("Weekday")}
            error={null}
            value={ordinalDay}
            onValue={(chosen) => onChange({ ordinalDay: chosen })}
            options={WEEKDAYS.map((value) => ({ value, label: WEEKDAY_LABELS[value] }))}
          />
        </>
      )}
    </>
  );
}
