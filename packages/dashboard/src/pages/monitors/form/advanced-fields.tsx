import { type ApiError, fieldErrorOf } from "../../../api/api-error.ts";
import { CheckField, Field, SelectField } from "../../../components/forms/field.tsx";
import { FieldGroup } from "../../../components/forms/field-group.tsx";
import { AssertionEditor } from "../../../features/assertions/assertion-editor.tsx";
import { checkView } from "../../../features/checks/check-views.ts";
import { TargetFields } from "../../../features/targets/fields/target-fields.tsx";
import { CheckFieldsOf } from "./check-fields.tsx";
import { assertionsOf, type MonitorDraft } from "./monitor-draft.ts";

const BACKOFF_OPTIONS = [
  { value: "fixed", label: "Fixed: the same wait each time" },
  { value: "linear", label: "Linear: one interval longer each time" },
  { value: "exponential", label: "Exponential: twice as long each time" },
] as const;

type AdvancedFieldsProps = {
  draft: MonitorDraft;
  change(part: Partial<MonitorDraft>): void;
  error: ApiError | null;
  id?: string;
};

/** All fields of a monitor with a default. */
export function AdvancedFields({ draft, change, error, id }: AdvancedFieldsProps) {
  const { assertionTypes, withoutAssertions } = checkView(draft.type);
  return (
    <div className="mt-4 grid gap-6">
      <CheckFieldsOf draft={draft} change={change} error={error} part="AdvancedFields" />
      <FieldGroup title="Assertions">
        <AssertionEditor
          {...(assertionTypes && { types: assertionTypes })}
          none={withoutAssertions}
          assertions={assertionsOf(draft)}
          onAssertions={(assertions) => change({ assertions })}
          errorAt={(path, label) => fieldErrorOf(error, path, label)}
        />
        <CheckField
          label="Invert"
          hint="The monitor is up when the check fails, and down when it passes."
          isChecked={draft.invert}
          onChecked={(invert) => change({ invert })}
        />
      </FieldGroup>
      <ScheduleFields draft={draft} change={change} error={error} />
      <FieldGroup title="Locations and tags">
        <TargetFields noun="monitor" draft={draft} change={change} error={error} ownId={id} />
      </FieldGroup>
    </div>
  );
}

function ScheduleFields({ draft, change, error }: AdvancedFieldsProps) {
  return (
    <FieldGroup title="Schedule">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Interval"
          hint="Seconds between checks, e.g. 60."
          inputMode="decimal"
          value={draft.interval}
          onValue={(interval) => change({ interval })}
          error={fieldErrorOf(error, "interval", "The interval")}
        />
        <Field
          label="Interval while down"
          hint="Seconds, shorter than the interval. Leave blank for the same."
          inputMode="decimal"
          value={draft.confirmInterval}
          onValue={(confirmInterval) => change({ confirmInterval })}
          error={fieldErrorOf(error, "confirm_interval", "The interval while down")}
        />
        <Field
          label="Timeout"
          hint="Seconds until an attempt fails."
          inputMode="decimal"
          value={draft.timeout}
          onValue={(timeout) => change({ timeout })}
          error={fieldErrorOf(error, "timeout", "The timeout")}
        />
        <Field
          label="Retries"
          hint="Additional attempts before a check fails."
          inputMode="numeric"
          value={draft.retries}
          onValue={(retries) => change({ retries })}
          error={fieldErrorOf(error, "retries", "The retries")}
        />
        {draft.retries.trim() !== "0" && (
          <>
            <Field
              label="Retry interval"
              hint="Seconds before the first retry, 1 to 60."
              inputMode="numeric"
              value={draft.retryInterval}
              onValue={(retryInterval) => change({ retryInterval })}
              error={fieldErrorOf(error, "retry.interval_seconds", "The retry interval")}
            />
            <SelectField
              label="Retry backoff"
              value={draft.retryBackoff}
              options={BACKOFF_OPTIONS}
              onValue={(retryBackoff) => change({ retryBackoff })}
              error={fieldErrorOf(error, "retry.backoff", "The backoff")}
            />
          </>
        )}
        <Field
          label="Degraded after"
          hint="Milliseconds. Leave blank for never."
          inputMode="numeric"
          value={draft.degradedAfterMs}
          onValue={(degradedAfterMs) => change({ degradedAfterMs })}
          error={fieldErrorOf(error, "degraded_after_ms", "The limit")}
        />
      </div>
      {draft.locations.length > 1 && draft.retries.trim() !== "0" && (
        <CheckField
          label="Retry at another location"
          hint="A scheduled check that fails is retried at the other locations, in turn."
          isChecked={draft.retriesElsewhere}
          onChecked={(retriesElsewhere) => change({ retriesElsewhere })}
        />
      )}
    </FieldGroup>
  );
}
