import { useState } from "react";
import { fieldErrorOf } from "../../../../api/api-error.ts";
import { Dialog } from "../../../../components/dialog.tsx";
import { CheckField, Field } from "../../../../components/forms/field.tsx";
import { SubmitForm } from "../../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../../components/forms/use-submission.ts";
import { t } from "../../../../language/t.ts";

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
    <Dialog isOpen={isOpen} onClose={onClose} title={t("Save view")}>
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
      submit={{ label: t("Save view"), busy: t("Saving …") }}
      cancel={onClose}
      isDialog
    >
      <p className="text-soft">{t("Saves the current filters, order, columns and grouping.")}</p>
      <Field
        label={t("Name")}
        autoFocus
        value={name}
        onValue={setName}
        error={fieldErrorOf(submission.error, "name", t("The name"))}
      />
      {mayShare && (
        <CheckField
          label={t("Share with the organization")}
          hint={t("Every member sees it; members and admins can change it.")}
          isChecked={shared}
          onChecked={setShared}
        />
      )}
    </SubmitForm>
  );
}
