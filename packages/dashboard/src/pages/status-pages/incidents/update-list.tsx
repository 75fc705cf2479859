import { useQueryClient } from "@tanstack/react-query";
import type { IncidentUpdate, PageIncident } from "@vedette/contract/status-pages/page-incidents.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { ForRole } from "../../../app/for-role.tsx";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field, TextField } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { Markdown } from "../../../components/markdown/markdown.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { Message } from "../../../language/message.tsx";
import { t } from "../../../language/t.ts";
import { usePageComponents } from "../components/use-page-content.ts";
import { COMPONENT_STATUS_LABELS, INCIDENT_STATUS_LABELS } from "../status-labels.ts";
import { instantOf, localTimeOf } from "./incident-draft.ts";

/** The updates of an incident, newest first. */
export function UpdateList({ incident }: { incident: PageIncident }) {
  const [editing, setEditing] = useState<IncidentUpdate | null>(null);
  const { data: components = [] } = usePageComponents(incident.page_id);
  const names = new Map(components.map(({ id, name }) => [id, name]));
  return (
    <>
      <ol className="grid gap-4">
        {incident.updates.map((update) => (
          <li key={update.id} className="grid gap-1 border-s-2 border-line ps-4">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p className="text-soft">
                <strong className="text-ink">{INCIDENT_STATUS_LABELS[update.status]}</strong>{" "}
                <TimeAgo at={update.at} />
                {update.edited_at !== null && (
                  <Message text=", edited {time}" values={{ time: <TimeAgo at={update.edited_at} /> }} />
                )}
                {!update.notify && t(", subscribers not notified")}
              </p>
              <ForRole>
                <Button
                  variant="quiet"
                  aria-label={t("Edit update: {status}", { status: INCIDENT_STATUS_LABELS[update.status] })}
                  onClick={() => setEditing(update)}
                >
                  {t("Edit")}
                </Button>
              </ForRole>
            </div>
            <Markdown text={update.message} />
            {update.components.length > 0 && (
              <p className="text-[0.8125rem] text-soft wrap-anywhere">
                {update.components
                  .map(
                    ({ id, status }) =>
                      `${names.get(id) ?? t("Deleted component")}: ${COMPONENT_STATUS_LABELS[status]}`,
                  )
                  .join(" · ")}
              </p>
            )}
          </li>
        ))}
      </ol>
      {editing && (
        <Dialog isOpen isWide onClose={() => setEditing(null)} title={t("Edit update")}>
          <EditUpdate incident={incident} update={editing} onClose={() => setEditing(null)} />
        </Dialog>
      )}
    </>
  );
}

type EditUpdateProps = { incident: PageIncident; update: IncidentUpdate; onClose(): void };

function EditUpdate({ incident, update, onClose }: EditUpdateProps) {
  const api = useApi();
  const queries = useQueryClient();
  const [message, setMessage] = useState(update.message);
  const [shownAt] = useState(() => localTimeOf(update.at));
  const [at, setAt] = useState(shownAt);
  const submission = useSubmission(
    async () => {
      await dataOf(
        api.PUT("/api/v1/status-pages/{id}/incidents/{incident_id}/updates/{update_id}", {
          params: { path: { id: incident.page_id, incident_id: incident.id, update_id: update.id } },
          // The field shows whole minutes: an unchanged time keeps its seconds.
          body: { message, ...(at !== shownAt && { at: instantOf(at) }) },
        }),
      );
      await queries.invalidateQueries({ queryKey: keys.all("status-pages") });
      onClose();
    },
    { message, at },
  );
  const { error } = submission;
  return (
    <SubmitForm
      submission={submission}
      fields={["message", "at"]}
      submit={{ label: t("Save"), busy: t("Saving …") }}
      cancel={onClose}
      isDialog
    >
      <p className="text-soft">{t("The page marks the update as edited. No one is notified again.")}</p>
      <TextField
        label={t("Message")}
        rows={5}
        hint={t("Markdown.")}
        value={message}
        onValue={setMessage}
        error={fieldErrorOf(error, "message", t("The message"))}
      />
      <Field
        label={t("Time")}
        type="datetime-local"
        hint={t("Your local time.")}
        value={at}
        onValue={setAt}
        error={fieldErrorOf(error, "at", t("The time"))}
      />
    </SubmitForm>
  );
}
