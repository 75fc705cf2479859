import { Link } from "@tanstack/react-router";
import {
  REPORT_LANGUAGES,
  REPORT_PERIODS,
  type ReportFormat,
} from "@vedette/contract/reports/report-limits.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../api/api-error.ts";
import { buttonClass } from "../../components/button.tsx";
import { CheckField, Field, SelectField } from "../../components/forms/field.tsx";
import { SubmitForm } from "../../components/forms/submit-form.tsx";
import { TimezoneField } from "../../components/forms/timezone-field.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { isWithoutSelector } from "../../features/targets/fields/covers-draft.ts";
import { CoversField } from "../../features/targets/fields/covers-field.tsx";
import { t } from "../../language/t.ts";
import { RecipientFields } from "./recipient-fields.tsx";
import type { ReportDraft } from "./report-draft.ts";
import { LANGUAGE_LABELS, REPORT_PERIOD_LABELS, SENDING_DAYS } from "./report-labels.ts";
import type { ReportPart } from "./report-part.ts";

type ReportFormProps = {
  initial: ReportDraft;
  /** Null for a new report. */
  id: string | null;
  /** Resolves to false if nothing was saved. */
  onSave(draft: ReportDraft): Promise<unknown>;
};

/** Form that creates or edits a report. */
export function ReportForm({ initial, id, onSave }: ReportFormProps) {
  const [draft, setDraft] = useState(initial);
  const [isMissing, setMissing] = useState(false);
  const submission = useSubmission(async () => {
    setMissing(isWithoutSelector(draft));
    return isWithoutSelector(draft) ? false : onSave(draft);
  }, draft);
  const { error } = submission;
  const part = { draft, error, onChange: (some: Partial<ReportDraft>) => setDraft({ ...draft, ...some }) };
  return (
    <SubmitForm
      className="card max-w-2xl gap-5 p-6"
      submission={submission}
      submit={{ label: id === null ? t("Add report") : t("Save"), busy: t("Saving …") }}
      cancel={
        id === null ? (
          <Link to="/reports" className={buttonClass()}>
            {t("Cancel")}
          </Link>
        ) : (
          <Link to="/reports/$id" params={{ id }} className={buttonClass()}>
            {t("Cancel")}
          </Link>
        )
      }
    >
      <Field
        label={t("Name")}
        autoComplete="off"
        placeholder={t("Monthly availability")}
        value={draft.name}
        onValue={(name) => part.onChange({ name })}
        error={fieldErrorOf(error, "name", t("The name"))}
      />
      <TargetFields {...part} isMissing={isMissing} />
      <TimeFields {...part} />
      <RecipientFields {...part} />
      <FormatFields {...part} />
      <CheckField
        label={t("Enabled")}
        hint={t("If off, it is not sent by itself.")}
        isChecked={draft.enabled}
        onChecked={(enabled) => part.onChange({ enabled })}
      />
    </SubmitForm>
  );
}

function TargetFields({ draft, error, onChange, isMissing }: ReportPart & { isMissing: boolean }) {
  return (
    <>
      <CoversField draft={draft} onChange={onChange} isMissing={isMissing} error={error} />
      <Field
        label={t("Goal (%)")}
        inputMode="decimal"
        value={draft.goal}
        onValue={(goal) => onChange({ goal })}
        hint={t("Availability of each target, 50 to 100. Leave blank for none.")}
        error={fieldErrorOf(error, "goal", t("The goal"))}
      />
      <CheckField
        label={t("Leave maintenance out")}
        hint={t("If off, maintenance counts as downtime.")}
        isChecked={draft.excludesMaintenance}
        onChecked={(excludesMaintenance) => onChange({ excludesMaintenance })}
      />
    </>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  ...{ value: String(hour), label: `${String(hour).padStart(2, "0")}:00` },
}));
const DAYS = Array.from({ length: 28 }, (_, index) => ({
  ...{ value: String(index + 1), label: String(index + 1) },
}));

function TimeFields({ draft, error, onChange }: ReportPart) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={t("Period")}
        value={draft.period}
        onValue={(period) => onChange({ period })}
        options={REPORT_PERIODS.map((value) => ({ value, label: REPORT_PERIOD_LABELS[value] }))}
        error={fieldErrorOf(error, "period", t("The period"))}
      />
      <TimezoneField
        value={draft.timezone}
        onValue={(timezone) => onChange({ timezone })}
        hint={t("For the limits of the period and the time of sending.")}
        error={fieldErrorOf(error, "timezone", t("The time zone"))}
      />
      {draft.period === "week" ? (
        <SelectField
          label={t("Send on")}
          value={draft.weekday}
          onValue={(weekday) => onChange({ weekday })}
          options={SENDING_DAYS.map((label, index) => ({ value: String(index + 1), label }))}
          error={fieldErrorOf(error, "weekday", t("The weekday"))}
        />
      ) : (
        <SelectField
          label={t("Send on day")}
          value={draft.day}
          onValue={(day) => onChange({ day })}
          options={DAYS}
          hint={t("Of the first month after the period.")}
          error={fieldErrorOf(error, "day", t("The day"))}
        />
      )}
      <SelectField
        label={t("Send at")}
        value={draft.hour}
        onValue={(hour) => onChange({ hour })}
        options={HOURS}
        error={fieldErrorOf(error, "hour", t("The hour"))}
      />
    </div>
  );
}

const ATTACHMENTS = [
  { format: "pdf", label: t("Attach a PDF"), hint: t("Needs Chromium on the server, as journeys do.") },
  { format: "csv", label: t("Attach a CSV"), hint: t("One line for each target.") },
] as const satisfies readonly { format: ReportFormat; label: string; hint: string }[];

function FormatFields({ draft, error, onChange }: ReportPart) {
  const { attachments } = draft;
  return (
    <>
      {ATTACHMENTS.map(({ format, label, hint }) => (
        <CheckField
          key={format}
          label={label}
          hint={hint}
          isChecked={attachments.includes(format)}
          onChecked={(isChecked) => {
            const others = attachments.filter((other) => other !== format);
            onChange({ attachments: isChecked ? [...others, format] : others });
          }}
        />
      ))}
      <SelectField
        label={t("Language")}
        value={draft.language}
        onValue={(language) => onChange({ language })}
        options={REPORT_LANGUAGES.map((value) => ({ value, label: LANGUAGE_LABELS[value] }))}
        error={fieldErrorOf(error, "language", t("The language"))}
      />
    </>
  );
}
