import { Link } from "@tanstack/react-router";
import { SLIS, SLO_WINDOWS } from "@vedette/contract/slos/slo-limits.ts";
import { useState } from "react";
import { type ApiError, fieldErrorOf } from "../../api/api-error.ts";
import { ForRole } from "../../app/for-role.tsx";
import { buttonClass } from "../../components/button.tsx";
import { CheckField, Field, SelectField, TextField } from "../../components/forms/field.tsx";
import { SubmitForm } from "../../components/forms/submit-form.tsx";
import { TimezoneField } from "../../components/forms/timezone-field.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { SelectorField } from "../../features/targets/fields/selector-field.tsx";
import { t } from "../../language/t.ts";
import { isSloWithoutTargets, type SloDraft } from "./slo-draft.ts";
import { SLI_LABELS, WINDOW_LABELS } from "./slo-labels.ts";
import { SloPreview } from "./slo-preview.tsx";

type SloFormProps = {
  initial: SloDraft;
  /** Null for a new SLO. */
  id: string | null;
  /** Resolves to false if nothing was saved. */
  onSave(draft: SloDraft): Promise<unknown>;
};

type SloPart = { draft: SloDraft; error: ApiError | null; onChange(some: Partial<SloDraft>): void };

/** Form that creates or edits an SLO, with the report that it would have now. */
export function SloForm({ initial, id, onSave }: SloFormProps) {
  const [draft, setDraft] = useState(initial);
  const [isMissing, setMissing] = useState(false);
  const submission = useSubmission(async () => {
    setMissing(isSloWithoutTargets(draft));
    return isSloWithoutTargets(draft) ? false : onSave(draft);
  }, draft);
  const { error } = submission;
  const part = { draft, error, onChange: (some: Partial<SloDraft>) => setDraft({ ...draft, ...some }) };
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]">
      <SubmitForm
        className="card gap-5 p-6"
        submission={submission}
        submit={{ label: id === null ? t("Add SLO") : t("Save"), busy: t("Saving …") }}
        cancel={
          id === null ? (
            <Link to="/slos" className={buttonClass()}>
              {t("Cancel")}
            </Link>
          ) : (
            <Link to="/slos/$id" params={{ id }} className={buttonClass()}>
              {t("Cancel")}
            </Link>
          )
        }
      >
        <Field
          label={t("Name")}
          autoComplete="off"
          placeholder={t("Checkout works")}
          value={draft.name}
          onValue={(name) => part.onChange({ name })}
          error={fieldErrorOf(error, "name", t("The name"))}
        />
        <MeasureFields {...part} />
        <WindowFields {...part} />
        <SelectField
          label={t("Targets")}
          value={draft.covers}
          onValue={(covers) => part.onChange({ covers })}
          options={[
            { value: "some", label: t("Targets by tag, group, kind or name") },
            { value: "all", label: t("All targets, including future ones") },
          ]}
          error={
            isMissing && isSloWithoutTargets(draft)
              ? t("Select a target, tag, group or kind below.")
              : fieldErrorOf(error, "selector", t("The selection"))
          }
        />
        {draft.covers === "some" && (
          <SelectorField
            selector={draft.selector}
            onSelector={(selector) => part.onChange({ selector })}
            isRequired
            error={error}
          />
        )}
        <TextField
          label={t("Description")}
          value={draft.description}
          onValue={(description) => part.onChange({ description })}
          error={fieldErrorOf(error, "description", t("The description"))}
        />
      </SubmitForm>
      <ForRole>
        <SloPreview draft={draft} />
      </ForRole>
    </div>
  );
}

function MeasureFields({ draft, error, onChange }: SloPart) {
  return (
    <>
      <SelectField
        label={t("What is measured")}
        value={draft.sli}
        onValue={(sli) => onChange({ sli })}
        options={SLIS.map((value) => ({ value, label: SLI_LABELS[value] }))}
        error={fieldErrorOf(error, "sli", t("What is measured"))}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t("Objective (%)")}
          inputMode="decimal"
          value={draft.objective}
          onValue={(objective) => onChange({ objective })}
          hint={t("50 to 99.999, such as 99.9.")}
          error={fieldErrorOf(error, "objective", t("The objective"))}
        />
        {draft.sli === "latency" && (
          <Field
            label={t("Good up to (ms)")}
            inputMode="decimal"
            value={draft.latencyMs}
            onValue={(latencyMs) => onChange({ latencyMs })}
            hint={t("Response time, within 1 %.")}
            error={fieldErrorOf(error, "latency_ms", t("The response time"))}
          />
        )}
      </div>
      <CheckField
        label={t("Leave maintenance out")}
        hint={t("If off, maintenance counts as downtime, and its checks count.")}
        isChecked={draft.excludesMaintenance}
        onChecked={(excludesMaintenance) => onChange({ excludesMaintenance })}
      />
    </>
  );
}

function WindowFields({ draft, error, onChange }: SloPart) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={t("Window")}
        value={draft.window}
        onValue={(window) => onChange({ window })}
        options={SLO_WINDOWS.map((value) => ({ value, label: WINDOW_LABELS[value] }))}
        error={fieldErrorOf(error, "window", t("The window"))}
      />
      <TimezoneField
        value={draft.timezone}
        onValue={(timezone) => onChange({ timezone })}
        hint={t("For months, and for days in the chart.")}
        error={fieldErrorOf(error, "timezone", t("The time zone"))}
      />
    </div>
  );
}
