import { useState } from "react";
import { fieldErrorOf } from "../../../../api/api-error.ts";
import { Dialog } from "../../../../components/dialog.tsx";
import { CheckField, Field } from "../../../../components/forms/field.tsx";
import { SubmitForm } from "../../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../../components/forms/use-submission.ts";

type Named = { name: string; shared: boolean };

type SaveViewDialogProps = {
  isOpen: boolean;
  mayShare: boolean;
  onSave(named: Named): Promise<void>;
  onClose(): void;
};

/** Asks for the name of a new view. */
export function SaveViewDialog({ isOpen, onClose, ...form }: SaveViewDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Save view">
      <SaveViewForm {...form} onClose={onClose} />
    </Dialog>
  );
}

function SaveViewForm({ mayShare, onSave, onClose }: Omit<SaveViewDialogProps, "isOpen">) {
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  const submission = useSubmission(async () => {
    await onSave({ name: name.trim(), shared });
    onClose();
  });
  return (
    <SubmitForm
      submission={submission}
      fields={["name"]}
      submit={{ label: "Save view", busy: "Saving …" }}
      cancel={onClose}
      isDialog
    >
      <p className="text-soft">Saves the current filters, order, columns and grouping.</p>
      <Field
        label="Name"
        autoFocus
        value={name}
        onValue={setName}
        error={fieldErrorOf(submission.error, "name", "The name")}
      />
      {mayShare && (
        <CheckField
          label="Share with the organization"
          hint="Every member sees it; members and admins can change it."
          isChecked={shared}
          onChecked={setShared}
        />
      )}
    </SubmitForm>
  );
}
