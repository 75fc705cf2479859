import { t } from "../../language/t.ts";
import { DURATION_UNITS, type DurationDraft, type DurationUnit } from "./duration-draft.ts";
import { FieldFrame } from "./field.tsx";

type DurationFieldProps = {
  label: string;
  hint?: string;
  placeholder?: string;
  error: string | null;
  value: DurationDraft;
  onValue(value: DurationDraft): void;
};

const UNIT_LABELS: Record<DurationUnit, string> = {
  minutes: t("minutes"),
  hours: t("hours"),
  days: t("days"),
};

/** A number with its unit. */
export function DurationField({ value, onValue, placeholder, ...frame }: DurationFieldProps) {
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
          <input
            {...control}
            inputMode="decimal"
            autoComplete="off"
            placeholder={placeholder}
            value={value.amount}
            onChange={(event) => onValue({ ...value, amount: event.target.value })}
          />
          <select
            aria-label={t("{label}: unit", { label: frame.label })}
            className={control.className}
            value={value.unit}
            onChange={(event) => {
              const unit = DURATION_UNITS[event.target.selectedIndex];
              if (unit) onValue({ ...value, unit });
            }}
          >
            {DURATION_UNITS.map((unit) => (
              <option key={unit} value={unit}>
                {UNIT_LABELS[unit]}
              </option>
            ))}
          </select>
        </div>
      )}
    </FieldFrame>
  );
}
