import { useQueryClient } from "@tanstack/react-query";
import { IMPACTS, type Impact } from "@vedette/contract/status-pages/status-words.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { CheckField, Field, SelectField } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { toast } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";
import { IMPACT_LABELS } from "../status-labels.ts";
import { bodyOfIncident, EMPTY_INCIDENT, type IncidentDraft } from "./incident-draft.ts";
import { UpdateFields } from "./update-fields.tsx";

const FOLLOWS = "follows";
const IMPACT_OPTIONS: readonly { value: Impact | typeof FOLLOWS; label: string }[] = [
  { value: FOLLOWS, label: t("From the components") },
  ...IMPACTS.map((value) => ({ value, label: IMPACT_LABELS[value] })),
];

type NewIncidentDialogProps = { pageId: string; onClose(): void };

export function NewIncidentDialog({ pageId, onClose }: NewIncidentDialogProps) {
  return (
    <Dialog isOpen isWide onClose={onClose} title={t("Post incident")}>
      <IncidentForm pageId={pageId} onClose={onClose} />
    </Dialog>
  );
}

function IncidentForm({ pageId, onClose }: NewIncidentDialogProps) {
  const api = useApi();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(EMPTY_INCIDENT);
  const onChange = (part: Partial<IncidentDraft>) => setDraft({ ...draft, ...part });
  const submission = useSubmission(async () => {
    await dataOf(
      api.POST("/api/v1/status-pages/{id}/incidents", {
        params: { path: { id: pageId } },
        body: bodyOfIncident(draft),
      }),
    );
    await queries.invalidateQueries({ queryKey: keys.all("status-pages") });
    toast(
      draft.published
        ? t("{title} is posted.", { title: draft.title })
        : t("{title} is a draft.", { title: draft.title }),
    );
    onClose();
  }, draft);
  const { error } = submission;
  return (
    <SubmitForm
      submission={submission}
      fields={["title", "status", "impact", "message", "at", "components"]}
      submit={
        draft.published
          ? { label: t("Post incident"), busy: t("Posting …") }
          : { label: t("Save draft"), busy: t("Saving …") }
      }
      cancel={onClose}
      isDialog
    >
      <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
        <Field
          label={t("Title")}
          autoComplete="off"
          placeholder={t("Payments fail")}
          value={draft.title}
          onValue={(title) => onChange({ title })}
          error={fieldErrorOf(error, "title", t("The title"))}
        />
        <SelectField
          label={t("Impact")}
          value={draft.impact ?? FOLLOWS}
          onValue={(impact) => onChange({ impact: impact === FOLLOWS ? null : impact })}
          options={IMPACT_OPTIONS}
          error={fieldErrorOf(error, "impact", t("The impact"))}
        />
      </div>
      <UpdateFields pageId={pageId} draft={draft} onChange={onChange} error={error} />
      <CheckField
        label={t("Publish at once")}
        hint={t("Otherwise it is a draft, which visitors do not see.")}
        isChecked={draft.published}
        onChecked={(published) => onChange({ published })}
      />
    </SubmitForm>
  );
}
