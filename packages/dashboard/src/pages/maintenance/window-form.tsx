import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { fieldErrorOf } from "../../api/api-error.ts";
import { buttonClass } from "../../components/button.tsx";
import { DurationField } from "../../components/forms/duration-field.tsx";
import { CheckField, Field, SelectField } from "../../components/forms/field.tsx";
import { SubmitForm } from "../../components/forms/submit-form.tsx";
import { TimezoneField } from "../../components/forms/timezone-field.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { SelectorField } from "../../features/targets/fields/selector-field.tsx";
import { t } from "../../language/t.ts";
import { AnnouncementFields } from "./announcement-fields.tsx";
import { recurrenceText, writeRrule } from "./recurrence.ts";
import { RecurrenceFields } from "./recurrence-fields.tsx";
import { isWithoutTarget, type WindowDraft } from "./window-draft.ts";
import { COVERS_OPTIONS, MODE_OPTIONS } from "./window-labels.ts";
import type { WindowPart } from "./window-part.ts";

type WindowFormProps = {
  initial: WindowDraft;
  isNew: boolean;
  /** Resolves to false if nothing was saved. */
  onSave(draft: WindowDraft): Promise<unknown>;
};
/** Form that creates or edits a maintenance window. */
export function WindowForm({ initial, isNew, onSave }: WindowFormProps) {
  const [draft, setDraft] = useState(initial);
  const [isMissing, setMissing] = useState(false);
  const submission = useSubmission(async () => {
    setMissing(isWithoutTarget(draft));
    return isWithoutTarget(draft) ? false : onSave(draft);
  }, draft);
  const { error } = submission;
  const part = { draft, error, onChange: (some: Partial<WindowDraft>) => setDraft({ ...draft, ...some }) };
  const { recurrence } = draft;
  return (
    <SubmitForm
      className="card max-w-3xl gap-5 p-6"
      submission={submission}
      submit={{ label: isNew ? t("Schedule maintenance") : t("Save"), busy: t("Saving …") }}
      cancel={
        <Link to="/alerts/maintenance" className={buttonClass()}>
          {t("Cancel")}
        </Link>
      }
    >
      <Field
        label={t("Name")}
        autoComplete="off"
        placeholder={t("Database upgrade")}
        value={draft.name}
        onValue={(name) => part.onChange({ name })}
        error={fieldErrorOf(error, "name", t("The name"))}
      />
      <TimeFields {...part} />
      <RecurrenceFields
        recurrence={recurrence}
        onRecurrence={(changed) => part.onChange({ recurrence: changed })}
        error={fieldErrorOf(error, "rrule", t("The recurrence"))}
      />
      {recurrence.repeats !== "once" && (
        <p className="rounded-lg bg-raised px-3.5 py-2.5">
          {recurrenceText(writeRrule(recurrence))}.{" "}
          <code className="text-soft">{writeRrule(recurrence)}</code>
        </p>
      )}
      <CoveredFields {...part} isMissing={isMissing && isWithoutTarget(draft)} />
      <SelectField
        label={t("During maintenance")}
        value={draft.mode}
        onValue={(mode) => part.onChange({ mode })}
        options={MODE_OPTIONS}
        error={fieldErrorOf(error, "mode", t("The mode"))}
      />
      {draft.mode === "mute" && (
        <CheckField
          label={t("Include in uptime")}
          hint={t("If off, status is Maintenance and results are excluded.")}
          isChecked={draft.countsUptime}
          onChecked={(countsUptime) => part.onChange({ countsUptime })}
        />
      )}
      <AnnouncementFields {...part} />
    </SubmitForm>
  );
}

function TimeFields({ draft, error, onChange }: WindowPart) {
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_minmax(0,1.2fr)]">
      <Field
        label={draft.recurrence.repeats === "once" ? t("Start") : t("First start")}
        type="datetime-local"
        value={draft.startsAt}
        onValue={(startsAt) => onChange({ startsAt })}
        hint={t("Local time in this time zone.")}
        error={fieldErrorOf(error, "starts_at", t("The start"))}
      />
      <DurationField
        label={t("Duration")}
        value={draft.duration}
        onValue={(duration) => onChange({ duration })}
        hint={t("At most 30 days.")}
        error={fieldErrorOf(error, "duration_seconds", t("The duration"))}
      />
      <TimezoneField
        value={draft.timezone}
        onValue={(timezone) => onChange({ timezone })}
        hint={t("Daylight saving time is handled automatically.")}
        error={fieldErrorOf(error, "timezone", t("The time zone"))}
      />
    </div>
  );
}

function CoveredFields({ draft, error, onChange, isMissing }: WindowPart & { isMissing: boolean }) {
  return (
    <div className="grid gap-4">
      <SelectField
        label={t("Applies to")}
        value={draft.covers}
        onValue={(covers) => onChange({ covers })}
        options={COVERS_OPTIONS}
        error={isMissing ? t("Select a target, tag, group or kind below.") : null}
      />
      {draft.covers === "some" && (
        <SelectorField
          selector={draft.selector}
          onSelector={(selector) => onChange({ selector })}
          isRequired
          error={error}
        />
      )}
    </div>
  );
}
