import { faultOf } from "../../api/api-error.ts";
import { CheckField, Field, SelectField } from "../../components/field.tsx";
import type { RulePart } from "./rule-part.ts";

/** How loud a rule is. */
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
        hint="Shown, and sent along."
        fault={faultOf(error, "severity", "The severity")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Cooldown, minutes"
          inputMode="decimal"
          value={draft.cooldownMinutes}
          onValue={(cooldownMinutes) => onChange({ cooldownMinutes })}
          hint="So long after an alert no other one opens for the same target."
          fault={faultOf(error, "cooldown_seconds", "The cooldown in seconds")}
        />
        <Field
          label="Reminder, minutes"
          inputMode="decimal"
          placeholder="never"
          value={draft.remindMinutes}
          onValue={(remindMinutes) => onChange({ remindMinutes })}
          hint="So often until somebody acknowledges it. Empty for never."
          fault={faultOf(error, "remind_every_seconds", "The time in seconds")}
        />
      </div>
      <CheckField
        label="Tell when it is over"
        isChecked={draft.tellsRecovery}
        onChecked={(tellsRecovery) => onChange({ tellsRecovery })}
      />
    </>
  );
}
