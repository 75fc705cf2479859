import { useQueryClient } from "@tanstack/react-query";
import type { NewApiKey } from "@vedette/contract/people/api-keys.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../api/api-error.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useRole } from "../../app/role.ts";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code/code-block.tsx";
import { RunnerCommand } from "../../components/code/runner-command.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field } from "../../components/forms/field.tsx";
import { SubmitForm } from "../../components/forms/submit-form.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { Notice } from "../../components/notice.tsx";
import { t } from "../../language/t.ts";

/** Creates the key of a private location, and shows how to start its runner. Only the buttons close it: the key is shown once. */
export function AddPrivateLocation({ onClose }: { onClose(): void }) {
  const [created, setCreated] = useState<NewApiKey | null>(null);
  const mayCreate = useRole().reaches("admin");
  return (
    <Dialog isOpen onClose={created ? null : onClose} title={t("Add private location")}>
      {created ? (
        <>
          <p>{t("Copy the key now: it is shown only this once. Then start a runner with it.")}</p>
          <CodeBlock label={t("API key")} text={created.key} />
          <RunnerCommand />
          <div className="flex justify-end">
            <Button variant="primary" onClick={onClose}>
              {t("Done")}
            </Button>
          </div>
        </>
      ) : mayCreate ? (
        <LocationForm onCreated={setCreated} onClose={onClose} />
      ) : (
        <Notice kind="hint">
          {t("A private location needs an API key, which admins of this organization can create.")}
        </Notice>
      )}
    </Dialog>
  );
}

function LocationForm({ onCreated, onClose }: { onCreated(key: NewApiKey): void; onClose(): void }) {
  const api = useApi();
  const queries = useQueryClient();
  const [location, setLocation] = useState("");
  const submission = useSubmission(async () => {
    const body = { name: `Runner at ${location}`, scope: "runner" as const, location, expires_at: null };
    onCreated(await dataOf(api.POST("/api/v1/api-keys", { body })));
    await queries.invalidateQueries({ queryKey: keys.all("api-keys") });
  });
  return (
    <SubmitForm
      submission={submission}
      fields={["location"]}
      submit={{ label: t("Create key"), busy: t("Creating …") }}
      cancel={onClose}
      isDialog
    >
      <p className="text-soft">{t("Monitors in this location are checked only by your own runners.")}</p>
      <Field
        label={t("Location name")}
        autoComplete="off"
        placeholder={t("home")}
        value={location}
        onValue={setLocation}
        hint={t("Lowercase letters, digits and hyphens.")}
        error={fieldErrorOf(submission.error, "location", t("The location"))}
      />
    </SubmitForm>
  );
}
