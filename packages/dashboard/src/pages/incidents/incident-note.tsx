import { useQueryClient } from "@tanstack/react-query";
import type { IncidentNote } from "@vedette/contract/incidents/incident-timeline.ts";
import type { Incident } from "@vedette/contract/incidents/incidents.ts";
import { useState } from "react";
import { keys } from "../../api/keys.ts";
import { ForRole } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { TextField } from "../../components/forms/field.tsx";
import { SubmitForm } from "../../components/forms/submit-form.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { Markdown } from "../../components/markdown/markdown.tsx";
import { t } from "../../language/t.ts";
import { NoteImage } from "./note-image.tsx";

/** A note of a person, with its images. */
export function IncidentNoteItem({ incident, note }: { incident: Incident; note: IncidentNote }) {
  const api = useApi();
  const queries = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  const path = { id: incident.id, note_id: note.id };
  const refetch = () => queries.invalidateQueries({ queryKey: keys.detail("incidents", incident.id) });
  return (
    <div className="grid gap-2 rounded-lg bg-raised p-3">
      <p className="text-[0.8125rem] font-semibold">
        {note.created_by_name ?? t("A former member")}
        {note.edited_at !== null && <span className="font-normal text-soft"> {t("(edited)")}</span>}
      </p>
      {isEditing ? (
        <EditNote
          text={note.text}
          onCancel={() => setEditing(false)}
          onSave={async (text) => {
            await api.PUT("/api/v1/incidents/{id}/notes/{note_id}", { params: { path }, body: { text } });
            await refetch();
            setEditing(false);
          }}
        />
      ) : (
        note.text !== "" && <Markdown text={note.text} />
      )}
      {note.images.map(({ id }, position) => (
        <NoteImage
          key={id}
          incidentId={incident.id}
          imageId={id}
          alt={t("Image {number} of the note", { number: position + 1 })}
        />
      ))}
      {!isEditing && (
        <ForRole>
          <div className="flex gap-1">
            <Button variant="quiet" onClick={() => setEditing(true)}>
              {t("Edit note")}
            </Button>
            <ConfirmButton
              label={t("Delete note")}
              title={t("Delete this note?")}
              description={t("Its images are deleted too. This cannot be undone.")}
              action={{
                label: t("Delete"),
                busy: t("Deleting …"),
                async run() {
                  await api.DELETE("/api/v1/incidents/{id}/notes/{note_id}", { params: { path } });
                  await refetch();
                },
              }}
            />
          </div>
        </ForRole>
      )}
    </div>
  );
}

function EditNote({
  text: stored,
  onSave,
  onCancel,
}: {
  text: string;
  onSave(text: string): Promise<void>;
  onCancel(): void;
}) {
  const [text, setText] = useState(stored);
  const submission = useSubmission(() => onSave(text), text);
  return (
    <SubmitForm
      submission={submission}
      submit={{ label: t("Save note"), busy: t("Saving …") }}
      cancel={onCancel}
    >
      <TextField
        label={t("Note")}
        hint={t("Markdown")}
        value={text}
        onValue={setText}
        error={null}
        autoFocus
      />
    </SubmitForm>
  );
}
