import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { fieldErrorOf } from "../../api/api-error.ts";
import { buttonClass } from "../../components/button.tsx";
import { DurationField } from "../../components/forms/duration-field.tsx";
import { Field, SelectField } from "../../components/forms/field.tsx";
import { SubmitForm } from "../../components/forms/submit-form.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
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
      submit={{ label: id === null ? "Add policy" : "Save", busy: "Saving …" }}
      cancel={
        <Link to="/escalation-policies" className={buttonClass()}>
          Cancel
        </Link>
      }
    >
      <Field
        label="Name"
        autoComplete="off"
        placeholder="Shop, around the clock"
        value={draft.name}
        onValue={(name) => change({ name })}
        error={fieldErrorOf(error, "name", "The name")}
      />
      <Field
        label="Description"
        autoComplete="off"
        value={draft.description}
        onValue={(description) => change({ description })}
        error={fieldErrorOf(error, "description", "The description")}
      />
      <StepTimeline steps={draft.steps} names={names} error={error} onSteps={(steps) => change({ steps })} />
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          label="Repeat"
          value={draft.repeatCount}
          onValue={(repeatCount) => change({ repeatCount })}
          options={REPEATS}
          error={fieldErrorOf(error, "repeat_count", "The number of repeats")}
        />
        <DurationField
          label="Wait after the last step"
          value={draft.repeatWait}
          onValue={(repeatWait) => change({ repeatWait })}
          hint="Before the next round, or the fallback."
          error={fieldErrorOf(error, "repeat_wait_seconds", "The wait")}
        />
        <SelectField
          label="Fallback policy"
          value={draft.fallbackId}
          onValue={(fallbackId) => change({ fallbackId })}
          options={[
            { value: "", label: "None" },
            ...others.map((policy) => ({ value: policy.id, label: policy.name })),
          ]}
          hint="If no one acknowledges, or no one is reached."
          error={fieldErrorOf(error, "fallback_policy_id", "The fallback")}
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
  label: count === 0 ? "Never" : count === 1 ? "Once" : `${count} times`,
}));
