import { Field, SelectField } from "../../components/field.tsx";
import {
  PLACE_LABELS,
  PLACES,
  type Recurrence,
  WEEKDAY_LABELS,
  WEEKDAYS,
  type Weekday,
  writeRrule,
} from "./recurrence.ts";

type RecurrenceFieldsProps = {
  recurrence: Recurrence;
  onRecurrence(recurrence: Recurrence): void;
  /** What the server has against the rule. */
  fault: string | null;
};

const REPEATS = [
  { value: "once", label: "Once" },
  { value: "daily", label: "Every day" },
  { value: "weekly", label: "Every week" },
  { value: "monthly", label: "Every month" },
  { value: "own", label: "By a rule of my own" },
] as const;

const UNITS = { daily: "days", weekly: "weeks", monthly: "months" };

/** Builds the rule by which a window comes again. */
export function RecurrenceFields({ recurrence, onRecurrence, fault }: RecurrenceFieldsProps) {
  const { repeats } = recurrence;
  const change = (part: Partial<Recurrence>) => onRecurrence({ ...recurrence, ...part });
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <SelectField
        label="Repeats"
        value={repeats}
        onValue={(chosen) =>
          // Who goes to a rule of his own begins with what he has.
          change({ repeats: chosen, ...(chosen === "own" && { own: writeRrule(recurrence) ?? "" }) })
        }
        options={REPEATS}
        fault={repeats === "own" ? null : fault}
      />
      {repeats === "own" && (
        <div className="sm:col-span-2">
          <Field
            label="Rule (RFC 5545)"
            placeholder="FREQ=WEEKLY;BYDAY=SU"
            spellCheck={false}
            value={recurrence.own}
            onValue={(own) => change({ own })}
            fault={fault}
          />
        </div>
      )}
      {repeats !== "own" && repeats !== "once" && (
        <>
          <Field
            label={`Every … ${UNITS[repeats]}`}
            inputMode="numeric"
            value={recurrence.interval}
            onValue={(interval) => change({ interval })}
            fault={null}
          />
          <Field
            label="Until"
            type="date"
            value={recurrence.until}
            onValue={(until) => change({ until })}
            hint="Empty for no end."
            fault={null}
          />
        </>
      )}
      {repeats === "weekly" && (
        <Weekdays chosen={recurrence.weekdays} onChosen={(weekdays) => change({ weekdays })} />
      )}
      {repeats === "monthly" && <MonthFields recurrence={recurrence} onChange={change} />}
    </div>
  );
}

type WeekdaysProps = { chosen: readonly Weekday[]; onChosen(chosen: Weekday[]): void };

function Weekdays({ chosen, onChosen }: WeekdaysProps) {
  const toggle = (day: Weekday) =>
    onChosen(chosen.includes(day) ? chosen.filter((other) => other !== day) : [...chosen, day]);
  return (
    <fieldset className="sm:col-span-3">
      <legend className="mb-1.5 font-semibold">On</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1.5">
        {WEEKDAYS.map((day) => (
          <label key={day} className="inline-flex min-h-8 items-center gap-2">
            <input
              type="checkbox"
              className="size-4 accent-(--accent)"
              checked={chosen.includes(day)}
              onChange={() => toggle(day)}
            />
            {WEEKDAY_LABELS[day]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type MonthFieldsProps = { recurrence: Recurrence; onChange(part: Partial<Recurrence>): void };

function MonthFields({ recurrence, onChange }: MonthFieldsProps) {
  const { monthBy, monthDay, place, placeDay } = recurrence;
  return (
    <>
      <SelectField
        label="On"
        fault={null}
        value={monthBy}
        onValue={(chosen) => onChange({ monthBy: chosen })}
        options={[
          { value: "day", label: "A day of the month" },
          { value: "weekday", label: "A weekday of the month" },
        ]}
      />
      {monthBy === "day" ? (
        <Field
          label="Day"
          inputMode="numeric"
          value={monthDay}
          onValue={(day) => onChange({ monthDay: day })}
          hint="1 to 31; -1 is the last."
          fault={null}
        />
      ) : (
        <>
          <SelectField
            label="Which"
            fault={null}
            value={place}
            onValue={(chosen) => onChange({ place: chosen })}
            options={PLACES.map((value) => ({ value, label: `The ${PLACE_LABELS[value]}` }))}
          />
          <SelectField
            label="Weekday"
            fault={null}
            value={placeDay}
            onValue={(chosen) => onChange({ placeDay: chosen })}
            options={WEEKDAYS.map((value) => ({ value, label: WEEKDAY_LABELS[value] }))}
          />
        </>
      )}
    </>
  );
}
