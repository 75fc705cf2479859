import { fieldErrorOf } from "../../api/api-error.ts";
import { DurationField } from "../../components/forms/duration-field.tsx";
import { CheckField, Field, SelectField } from "../../components/forms/field.tsx";
import { FoldedSection } from "../../components/forms/folded-section.tsx";
import { t } from "../../language/t.ts";
import type { GroupBy } from "./rule-draft.ts";
import type { RulePart } from "./rule-part.ts";

/** Severity and recovery notification of a rule, and the fields that few rules need. */
export function RuleNotificationFields(part: RulePart) {
  const { draft, error, onChange } = part;
  return (
    <>
      <SelectField
        label={t("Severity")}
        value={draft.severity}
        onValue={(severity) => onChange({ severity })}
        options={[
          { value: "critical", label: t("Critical") },
          { value: "warning", label: t("Warning") },
        ]}
        hint={t("Shown in the dashboard and in notifications.")}
        error={fieldErrorOf(error, "severity", t("The severity"))}
      />
      <CheckField
        label={t("Notify on recovery")}
        isChecked={draft.notifyRecovery}
        onChecked={(notifyRecovery) => onChange({ notifyRecovery })}
      />
      <CheckField
        label={t("Flap detection")}
        hint={t(
          "From the fifth alert of a target within 30 min on, notify only if it stays open for 10 min.",
        )}
        isChecked={draft.detectsFlapping}
        onChecked={(detectsFlapping) => onChange({ detectsFlapping })}
      />
      <CheckField
        label={t("Open an incident")}
        hint={t("Alerts of the same outage share one incident.")}
        isChecked={draft.opensIncident}
        onChecked={(opensIncident) => onChange({ opensIncident })}
      />
      <AdvancedFields {...part} />
    </>
  );
}

const GROUPINGS: readonly { value: GroupBy; label: string }[] = [
  { value: "target", label: t("No, one per target") },
  { value: "group", label: t("One per group") },
  { value: "tag", label: t("One per tag value") },
  { value: "rule", label: t("One for the rule") },
];

const ADVANCED_PATHS = [
  "confirm_seconds",
  "recovery_threshold",
  "cooldown_seconds",
  "remind_every_seconds",
  "group_by",
];

function AdvancedFields({ draft, error, onChange }: RulePart) {
  const hasError = error?.details.some(({ path }) => ADVANCED_PATHS.includes(path)) ?? false;
  return (
    <FoldedSection
      title={t("Advanced")}
      summary={t("Confirmation, recovery, grouping, cooldown, reminders")}
      hasError={hasError}
    >
      <div className="grid gap-4 pt-4 sm:grid-cols-2">
        <Field
          label={t("Confirm for (seconds)")}
          inputMode="numeric"
          value={draft.confirmSeconds}
          onValue={(confirmSeconds) => onChange({ confirmSeconds })}
          hint={t("How long the condition must hold before an alert opens, 0 to 3600.")}
          error={fieldErrorOf(error, "confirm_seconds", t("The confirmation time in seconds"))}
        />
        <Field
          label={t("Good results needed")}
          inputMode="numeric"
          value={draft.recoveryThreshold}
          onValue={(recoveryThreshold) => onChange({ recoveryThreshold })}
          hint={t("In a row before the alert resolves, 1 to 100.")}
          error={fieldErrorOf(error, "recovery_threshold", t("The number of good results"))}
        />
        <SelectField
          label={t("Group notifications")}
          value={draft.groupBy}
          onValue={(groupBy) => onChange({ groupBy })}
          options={GROUPINGS}
          hint={t("Alerts that share one are added to it while it is open.")}
          error={draft.groupBy === "tag" ? null : fieldErrorOf(error, "group_by", t("The grouping"))}
        />
        {draft.groupBy === "tag" && (
          <Field
            label={t("Tag name")}
            autoComplete="off"
            placeholder={"team"}
            value={draft.groupTag}
            onValue={(groupTag) => onChange({ groupTag })}
            hint={t("With team, targets with the tag team:shop share one.")}
            error={fieldErrorOf(error, "group_by", t("The grouping"))}
          />
        )}
        <DurationField
          label={t("Cooldown")}
          value={draft.cooldown}
          onValue={(cooldown) => onChange({ cooldown })}
          hint={t("Minimum time between two alerts for the same target.")}
          error={fieldErrorOf(error, "cooldown_seconds", t("The cooldown"))}
        />
        <DurationField
          label={t("Reminder")}
          placeholder={t("Never")}
          value={draft.remindEvery}
          onValue={(remindEvery) => onChange({ remindEvery })}
          hint={t("Repeat until acknowledged. Leave blank for no reminders.")}
          error={fieldErrorOf(error, "remind_every_seconds", t("The reminder interval"))}
        />
      </div>
    </FoldedSection>
  );
}
