import type { IncidentStatus } from "@vedette/contract/status-pages/status-words.ts";
import { type ApiError, fieldErrorOf, fieldErrorWithin } from "../../../api/api-error.ts";
import { CheckField, Field, SelectField, TextField } from "../../../components/forms/field.tsx";
import { t } from "../../../language/t.ts";
import { usePageComponents } from "../components/use-page-content.ts";
import { INCIDENT_STATUS_LABELS, optionsOf } from "../status-labels.ts";
import { AffectedFields } from "./affected-fields.tsx";
import type { UpdateDraft } from "./incident-draft.ts";

const STATUS_OPTIONS: readonly { value: IncidentStatus; label: string }[] = optionsOf(INCIDENT_STATUS_LABELS);

type UpdateFieldsProps = {
  pageId: string;
  draft: UpdateDraft;
  onChange(part: Partial<UpdateDraft>): void;
  error: ApiError | null;
};

/** What an update says, and what it sets. */
export function UpdateFields({ pageId, draft, onChange, error }: UpdateFieldsProps) {
  const { data: components = [] } = usePageComponents(pageId);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t("Status")}
          value={draft.status}
          onValue={(status) => onChange({ status })}
          options={STATUS_OPTIONS}
          error={fieldErrorOf(error, "status", t("The status"))}
        />
        <Field
          label={t("Time")}
          type="datetime-local"
          hint={t("Your local time, also in the past. Empty: now.")}
          value={draft.at}
          onValue={(at) => onChange({ at })}
          error={fieldErrorOf(error, "at", t("The time"))}
        />
      </div>
      <TextField
        label={t("Message")}
        rows={4}
        hint={t("Markdown: **bold**, lists and links.")}
        placeholder={t("Payments by card fail. We see errors at our provider and write again at 12:30.")}
        value={draft.message}
        onValue={(message) => onChange({ message })}
        error={fieldErrorOf(error, "message", t("The message"))}
      />
      {draft.status === "resolved" ? (
        <p className="text-soft">{t("Resolving ends the statuses that this incident set.")}</p>
      ) : (
        <AffectedFields
          components={components}
          affected={draft.affected}
          onAffected={(affected) => onChange({ affected })}
          error={fieldErrorWithin(error, "components", t("A component"))}
        />
      )}
      <CheckField
        label={t("Notify subscribers")}
        isChecked={draft.notify}
        onChecked={(notify) => onChange({ notify })}
      />
    </>
  );
}
