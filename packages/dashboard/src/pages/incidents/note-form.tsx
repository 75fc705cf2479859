import { useQueryClient } from "@tanstack/react-query";
import {
  INCIDENT_PICTURE_BYTES_MAX,
  NOTE_PICTURES_MAX,
} from "@vedette/contract/incidents/incident-limits.ts";
import type { IncidentPicture } from "@vedette/contract/incidents/incident-timeline.ts";
import { type ClipboardEvent, useRef, useState } from "react";
import { asApiError, fieldErrorOf } from "../../api/api-error.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/forms/field.tsx";
import { SubmitForm } from "../../components/forms/submit-form.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { Notice } from "../../components/notice.tsx";
import { NotePicture } from "./note-picture.tsx";

/** Adds a note. Pictures are pasted into the text or chosen, and uploaded at once. */
export function NoteForm({ incidentId }: { incidentId: string }) {
  const api = useApi();
  const queries = useQueryClient();
  const [text, setText] = useState("");
  const upload = useUpload(incidentId);
  const { pictures } = upload;
  const isEmpty = text === "" && pictures.length === 0;
  const submission = useSubmission(
    async () => {
      const body = { text, picture_ids: pictures.map(({ id }) => id) };
      await api.POST("/api/v1/incidents/{id}/notes", { params: { path: { id: incidentId } }, body });
      setText("");
      upload.clear();
      await queries.invalidateQueries({ queryKey: keys.detail("incidents", incidentId) });
      return false;
    },
    isEmpty ? undefined : { text, pictures },
  );

  function paste(event: ClipboardEvent): void {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    void upload.add(files);
  }

  return (
    <SubmitForm
      submission={submission}
      fields={["text"]}
      submit={{ label: "Add note", busy: "Adding …" }}
      cancel={<ChoosePicture isBusy={upload.isBusy} onFiles={(files) => void upload.add(files)} />}
    >
      <TextField
        label="Note"
        hint="Markdown. Paste pictures with Ctrl+V."
        value={text}
        onValue={setText}
        onPaste={paste}
        error={fieldErrorOf(submission.error, "text", "The note")}
      />
      {upload.problem !== null && <Notice>{upload.problem}</Notice>}
      {pictures.map(({ id }, position) => (
        <div key={id} className="grid justify-items-start gap-1">
          <NotePicture incidentId={incidentId} pictureId={id} alt={`Added picture ${position + 1}`} />
          <Button variant="quiet" onClick={() => upload.remove(id)}>
            Remove picture {position + 1}
          </Button>
        </div>
      ))}
    </SubmitForm>
  );
}

function ChoosePicture({ isBusy, onFiles }: { isBusy: boolean; onFiles(files: readonly File[]): void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg"
        multiple
        className="hidden"
        aria-label="Pictures"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <Button busy={isBusy && "Uploading …"} onClick={() => input.current?.click()}>
        Add pictures
      </Button>
    </>
  );
}

function useUpload(incidentId: string) {
  const api = useApi();
  const [pictures, setPictures] = useState<readonly IncidentPicture[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function add(files: readonly File[]): Promise<void> {
    setProblem(null);
    if (pictures.length + files.length > NOTE_PICTURES_MAX)
      return setProblem(`A note has at most ${NOTE_PICTURES_MAX} pictures.`);
    setBusy(true);
    try {
      for (const file of files) {
        if (file.size > INCIDENT_PICTURE_BYTES_MAX)
          return setProblem(`${file.name} is larger than ${INCIDENT_PICTURE_BYTES_MAX / 1_048_576} MiB.`);
        const body = new FormData();
        body.append("file", file);
        const params = { path: { id: incidentId } };
        const picture = await dataOf(api.POST("/api/v1/incidents/{id}/pictures", { params, body }));
        setPictures((all) => [...all, picture]);
      }
    } catch (error) {
      setProblem(asApiError(error).message);
    } finally {
      setBusy(false);
    }
  }

  return {
    pictures,
    problem,
    isBusy,
    add,
    clear: () => setPictures([]),
    /** Without a note, the server deletes it after a day. */
    remove: (id: string) => setPictures((all) => all.filter((one) => one.id !== id)),
  };
}
