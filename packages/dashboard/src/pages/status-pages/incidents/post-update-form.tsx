import { useQueryClient } from "@tanstack/react-query";
import type { PageIncident } from "@vedette/contract/status-pages/page-incidents.ts";
import { useState } from "react";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { toast } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";
import { bodyOfUpdate, emptyUpdate } from "./incident-draft.ts";
import { UpdateFields } from "./update-fields.tsx";

/** The next update of an incident. Resolving is an update with the status “Resolved”. */
export function PostUpdateForm({ incident }: { incident: PageIncident }) {
  const api = useApi();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => emptyUpdate(incident));
  const submission = useSubmission(async () => {
    await dataOf(
      api.POST("/api/v1/status-pages/{id}/incidents/{incident_id}/updates", {
        params: { path: { id: incident.page_id, incident_id: incident.id } },
        body: bodyOfUpdate(draft),
      }),
    );
    await queries.invalidateQueries({ queryKey: keys.all("status-pages") });
    toast(
      draft.status === "resolved"
        ? t("{title} is resolved.", { title: incident.title })
        : t("Update posted."),
    );
  }, draft);
  const isResolving = draft.status === "resolved" && incident.status !== "resolved";
  return (
    <SubmitForm
      submission={submission}
      fields={["status", "message", "at", "components"]}
      submit={
        isResolving
          ? { label: t("Resolve incident"), busy: t("Resolving …") }
          : { label: t("Post update"), busy: t("Posting …") }
      }
    >
      <UpdateFields
        pageId={incident.page_id}
        draft={draft}
        onChange={(part) => setDraft({ ...draft, ...part })}
        error={submission.error}
      />
    </SubmitForm>
  );
}
