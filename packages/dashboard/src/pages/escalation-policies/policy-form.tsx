import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { fieldErrorOf } from "../../api/api-error.ts";
import { buttonClass } from "../../components/button.tsx";
import { DurationField } from "../../components/forms/duration-field.tsx";
import { Field, SelectField } from "../../components/forms/field.tsx";
import { SubmitForm } from "../../components/forms/submit-form.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { t } from "../../language/t.ts";
import { bodyOfPolicy, type PolicyDraft } from "./policy-draft.ts";
import { policyText } from "./policy-text.ts";
import { StepTimeline } from "./step-timeline.tsx";
import { usePolicies } from "./use-policies.ts";
import { useTargetNames } from "./use-target-names.ts";

type PolicyFormProps = {
  /** Null for a new policy. */
  id: string | null;
  initial: PolicyDraft;
  /** Resolves to false if nothing was saved. */
  onSave(draft: PolicyDraft): Promise<unknown>;
};

/** Form that creates or edits an escalation policy. */
export function PolicyForm({ id, initial, onSave }: PolicyFormProps) {
  const [draft, setDraft] = useState(initial);
  const submission = useSubmission(() => onSave(draft), draft);
  const { error } = submission;
  const change = (some: Partial<PolicyDraft>) => setDraft({ ...draft, ...some });
  const names = useTargetNames();
  const others = (usePolicies().data ?? []).filter((policy) => policy.id !== id);
  const fallbackName = others.find((policy) => policy.id === draft.fallbackId)?.name ?? null;
  return (
    <SubmitForm
      className="card max-w-3xl gap-5 p-6"
      submission={submission}
      submit={{ label: id === null ? t("Add policy") : t("Save"), busy: t("Saving …") }}
      cancel={
        <Link to="/escalation-policies" className={buttonClass()}>
          {t("Cancel")}
        </Link>
      }
    >
      <Field
        label={t("Name")}
        autoComplete="off"
        placeholder={t("Shop, around the clock")}
        value={draft.name}
        onValue={(name) => change({ name })}
        error={fieldErrorOf(error, "name", t("The name"))}
      />
      <Field
        label={t("Description")}
        autoComplete="off"
        value={draft.description}
        onValue={(description) => change({ description })}
        error={fieldErrorOf(error, "description", t("The description"))}
      />
      <StepTimeline steps={draft.steps} names={names} error={error} onSteps={(steps) => change({ steps })} />
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          label={t("Repeat")}
          value={draft.repeatCount}
          onValue={(repeatCount) => change({ repeatCount })}
          options={REPEATS}
          error={fieldErrorOf(error, "repeat_count", t("The number of repeats"))}
        />
        <DurationField
          label={t("Wait after the last step")}
          value={draft.repeatWait}
          onValue={(repeatWait) => change({ repeatWait })}
          hint={t("Before the next round, or the fallback.")}
          error={fieldErrorOf(error, "repeat_wait_seconds", t("The wait"))}
        />
        <SelectField
          label={t("Fallback policy")}
          value={draft.fallbackId}
          onValue={(fallbackId) => change({ fallbackId })}
          options={[
            { value: "", label: t("None") },
            ...others.map((policy) => ({ value: policy.id, label: policy.name })),
          ]}
          hint={t("If no one acknowledges, or no one is reached.")}
          error={fieldErrorOf(error, "fallback_policy_id", t("The fallback"))}
        />
      </div>
      <p className="rounded-lg bg-raised px-3.5 py-2.5 wrap-anywhere" aria-live="polite">
        {policyText({ ...bodyOfPolicy(draft), fallbackName }, names.nameOf)}
      </p>
    </SubmitForm>
  );
}

const REPEATS = Array.from({ length: 10 }, (_, count) => ({
  value: String(count),
  label: count === 0 ? t("Never") : count === 1 ? t("Once") : t("{count} times", { count }),
}));
