import { useState } from "react";
import { t } from "../../language/t.ts";
import { Field, SelectField } from "./field.tsx";
import { intervalLabel } from "./interval-label.ts";
import { NO_INTERVAL } from "./no-interval.ts";

type IntervalFieldProps = {
  /** Seconds, or `NO_INTERVAL`. */
  value: string;
  onValue(value: string): void;
  error: string | null;
  /** Seconds. */
  presets: readonly number[];
  /** The shortest interval of the plan in seconds; null for any. */
  minSeconds: number | null;
  /** The label of `NO_INTERVAL`, if that can be selected. */
  none?: string;
};

const CUSTOM = "custom";

/** How often a target is checked: one of the usual intervals that the plan allows, or any other one. */
export function IntervalField({ value, onValue, error, presets, minSeconds, none }: IntervalFieldProps) {
  const allowed = presets.filter((seconds) => seconds >= (minSeconds ?? 0));
  const isNone = none !== undefined && value === NO_INTERVAL;
  const isPreset = allowed.some((seconds) => String(seconds) === value);
  const [isCustom, setCustom] = useState(!isNone && !presets.some((seconds) => String(seconds) === value));
  const showsCustom = isCustom || (!isNone && !isPreset);
  const hint =
    minSeconds === null
      ? undefined
      : t("Your plan allows {interval} or longer.", { interval: intervalLabel(minSeconds) });
  return (
    <div className="grid content-start gap-3">
      <SelectField
        label={t("Interval")}
        hint={hint}
        value={showsCustom ? CUSTOM : value}
        options={[
          ...allowed.map((seconds) => ({ value: String(seconds), label: everyText(seconds) })),
          { value: CUSTOM, label: t("Custom …") },
          ...(none === undefined ? [] : [{ value: NO_INTERVAL, label: none }]),
        ]}
        onValue={(next) => {
          setCustom(next === CUSTOM);
          if (next !== CUSTOM) onValue(next);
          else if (isNone) onValue(String(allowed[0] ?? minSeconds ?? ""));
        }}
        error={showsCustom ? null : error}
      />
      {showsCustom && (
        <Field
          label={t("Seconds between checks")}
          inputMode="decimal"
          autoComplete="off"
          value={value}
          onValue={(seconds) => {
            // Stays in sight while the text equals a preset.
            setCustom(true);
            onValue(seconds);
          }}
          error={error}
        />
      )}
    </div>
  );
}

function everyText(seconds: number): string {
  return t("Every {interval}", { interval: intervalLabel(seconds) });
}
