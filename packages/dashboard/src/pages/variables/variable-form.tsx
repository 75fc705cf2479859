import { useQueryClient } from "@tanstack/react-query";
import type { Variable } from "@vedette/contract/variables/variables.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../api/api-error.ts";
import { keys } from "../../api/keys.ts";
import { useRole } from "../../app/role.ts";
import { useApi } from "../../app/session.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { CheckField, Field, TextField } from "../../components/forms/field.tsx";
import { SubmitForm } from "../../components/forms/submit-form.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { toast } from "../../components/toast.tsx";

type VariableFormProps = {
  /** The variable to edit, or null to add one. */
  variable: Variable | null;
  onClose(): void;
};

export function VariableForm({ variable, onClose }: VariableFormProps) {
  const api = useApi();
  const queries = useQueryClient();
  const { reaches } = useRole();
  const [name, setName] = useState(variable?.name ?? "");
  const [value, setValue] = useState(variable?.value ?? "");
  const [isSecret, setSecret] = useState(variable?.type === "secret");
  const wasSecret = variable?.type === "secret";
  const isDirty = name !== (variable?.name ?? "") || value !== (variable?.value ?? "");

  const submission = useSubmission(async () => {
    const type: "secret" | "string" = isSecret ? "secret" : "string";
    if (variable) {
      // An empty field keeps the value of a secret: the page never receives it.
      const changedValue = wasSecret && value === "" ? {} : { value };
      const params = { path: { id: variable.id } };
      await api.PUT("/api/v1/variables/{id}", { params, body: { name, type, ...changedValue } });
    } else {
      await api.POST("/api/v1/variables", { body: { name, value, type } });
    }
    await queries.invalidateQueries({ queryKey: keys.all("variables") });
    toast(`${name} saved.`);
    onClose();
  });

  return (
    <Dialog
      isOpen
      // A click outside the dialog must not discard input.
      onClose={isDirty ? null : onClose}
      title={variable ? `Edit ${variable.name}` : "Add variable"}
    >
      <SubmitForm
        submission={submission}
        fields={["name", "value"]}
        submit={{ label: "Save", busy: "Saving …" }}
        cancel={onClose}
        isDialog
      >
        <Field
          label="Name"
          autoComplete="off"
          spellCheck={false}
          placeholder="API_TOKEN"
          hint="Letters, digits and _. Must not start with a digit."
          value={name}
          onValue={setName}
          error={fieldErrorOf(submission.error, "name", "The name")}
        />
        <TextField
          label={wasSecret ? "New value" : "Value"}
          autoComplete="off"
          spellCheck={false}
          hint={wasSecret ? "Leave blank to keep the current value, which cannot be shown." : undefined}
          value={value}
          onValue={setValue}
          error={fieldErrorOf(submission.error, "value", "The value")}
        />
        {!wasSecret && reaches("admin") && (
          <CheckField
            label="Secret"
            hint="Encrypted, never shown again and masked in results. This cannot be undone."
            isChecked={isSecret}
            onChecked={setSecret}
          />
        )}
        {!reaches("admin") && <p className="text-[0.8125rem] text-soft">Only admins can create secrets.</p>}
      </SubmitForm>
    </Dialog>
  );
}
