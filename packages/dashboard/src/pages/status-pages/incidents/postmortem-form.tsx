import { useQueryClient } from "@tanstack/react-query";
import type { PageIncident } from "@vedette/contract/status-pages/page-incidents.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { TextField } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { toast } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";

export function PostmortemForm({ incident }: { incident: PageIncident }) {
  const api = useApi();
  const queries = useQueryClient();
  const [text, setText] = useState(incident.postmortem ?? "");
  const submission = useSubmission(async () => {
    await dataOf(
      api.PUT("/api/v1/status-pages/{id}/incidents/{incident_id}", {
        params: { path: { id: incident.page_id, incident_id: incident.id } },
        body: { postmortem: text.trim() === "" ? null : text },
      }),
    );
    await queries.invalidateQueries({ queryKey: keys.all("status-pages") });
    toast(t("Postmortem saved."));
  }, text);
  return (
    <SubmitForm
      submission={submission}
      fields={["postmortem"]}
      submit={{ label: t("Save postmortem"), busy: t("Saving …"), variant: "plain" }}
    >
      <TextField
        label={t("Text")}
        rows={6}
        hint={t("Markdown. Empty: none.")}
        value={text}
        onValue={setText}
        error={fieldErrorOf(submission.error, "postmortem", t("The text"))}
      />
    </SubmitForm>
  );
}
