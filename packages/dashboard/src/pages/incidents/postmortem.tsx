import { useMutation } from "@tanstack/react-query";
import type { Incident } from "@vedette/contract/incidents/incidents.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../api/api-error.ts";
import { dataOf } from "../../api/client.ts";
import { ForRole } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/forms/field.tsx";
import { SubmitForm } from "../../components/forms/submit-form.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { Markdown } from "../../components/markdown/markdown.tsx";
import { toastError } from "../../components/toast.tsx";
import { t } from "../../language/t.ts";
import { useShowIncident } from "./use-incidents.ts";

/** The postmortem: written from a template with the facts, and edited. */
export function Postmortem({ incident }: { incident: Incident }) {
  const api = useApi();
  const show = useShowIncident();
  const [isEditing, setEditing] = useState(false);
  const params = { path: { id: incident.id } };
  const { mutate: write, isPending } = useMutation({
    mutationFn: () => dataOf(api.POST("/api/v1/incidents/{id}/postmortem", { params })),
    onSuccess(changed) {
      show(changed);
      setEditing(true);
    },
    onError: toastError,
  });
  const { postmortem } = incident;
  return (
    <section className="card grid gap-4 p-5" aria-labelledby="postmortem">
      <h2 id="postmortem">{t("Postmortem")}</h2>
      {isEditing && postmortem !== null ? (
        <PostmortemForm
          stored={postmortem}
          onCancel={() => setEditing(false)}
          onSave={async (text) => {
            const body = { postmortem: text };
            show(await dataOf(api.PUT("/api/v1/incidents/{id}", { params, body })));
            setEditing(false);
          }}
        />
      ) : (
        <>
          {postmortem === null ? (
            <p className="text-soft">{t("Not written yet.")}</p>
          ) : (
            <Markdown text={postmortem} />
          )}
          <ForRole>
            <div>
              {postmortem === null ? (
                <Button busy={isPending && t("Writing …")} onClick={() => write()}>
                  {t("Start from template")}
                </Button>
              ) : (
                <Button onClick={() => setEditing(true)}>{t("Edit postmortem")}</Button>
              )}
            </div>
          </ForRole>
        </>
      )}
    </section>
  );
}

function PostmortemForm({
  stored,
  onSave,
  onCancel,
}: {
  stored: string;
  onSave(text: string): Promise<void>;
  onCancel(): void;
}) {
  const [text, setText] = useState(stored);
  const submission = useSubmission(() => onSave(text), text);
  return (
    <SubmitForm
      submission={submission}
      fields={["postmortem"]}
      submit={{ label: t("Save postmortem"), busy: t("Saving …") }}
      cancel={onCancel}
    >
      <TextField
        label={t("Postmortem")}
        hint={t("Markdown")}
        rows={20}
        className="font-mono"
        value={text}
        onValue={setText}
        error={fieldErrorOf(submission.error, "postmortem", t("The postmortem"))}
      />
    </SubmitForm>
  );
}
