import { useQueryClient } from "@tanstack/react-query";
import type { Variable } from "@vedette/contract/variables/variables.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../api/api-error.ts";
import { type Versioned, versionedOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useRole } from "../../app/role.ts";
import { useApi } from "../../app/session.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { CheckField, Field, TextField } from "../../components/forms/field.tsx";
import { SubmitForm } from "../../components/forms/submit-form.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { LoadState } from "../../components/load-state.tsx";
import { toast } from "../../components/toast.tsx";
import { useEdit } from "../../features/edits/use-edit.tsx";
import { useLoaded } from "../../features/edits/use-loaded.ts";
import { t } from "../../language/t.ts";

type VariableFormProps = {
  /** The variable to edit, or null to add one. */
  variable: Variable | null;
  onClose(): void;
};

/** A dialog that adds or edits a variable. */
export function VariableForm({ variable, onClose }: VariableFormProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={variable ? t("Edit {name}", { name: variable.name }) : t("Add variable")}
    >
      {variable ? <EditVariable id={variable.id} onClose={onClose} /> : <AddVariable onClose={onClose} />}
    </Dialog>
  );
}

type VariableBody = { name: string; type: Variable["type"]; value?: string };

function AddVariable({ onClose }: { onClose(): void }) {
  const api = useApi();
  return (
    <Fields
      variable={null}
      onClose={onClose}
      onSave={({ value = "", ...body }) => api.POST("/api/v1/variables", { body: { ...body, value } })}
    />
  );
}

function EditVariable({ id, onClose }: { id: string; onClose(): void }) {
  const api = useApi();
  const { loaded, error } = useLoaded("variables", id, (signal) =>
    versionedOf(api.GET("/api/v1/variables/{id}", { params: { path: { id } }, signal })),
  );
  return (
    <>
      <LoadState data={loaded} error={error} />
      {loaded && <Edit loaded={loaded} onClose={onClose} />}
    </>
  );
}

function Edit({ loaded, onClose }: { loaded: Versioned<Variable>; onClose(): void }) {
  const api = useApi();
  const { id, type } = loaded.data;
  const params = { path: { id } };
  const { save, dialog } = useEdit({
    loaded,
    bodyOf: bodyOfVariable,
    read: () => versionedOf(api.GET("/api/v1/variables/{id}", { params })),
    write: (body, { etag }) =>
      versionedOf(api.PUT("/api/v1/variables/{id}", { params, body, ifMatch: etag })),
    secretFields: type === "secret" ? ["value"] : [],
  });
  return (
    <>
      <Fields variable={loaded.data} onClose={onClose} onSave={async (body) => (await save(body)) !== null} />
      {dialog}
    </>
  );
}

/** The value of a secret is not sent: the page never receives it. */
function bodyOfVariable({ name, type, value }: Variable): VariableBody {
  return { name, type, ...(type === "string" && { value: value ?? "" }) };
}

type FieldsProps = {
  variable: Variable | null;
  /** Resolves to false if nothing was saved. */
  onSave(body: VariableBody): Promise<unknown>;
  onClose(): void;
};

function Fields({ variable, onSave, onClose }: FieldsProps) {
  const queries = useQueryClient();
  const { reaches } = useRole();
  const [name, setName] = useState(variable?.name ?? "");
  const [value, setValue] = useState(variable?.value ?? "");
  const [isSecret, setSecret] = useState(variable?.type === "secret");
  const wasSecret = variable?.type === "secret";

  const submission = useSubmission(
    async () => {
      // An empty field keeps the value of a secret.
      const changedValue = wasSecret && value === "" ? {} : { value };
      const isSaved = await onSave({ name, type: isSecret ? "secret" : "string", ...changedValue });
      if (isSaved === false) return false;
      await queries.invalidateQueries({ queryKey: keys.all("variables") });
      toast(t("{name} saved.", { name }));
      onClose();
      return true;
    },
    { name, value, isSecret },
  );

  return (
    <SubmitForm
      submission={submission}
      fields={["name", "value"]}
      submit={{ label: t("Save"), busy: t("Saving …") }}
      cancel={onClose}
      isDialog
    >
      <Field
        label={t("Name")}
        autoComplete="off"
        spellCheck={false}
        placeholder="API_TOKEN"
        hint={t("Letters, digits and _. Must not start with a digit.")}
        value={name}
        onValue={setName}
        error={fieldErrorOf(submission.error, "name", t("The name"))}
      />
      <TextField
        label={wasSecret ? t("New value") : t("Value")}
        autoComplete="off"
        spellCheck={false}
        hint={wasSecret ? t("Leave blank to keep the current value, which cannot be shown.") : undefined}
        value={value}
        onValue={setValue}
        error={fieldErrorOf(submission.error, "value", t("The value"))}
      />
      {!wasSecret && reaches("admin") && (
        <CheckField
          label={t("Secret")}
          hint={t("Encrypted, never shown again and masked in results. This cannot be undone.")}
          isChecked={isSecret}
          onChecked={setSecret}
        />
      )}
      {!reaches("admin") && (
        <p className="text-[0.8125rem] text-soft">{t("Only admins can create secrets.")}</p>
      )}
    </SubmitForm>
  );
}
