import { useQueryClient } from "@tanstack/react-query";
import type { Variable } from "@vedette/contract/variables/variables.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../api/api-error.ts";
import { keys } from "../../api/keys.ts";
import { useRole } from "../../app/role.ts";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { CheckField, Field, TextField } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { toast } from "../../components/toast.tsx";
import { useSubmission } from "../../components/use-submission.ts";

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

  const { isBusy, error, onSubmit } = useSubmission(async () => {
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
  const nameError = fieldErrorOf(error, "name", "The name");
  const valueError = fieldErrorOf(error, "value", "The value");

  return (
    <Dialog
      isOpen
      // A click outside the dialog must not discard input.
      onClose={isDirty ? null : onClose}
      title={variable ? `Edit ${variable.name}` : "Add variable"}
    >
      <form className="grid gap-4" onSubmit={onSubmit} noValidate>
        {error && !nameError && !valueError && <Notice>{error.message}</Notice>}
        <Field
          label="Name"
          autoComplete="off"
          spellCheck={false}
          placeholder="API_TOKEN"
          hint="Letters, digits and _. Must not start with a digit."
          value={name}
          onValue={setName}
          error={nameError}
        />
        <TextField
          label={wasSecret ? "New value" : "Value"}
          autoComplete="off"
          spellCheck={false}
          hint={wasSecret ? "Leave blank to keep the current value, which cannot be shown." : undefined}
          value={value}
          onValue={setValue}
          error={valueError}
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
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isBusy && "Saving …"}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
