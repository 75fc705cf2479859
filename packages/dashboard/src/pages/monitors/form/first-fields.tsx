import { fieldErrorOf } from "../../../api/api-error.ts";
import { Field, SelectField } from "../../../components/forms/field.tsx";
import { IntervalField } from "../../../components/forms/interval-field.tsx";
import { checkView, MONITOR_TYPES } from "../../../features/checks/check-views.ts";
import { AboutFields } from "../../../features/targets/fields/about-fields.tsx";
import { CHECK_INTERVALS, useIntervalLimit } from "../../../features/targets/fields/intervals.ts";
import type { MonitorFieldsProps } from "./monitor-fields-props.ts";

const TYPES = MONITOR_TYPES.map((value) => ({ value, label: checkView(value).formLabel }));

/** The fields in sight; an error of any other field is under "Advanced". */
export const FIRST_PATHS = ["name", "type", "interval", "runbook_url", "description"] as const;

/** The fields that most monitors need. */
export function FirstFields({ draft, change, error }: MonitorFieldsProps) {
  const { type, checks } = draft;
  const { MainFields } = checkView(type);
  const minSeconds = useIntervalLimit();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Name"
        autoFocus
        autoComplete="off"
        placeholder="Shop"
        value={draft.name}
        onValue={(name) => change({ name })}
        error={fieldErrorOf(error, "name", "The name")}
      />
      <SelectField
        label="What to check"
        value={type}
        onValue={(next) => change({ type: next })}
        options={TYPES}
        error={fieldErrorOf(error, "type", "The type")}
      />
      <MainFields
        draft={checks[type]}
        change={(part) => change({ checks: { ...checks, [type]: { ...checks[type], ...part } } })}
        error={error}
      />
      <IntervalField
        value={draft.interval}
        presets={CHECK_INTERVALS}
        minSeconds={minSeconds}
        onValue={(interval) => change({ interval })}
        error={fieldErrorOf(error, "interval", "The interval")}
      />
      <AboutFields draft={draft} change={change} error={error} isWide />
    </div>
  );
}
