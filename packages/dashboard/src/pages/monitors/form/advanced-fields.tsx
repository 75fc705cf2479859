import { type ApiError, fieldErrorOf } from "../../../api/api-error.ts";
import { Field } from "../../../components/forms/field.tsx";
import { FieldGroup } from "../../../components/forms/field-group.tsx";
import { AssertionEditor } from "../../../features/assertions/assertion-editor.tsx";
import { checkView } from "../../../features/checks/check-views.ts";
import { TargetFields } from "../../../features/targets/fields/target-fields.tsx";
import { CheckFieldsOf } from "./check-fields.tsx";
import { assertionsOf, type MonitorDraft } from "./monitor-draft.ts";

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
        <Field
          label="Degraded after"
          hint="Milliseconds. Leave blank for never."
          inputMode="numeric"
          value={draft.degradedAfterMs}
          onValue={(degradedAfterMs) => change({ degradedAfterMs })}
          error={fieldErrorOf(error, "degraded_after_ms", "The limit")}
        />
      </div>
    </FieldGroup>
  );
}
