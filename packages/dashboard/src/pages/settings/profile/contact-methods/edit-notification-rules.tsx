import {
  type ContactMethod,
  type NotificationRule,
  RULE_SEVERITIES,
  type RuleSeverity,
} from "@vedette/contract/on-call/contact-methods.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../../../api/api-error.ts";
import { dataOf } from "../../../../api/client.ts";
import { useApi } from "../../../../app/session.tsx";
import { Button, IconButton } from "../../../../components/button.tsx";
import { Field, SelectField } from "../../../../components/forms/field.tsx";
import { SubmitForm } from "../../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../../components/forms/use-submission.ts";
import { toast } from "../../../../components/toast.tsx";
import { t } from "../../../../language/t.ts";
import { methodLabel, SEVERITY_LABELS } from "./contact-labels.ts";

/** A rule while it is edited; the key distinguishes equal rules. */
type Draft = { key: number; minutes: string; severity: RuleSeverity; methodId: string };
type EditProps = {
  rules: readonly NotificationRule[];
  rulesMax: number;
  methods: readonly ContactMethod[];
  onSaved(): Promise<void>;
  onClose(): void;
};

const FIELDS = ["after_seconds", "contact_method_id", "severity"] as const;
const SEVERITIES = RULE_SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] }));

export function EditNotificationRules({ rules, rulesMax, methods, onSaved, onClose }: EditProps) {
  const api = useApi();
  const [drafts, setDrafts] = useState<readonly Draft[]>(() =>
    rules.map((rule, key) => ({
      ...{ key, minutes: String(rule.after_seconds / 60), severity: rule.severity },
      methodId: rule.contact_method_id,
    })),
  );
  const submission = useSubmission(
    async () => {
      await dataOf(api.PUT("/api/v1/user/notification-rules", { body: { rules: drafts.map(toRule) } }));
      toast(t("Notification rules saved."));
      await onSaved();
    },
    { drafts },
  );
  const change = (key: number, changed: Partial<Draft>) =>
    setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, ...changed } : draft)));
  const add = () => {
    const key = Math.max(-1, ...drafts.map((draft) => draft.key)) + 1;
    setDrafts([...drafts, { key, minutes: "0", severity: "any", methodId: methods[0]?.id ?? "" }]);
  };
  return (
    <SubmitForm
      submission={submission}
      fields={drafts.flatMap((_, index) => FIELDS.map((field) => `rules.${index}.${field}`))}
      submit={{ label: t("Save rules"), busy: t("Saving …") }}
      cancel={onClose}
    >
      <ol className="grid gap-4">
        {drafts.map((draft, index) => (
          <li key={draft.key}>
            <RuleFields
              number={index + 1}
              errorOf={(field, name) => fieldErrorOf(submission.error, `rules.${index}.${field}`, name)}
              draft={draft}
              methods={methods}
              onChange={(changed) => change(draft.key, changed)}
              onDelete={() => setDrafts(drafts.filter(({ key }) => key !== draft.key))}
            />
          </li>
        ))}
      </ol>
      {drafts.length === 0 && (
        <p className="text-soft">{t("Without rules the default applies: email and push at once.")}</p>
      )}
      <div>
        <Button icon="plus" disabled={drafts.length >= rulesMax} onClick={add}>
          {t("Add rule")}
        </Button>
      </div>
    </SubmitForm>
  );
}

type RuleFieldsProps = {
  number: number;
  errorOf(field: keyof NotificationRule, name: string): ReturnType<typeof fieldErrorOf>;
  draft: Draft;
  methods: readonly ContactMethod[];
  onChange(changed: Partial<Draft>): void;
  onDelete(): void;
};

function RuleFields({ number, errorOf, draft, methods, onChange, onDelete }: RuleFieldsProps) {
  const options = methods.map((method) => ({ value: method.id, label: methodLabel(method) }));
  return (
    <fieldset className="grid items-start gap-3 rounded-md border border-line p-3 sm:grid-cols-[6rem_minmax(0,3fr)_minmax(0,2fr)_auto]">
      <legend className="px-1 text-[0.8125rem] text-soft">{t("Rule {number}", { number })}</legend>
      <Field
        label={t("After (min)")}
        type="number"
        inputMode="decimal"
        min={0}
        max={1_440}
        value={draft.minutes}
        onValue={(minutes) => onChange({ minutes })}
        error={errorOf("after_seconds", t("The time"))}
      />
      <SelectField
        label={t("Contact method")}
        value={draft.methodId}
        onValue={(methodId) => onChange({ methodId })}
        error={errorOf("contact_method_id", t("The contact method"))}
        options={options}
      />
      <SelectField
        label={t("Alerts")}
        value={draft.severity}
        onValue={(severity) => onChange({ severity })}
        error={errorOf("severity", t("The severity"))}
        options={SEVERITIES}
      />
      <IconButton
        label={t("Delete rule {number}", { number })}
        icon="close"
        className="sm:mt-8"
        onClick={onDelete}
      />
    </fieldset>
  );
}

function toRule({ minutes, severity, methodId }: Draft): NotificationRule {
  return { severity, after_seconds: Math.round(Number(minutes) * 60), contact_method_id: methodId };
}
