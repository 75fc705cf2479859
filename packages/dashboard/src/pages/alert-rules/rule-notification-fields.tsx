import { fieldErrorOf } from "../../api/api-error.ts";
import { CheckField, Field, SelectField } from "../../components/forms/field.tsx";
import type { RulePart } from "./rule-part.ts";

/** Severity, cooldown, reminder and recovery settings of a rule. */
export function RuleNotificationFields({ draft, error, onChange }: RulePart) {
  return (
    <>
      <SelectField
        label="Severity"
        value={draft.severity}
        onValue={(severity) => onChange({ severity })}
        options={[
          { value: "critical", label: "Critical" },
          { value: "warning", label: "Warning" },
        ]}
        hint="Shown in the dashboard and in notifications."
        error={fieldErrorOf(error, "severity", "The severity")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Cooldown (minutes)"
          inputMode="decimal"
          value={draft.cooldownMinutes}
          onValue={(cooldownMinutes) => onChange({ cooldownMinutes })}
          hint="Minimum time between two alerts for the same target."
          error={fieldErrorOf(error, "cooldown_seconds", "The cooldown in seconds")}
        />
        <Field
          label="Reminder (minutes)"
          inputMode="decimal"
          placeholder="Never"
          value={draft.remindMinutes}
          onValue={(remindMinutes) => onChange({ remindMinutes })}
          hint="Repeat until acknowledged. Leave blank for no reminders."
          error={fieldErrorOf(error, "remind_every_seconds", "The reminder interval in seconds")}
        />
      </div>
      <CheckField
        label="Notify on recovery"
        isChecked={draft.notifyRecovery}
        onChecked={(notifyRecovery) => onChange({ notifyRecovery })}
      />
    </>
  );
}
