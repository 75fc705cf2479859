import { useQueryClient } from "@tanstack/react-query";
import type { PageIncident } from "@vedette/contract/status-pages/page-incidents.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field, SelectField } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { toast } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";
import { IMPACT_LABELS, optionsOf } from "../status-labels.ts";

const IMPACT_OPTIONS = optionsOf(IMPACT_LABELS);

type EditIncidentDialogProps = { incident: PageIncident; onClose(): void };

/** The title and the impact; the status changes with an update. */
export function EditIncidentDialog({ incident, onClose }: EditIncidentDialogProps) {
  return (
    <Dialog isOpen onClose={onClose} title={t("Edit incident")}>
      <IncidentFields incident={incident} onClose={onClose} />
    </Dialog>
  );
}

function IncidentFields({ incident, onClose }: EditIncidentDialogProps) {
  const api = useApi();
  const queries = useQueryClient();
  const [title, setTitle] = useState(incident.title);
  const [impact, setImpact] = useState(incident.impact);
  const body = { title, impact };
  const submission = useSubmission(async () => {
    const params = { path: { id: incident.page_id, incident_id: incident.id } };
    await dataOf(api.PUT("/api/v1/status-pages/{id}/incidents/{incident_id}", { params, body }));
    await queries.invalidateQueries({ queryKey: keys.all("status-pages") });
    toast(t("{title} saved.", { title }));
    onClose();
  }, body);
  return (
    <SubmitForm
      submission={submission}
      fields={["title", "impact"]}
      submit={{ label: t("Save"), busy: t("Saving …") }}
      cancel={onClose}
      isDialog
    >
      <Field
        label={t("Title")}
        autoComplete="off"
        value={title}
        onValue={setTitle}
        error={fieldErrorOf(submission.error, "title", t("The title"))}
      />
      <SelectField
        label={t("Impact")}
        value={impact}
        onValue={setImpact}
        options={IMPACT_OPTIONS}
        error={fieldErrorOf(submission.error, "impact", t("The impact"))}
      />
    </SubmitForm>
  );
}
