import { useQueryClient } from "@tanstack/react-query";
import { INCIDENT_IMAGE_BYTES_MAX, NOTE_IMAGES_MAX } from "@vedette/contract/incidents/incident-limits.ts";
import type { IncidentImage } from "@vedette/contract/incidents/incident-timeline.ts";
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
import { t } from "../../language/t.ts";
import { NoteImage } from "./note-image.tsx";

/** Adds a note. Images are pasted into the text or chosen, and uploaded at once. */
export function NoteForm({ incidentId }: { incidentId: string }) {
  const api = useApi();
  const queries = useQueryClient();
  const [text, setText] = useState("");
  const upload = useUpload(incidentId);
  const { images } = upload;
  const isEmpty = text === "" && images.length === 0;
  const submission = useSubmission(
    async () => {
      const body = { text, image_ids: images.map(({ id }) => id) };
      await api.POST("/api/v1/incidents/{id}/notes", { params: { path: { id: incidentId } }, body });
      setText("");
      upload.clear();
      await queries.invalidateQueries({ queryKey: keys.detail("incidents", incidentId) });
      return false;
    },
    isEmpty ? undefined : { text, images },
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
      submit={{ label: t("Add note"), busy: t("Adding …") }}
      cancel={<ChooseImage isBusy={upload.isBusy} onFiles={(files) => void upload.add(files)} />}
    >
      <TextField
        label={t("Note")}
        hint={t("Markdown. Paste images with Ctrl+V.")}
        value={text}
        onValue={setText}
        onPaste={paste}
        error={fieldErrorOf(submission.error, "text", t("The note"))}
      />
      {upload.problem !== null && <Notice>{upload.problem}</Notice>}
      {images.map(({ id }, position) => (
        <div key={id} className="grid justify-items-start gap-1">
          <NoteImage
            incidentId={incidentId}
            imageId={id}
            alt={t("Added image {number}", { number: position + 1 })}
          />
          <Button variant="quiet" onClick={() => upload.remove(id)}>
            {t("Remove image {number}", { number: position + 1 })}
          </Button>
        </div>
      ))}
    </SubmitForm>
  );
}

function ChooseImage({ isBusy, onFiles }: { isBusy: boolean; onFiles(files: readonly File[]): void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg"
        multiple
        className="hidden"
        aria-label={t("Images")}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <Button busy={isBusy && t("Uploading …")} onClick={() => input.current?.click()}>
        {t("Add images")}
      </Button>
    </>
  );
}

function useUpload(incidentId: string) {
  const api = useApi();
  const [images, setImages] = useState<readonly IncidentImage[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function add(files: readonly File[]): Promise<void> {
    setProblem(null);
    if (images.length + files.length > NOTE_IMAGES_MAX)
      return setProblem(t("A note has at most {NOTE_IMAGES_MAX} images.", { NOTE_IMAGES_MAX }));
    setBusy(true);
    try {
      for (const file of files) {
        if (file.size > INCIDENT_IMAGE_BYTES_MAX)
          return setProblem(
            t("{name} is larger than {size} MiB.", {
              name: file.name,
              size: INCIDENT_IMAGE_BYTES_MAX / 1_048_576,
            }),
          );
        const body = new FormData();
        body.append("file", file);
        const params = { path: { id: incidentId } };
        const image = await dataOf(api.POST("/api/v1/incidents/{id}/images", { params, body }));
        setImages((all) => [...all, image]);
      }
    } catch (error) {
      setProblem(asApiError(error).message);
    } finally {
      setBusy(false);
    }
  }

  return {
    images,
    problem,
    isBusy,
    add,
    clear: () => setImages([]),
    /** Without a note, the server deletes it after a day. */
    remove: (id: string) => setImages((all) => all.filter((one) => one.id !== id)),
  };
}
