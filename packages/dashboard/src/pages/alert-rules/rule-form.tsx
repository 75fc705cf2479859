import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { fieldErrorOf } from "../../api/api-error.ts";
import { ForRole } from "../../app/for-role.tsx";
import { buttonClass } from "../../components/button.tsx";
import { CheckField, Field, SelectField } from "../../components/forms/field.tsx";
import { SubmitForm } from "../../components/forms/submit-form.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { RULE_TYPE_LABELS, ruleText } from "../../features/alerts/alert-labels.ts";
import { SelectorField } from "../../features/targets/fields/selector-field.tsx";
import { TargetChoice } from "../../features/targets/fields/target-choice.tsx";
import { Message } from "../../language/message.tsx";
import { t } from "../../language/t.ts";
import { ChannelChoice } from "../alert-channels/channel-choice.tsx";
import { PolicyChoice } from "../escalation-policies/policy-choice.tsx";
import { SloChoice } from "../slos/slo-choice.tsx";
import { ChoiceField } from "./choice-field.tsx";
import { bodyOfRule, RULE_KINDS, RULE_PARAMS, RULE_TYPES, type RuleDraft } from "./rule-draft.ts";
import { RuleNotificationFields } from "./rule-notification-fields.tsx";
import type { RulePart } from "./rule-part.ts";
import { RulePreview } from "./rule-preview.tsx";

type RuleFormProps = {
  initial: RuleDraft;
  isNew: boolean;
  /** Resolves to false if nothing was saved. */
  onSave(draft: RuleDraft): Promise<unknown>;
};

/** Form that creates or edits a rule, with a preview of the alerts that it would have opened. */
export function RuleForm({ initial, isNew, onSave }: RuleFormProps) {
  const [draft, setDraft] = useState(initial);
  const submission = useSubmission(() => onSave(draft), draft);
  const { error } = submission;
  const part = { draft, error, onChange: (some: Partial<RuleDraft>) => setDraft({ ...draft, ...some }) };
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]">
      <SubmitForm
        className="card gap-5 p-6"
        submission={submission}
        submit={{ label: isNew ? t("Add rule") : t("Save"), busy: t("Saving …") }}
        cancel={
          <Link to="/alerts/rules" className={buttonClass()}>
            {t("Cancel")}
          </Link>
        }
      >
        <Field
          label={t("Name")}
          autoComplete="off"
          placeholder={t("Shop is down")}
          value={draft.name}
          onValue={(name) => part.onChange({ name })}
          error={fieldErrorOf(error, "name", t("The name"))}
        />
        <SelectField
          label={t("Type")}
          value={draft.type}
          onValue={(chosen) => part.onChange(withType(draft, chosen))}
          options={RULE_TYPES.map((value) => ({ value, label: RULE_TYPE_LABELS[value] }))}
          hint={
            draft.type === initial.type || isNew
              ? undefined
              : t("Saving replaces the rule by a new one of this type, and resolves its open alerts.")
          }
          error={fieldErrorOf(error, "type", t("The type"))}
        />
        <ParamFields {...part} />
        <p className="rounded-lg bg-raised px-3.5 py-2.5">
          <Message
            text="An alert opens when {condition}."
            values={{ condition: <strong>{ruleText(bodyOfRule(draft))}</strong> }}
          />
        </p>
        {draft.type === "burn_rate" ? <SloChoice {...part} /> : <Target {...part} />}
        <ChannelChoice
          chosen={draft.channelIds}
          onChosen={(channelIds) => part.onChange({ channelIds })}
          error={fieldErrorOf(error, "channel_ids", t("Channels"))}
        />
        <PolicyChoice
          value={draft.policyId}
          onValue={(policyId) => part.onChange({ policyId })}
          error={fieldErrorOf(error, "escalation_policy_id", t("The escalation policy"))}
        />
        <RuleNotificationFields {...part} />
        <CheckField
          label={t("Enabled")}
          isChecked={draft.isEnabled}
          onChecked={(isEnabled) => part.onChange({ isEnabled })}
        />
      </SubmitForm>
      <ForRole>
        <RulePreview draft={draft} />
      </ForRole>
    </div>
  );
}

/** Clears the target if the new type does not support its kind. */
function withType(draft: RuleDraft, type: RuleDraft["type"]): Partial<RuleDraft> {
  const fits = draft.target === null || RULE_KINDS[type].includes(draft.target.type);
  return { type, target: fits ? draft.target : null };
}

function ParamFields({ draft, error, onChange }: RulePart) {
  const values = draft.params[draft.type];
  const change = (key: string, value: string) =>
    onChange({ params: { ...draft.params, [draft.type]: { ...values, [key]: value } } });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {RULE_PARAMS[draft.type].map(({ key, label, hint, options, isList, isText, isChoice }) => {
        const value = values[key] ?? "";
        const field = { label, hint, value, error: fieldErrorOf(error, `params.${key}`, t("The value")) };
        const onValue = (text: string) => change(key, text);
        const inputMode = isList || isText ? "text" : "decimal";
        if (options && isChoice)
          return <ChoiceField key={key} {...field} options={options} onValue={onValue} />;
        if (!options) return <Field key={key} {...field} inputMode={inputMode} onValue={onValue} />;
        const isKnown = options.some((option) => option.value === value);
        const all = isKnown
          ? options
          : [...options, { value, label: isList ? value : t("{value} seconds", { value }) }];
        return <SelectField key={key} {...field} onValue={onValue} options={all} />;
      })}
    </div>
  );
}

function Target({ draft, error, onChange }: RulePart) {
  const { covers, selector } = draft;
  const kinds = RULE_KINDS[draft.type];
  const fieldError =
    ["monitor_id", "api_monitor_id", "journey_id", "heartbeat_id"]
      .map((path) => fieldErrorOf(error, path, t("The target")))
      .find((found) => found !== null) ?? null;
  return (
    <div className="grid gap-4">
      <SelectField
        label={t("Target")}
        value={covers}
        onValue={(chosen) => onChange({ covers: chosen, target: null })}
        options={[
          { value: "all", label: t("All targets, including future ones") },
          { value: "some", label: t("Targets by tag, group or kind") },
          { value: "one", label: t("One target") },
        ]}
        hint={kinds.length === 1 ? ONLY_KIND_HINTS[kinds[0] ?? "monitor"] : undefined}
        error={covers === "one" ? null : (fieldError ?? fieldErrorOf(error, "selector", t("The selection")))}
      />
      {covers === "one" && (
        <TargetChoice
          label={t("Select a target")}
          kinds={kinds}
          isSingle
          chosen={draft.target === null ? [] : [draft.target]}
          onChosen={([target = null]) => onChange({ target })}
          error={fieldError}
        />
      )}
      {covers === "some" && (
        <SelectorField
          selector={selector}
          onSelector={(chosen) => onChange({ selector: chosen })}
          kinds={kinds}
          error={error}
        />
      )}
    </div>
  );
}

const ONLY_KIND_HINTS = {
  monitor: t("Monitors only."),
  api_monitor: t("API monitors only."),
  journey: t("Only journeys have screenshots."),
  heartbeat: t("Heartbeats only."),
};
