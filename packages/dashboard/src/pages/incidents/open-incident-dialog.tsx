import { useNavigate } from "@tanstack/react-router";
import { INCIDENT_SEVERITIES, type IncidentSeverity } from "@vedette/contract/incidents/incident-limits.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../api/api-error.ts";
import { dataOf } from "../../api/client.ts";
import { useApi } from "../../app/session.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field, SelectField } from "../../components/forms/field.tsx";
import { SubmitForm } from "../../components/forms/submit-form.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { t } from "../../language/t.ts";
import { INCIDENT_SEVERITY_WORDS } from "./incident-labels.ts";
import { useShowIncident } from "./use-incidents.ts";
import { useLeadOptions } from "./use-lead-options.ts";

/** Opens an incident by hand and shows it. */
export function OpenIncidentDialog({ onClose }: { onClose(): void }) {
  const api = useApi();
  const navigate = useNavigate();
  const show = useShowIncident();
  const leads = useLeadOptions();
  const [title, setTitle] = useState("");
  const [severity, setSeverity] = useState<IncidentSeverity>("major");
  const [lead, setLead] = useState("");
  const submission = useSubmission(async () => {
    const body = { title, severity, lead_id: lead === "" ? null : lead };
    const incident = await dataOf(api.POST("/api/v1/incidents", { body }));
    show(incident);
    onClose();
    await navigate({ to: "/incidents/$id", params: { id: incident.id } });
  });
  const { error } = submission;
  return (
    <Dialog isOpen title={t("Open incident")} onClose={onClose}>
      <SubmitForm
        isDialog
        submission={submission}
        fields={["title", "lead_id"]}
        submit={{ label: t("Open incident"), busy: t("Opening …") }}
        cancel={onClose}
      >
        <Field
          label={t("Title")}
          hint={t("What users notice, such as: Checkout fails.")}
          value={title}
          onValue={setTitle}
          error={fieldErrorOf(error, "title", t("The title"))}
        />
        <SelectField
          label={t("Severity")}
          value={severity}
          onValue={setSeverity}
          error={null}
          options={INCIDENT_SEVERITIES.map((value) => ({ value, label: INCIDENT_SEVERITY_WORDS[value] }))}
        />
        <SelectField
          label={t("Lead")}
          value={lead}
          onValue={setLead}
          error={fieldErrorOf(error, "lead_id", t("The lead"))}
          options={[{ value: "", label: t("No lead") }, ...leads]}
        />
      </SubmitForm>
    </Dialog>
  );
}
